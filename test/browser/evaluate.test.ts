import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRunFile } from '../../src/export/runFile.ts'

interface Ended {
  readonly code: number
  readonly output: string
}

/** `npm run evaluate -- …`, with files written below `folder`. */
function evaluate(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['tools/evaluate.mjs', ...args], { timeout: 150_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr })
    })
  })
}

describe('npm run evaluate', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xianwai-evaluate-test-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('writes run file, result files and figures, and says how many rows became samples', async () => {
    const out = join(folder, 'out')
    const { code, output } = await evaluate('public/samples/stance-sample.jsonl', '--limit', '20', '--out', out)
    expect(output).toContain('126 rows = 126 samples + 0 problems; 20 asked, 0 failed.')
    expect(output).toContain('for demonstration')
    expect(output).toContain('Columns: sample_id = id, text = text')
    expect(output).not.toContain('GUESSED')
    expect(code).toBe(0)
    const { runs, predictions } = parseRunFile(readFileSync(join(out, 'run.xianwai.json'), 'utf8'))
    expect(predictions.get(runs[0]!.id)).toHaveLength(20)
    const metrics = JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8')) as {
      runs: { fields: Record<string, { n: number; figures: Record<string, { value: number }> }> }[]
    }
    const lines = readFileSync(join(out, 'xianwai-classifier_chain_stance_zeroshot.jsonl'), 'utf8').trim().split('\n')
    const right = lines.filter((line) => (JSON.parse(line) as { correct: boolean }).correct).length
    expect(metrics.runs[0]!.fields.stance!.n).toBe(20)
    expect(metrics.runs[0]!.fields.stance!.figures.accuracy!.value).toBeCloseTo(right / 20, 12)
  })

  test.each([
    [['no-such-file.jsonl'], 'There is no file'],
    [['public/samples/stance-sample.jsonl', '--model', 'no-such-model'], 'There is no model no-such-model'],
    [['public/samples/stance-sample.jsonl', '--method', 'cot'], 'is a classifier'],
    [['public/samples/stance-sample.jsonl', '--limit', 'many'], '--limit takes a whole number'],
  ])('%j ends with one line that says what is wrong', async (args, message) => {
    const { code, output } = await evaluate(...args, '--out', join(folder, 'none'))
    expect(code).toBe(1)
    expect(output).toContain(message)
  })

  test('columns that were guessed are said to be', async () => {
    const file = join(folder, 'guessed.csv')
    writeFileSync(file, 'a,b\n今天的会开得真好啊,正面\n你可真行这都能忘,负面\n我们明天再说吧好不好,中性\n')
    const { code, output } = await evaluate(file, '--out', join(folder, 'guessed'))
    expect(output).toMatch(/Columns \(GUESSED.*a = text, b = gold implicit/)
    expect(code).toBe(0)
  })

  test('a file without a text column is refused by name', async () => {
    const file = join(folder, 'numbers.csv')
    writeFileSync(file, 'a,b\n1,2\n3,4\n')
    const { code, output } = await evaluate(file, '--out', join(folder, 'none'))
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain('No column')
  })
})
