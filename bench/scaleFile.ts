import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

/** As many as the benchmark's full release has. */
export const fullSize = 52_882

const record = v.looseObject({ sample_id: v.string(), text: v.string() })

/**
 * A JSONL file of so many records: real ones where they are at hand (../shared/samples), and the site's sample, repeated, each with an id and
 * a text of its own.
 */
export function writeScaleFile(records: number): { readonly path: string; readonly bytes: number; remove(): void } {
  const source = ['../shared/samples/cue-bench-sample.jsonl', 'public/samples/stance-sample.jsonl'].find((path) => existsSync(path))!
  const lines = readFileSync(source, 'utf8').trim().split('\n').map((line) => v.parse(record, JSON.parse(line)))
  const made = Array.from({ length: records }, (_, at) => {
    const line = lines[at % lines.length]!
    return JSON.stringify({ ...line, sample_id: `scale_${String(at + 1).padStart(6, '0')}`, text: `${line.text}（${at + 1}）` })
  })
  const folder = mkdtempSync(join(tmpdir(), 'xianwai-scale-'))
  const path = join(folder, 'scale.jsonl')
  const text = `${made.join('\n')}\n`
  writeFileSync(path, text)
  return { path, bytes: Buffer.byteLength(text), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
