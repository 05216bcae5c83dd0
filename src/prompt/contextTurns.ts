import type { Sample } from '../domain/dataset.ts'

/**
 * The turns of a sample's context, oldest first. A line that does not open a new part (customer service and posts mark
 * theirs with a bracket) belongs to the part before it; in a dialogue each line is a turn.
 */
export function contextTurns(sample: Pick<Sample, 'context' | 'scene'>): readonly string[] {
  const lines = sample.context.split('\n').filter((line) => line.trim() !== '')
  if (sample.scene === 'dialogue' || sample.scene === null) return lines
  const turns: string[] = []
  for (const line of lines) {
    if (turns.length === 0 || /^\s*\[[^\]]+\]/.test(line)) turns.push(line)
    else turns.push(`${turns.pop() ?? ''}\n${line}`)
  }
  return turns
}

/** The context without its `dropped` oldest turns. */
export function contextWithout(sample: Pick<Sample, 'context' | 'scene'>, dropped: number): string {
  return dropped === 0 ? sample.context : contextTurns(sample).slice(dropped).join('\n')
}
