import { thoughtMarks } from '../domain/thought.ts'

const mark = new RegExp(`<(/?)(?:${thoughtMarks})>`, 'gi')

/**
 * Where a text is over because lines of it match all of the patterns, in their order: behind the line that matches the last, before its line break; -1
 * where they do not yet. A line counts when its break is there, and only outside of thoughts: where one ends, what stood before was no answer.
 * @param before what the text continues: a thought may be open there.
 */
export function endOfLines(text: string, patterns: readonly RegExp[], before: string): number {
  let thinking = marksOf(before).at(-1) === 'open'
  let matched = 0
  let at = 0
  for (let end = text.indexOf('\n'); end >= 0; at = end + 1, end = text.indexOf('\n', at)) {
    const line = text.slice(at, end)
    const marks = marksOf(line)
    if (marks.includes('close')) matched = 0
    if (marks.length > 0) thinking = marks.at(-1) === 'open'
    else if (!thinking && patterns[matched]?.test(line) && ++matched === patterns.length) return end
  }
  return -1
}

function marksOf(line: string): ('open' | 'close')[] {
  return [...line.matchAll(mark)].map(([, slash]) => (slash === '/' ? 'close' : 'open'))
}
