import { existsSync, readFileSync } from 'node:fs'
import type { Line } from './page/records.ts'

/** Real records (../shared/samples) where they are at hand, else the site's sample; shortest first. */
export function sampleLines(): { readonly source: string; readonly lines: readonly Line[] } {
  const source = ['../shared/samples/cue-bench-sample.jsonl', 'public/samples/stance-sample.jsonl'].find((path) => existsSync(path))!
  const lines = readFileSync(source, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Line)
  return { source: source.split('/').at(-1)!, lines: [...lines].sort((a, b) => length(a) - length(b)) }
}

/** So many of them, drawn evenly over the lengths. */
export function drawn<Value>(sorted: readonly Value[], count: number): readonly Value[] {
  return Array.from({ length: count }, (_, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / count)]!)
}

function length({ text, context }: Line): number {
  return text.length + context.length
}
