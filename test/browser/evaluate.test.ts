import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Plan } from '../../src/domain/plan.ts'
import { parsePlanFile, writePlanFile } from '../../src/export/planFile.ts'
import { parseRunFile } from '../../src/export/runFile.ts'
import { planId } from '../../src/run/freezePlan.ts'

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
    [['public/samples/stance-sample.jsonl', '--model', 'xianwai-lm', '--method', 'direct-few'], 'name the file that they are drawn from with --dev'],
    [['public/samples/stance-sample.jsonl', '--plan', 'package.json'], 'no run file'],
    [['public/samples/stance-sample.jsonl', '--plan', 'package.json', '--seed', '2'], 'leave out --seed'],
    [['public/samples/stance-sample.jsonl', '--limit', 'many'], '--limit takes a whole number'],
  ])('%j ends with one line that says what is wrong', async (args, message) => {
    const { code, output } = await evaluate(...args, '--out', join(folder, 'none'))
    expect(code).toBe(1)
    expect(output).toContain(message)
  })

  describe('a plan', () => {
    const sample = 'public/samples/stance-sample.jsonl'
    const dev = () => join(folder, 'dev.jsonl')
    const out = (name: string) => join(folder, name)
    const metrics = (name: string) => (JSON.parse(readFileSync(join(out(name), 'metrics.json'), 'utf8')) as { runs: { method: { id: string }; fields: unknown }[] }).runs.map(({ method, fields }) => ({ method: method.id, fields }))

    test('of several methods, one of them with examples, is written with report and tables', async () => {
      const rows = readFileSync(sample, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, string>)
      // other texts under the same labels: an example may share none with the test
      writeFileSync(dev(), rows.map((row, at) => JSON.stringify({ ...row, sample_id: `dev-${at}`, text: `第${at}句示例`, context: '' })).join('\n'))
      const { code, output } = await evaluate(sample, '--dev', dev(), '--model', 'xianwai-lm', '--method', 'direct,direct-few', '--limit', '4', '--out', out('plan'))
      expect(output).toContain('4 asked, 0 failed.')
      expect(code).toBe(0)
      expect(metrics('plan').map(({ method }) => method)).toEqual(['direct', 'direct-few'])
      const html = readFileSync(join(out('plan'), 'report.html'), 'utf8')
      expect(html).toContain('Direct (few-shot)')
      for (const { text } of rows) expect(html).not.toContain(text)
      expect(readFileSync(join(out('plan'), 'tables', 'gains.csv'), 'utf8')).toContain('Direct (few-shot)')
    })

    test('may have examples in every method: what it compares is among its own', async () => {
      const { code, output } = await evaluate(sample, '--dev', dev(), '--model', 'xianwai-lm', '--method', 'direct-few,matrix-few', '--limit', '2', '--out', out('few'))
      expect(output).toContain('2 asked, 0 failed.')
      expect(code).toBe(0)
      expect(parsePlanFile(readFileSync(join(out('few'), 'plan.json'), 'utf8')).plan.methods.map(({ id }) => id)).toEqual(['matrix-few', 'direct-few'])
    })

    test('run again gives the same answers and figures, and says so', async () => {
      const { code, output } = await evaluate(sample, '--dev', dev(), '--plan', join(out('plan'), 'plan.json'), '--out', out('again'))
      expect(output).toMatch(/0 of 24 answers flipped/)
      expect(code).toBe(0)
      expect(metrics('again')).toEqual(metrics('plan'))
      expect(readFileSync(join(out('again'), 'report.html'), 'utf8')).toContain('All of 24 answers are those on record.')
    })

    test('is refused over other data, without its examples’ data, and with another model, each by its hashes', async () => {
      const { plan, runs } = parsePlanFile(readFileSync(join(out('plan'), 'plan.json'), 'utf8'))
      const other = await evaluate(dev(), '--plan', join(out('plan'), 'plan.json'), '--out', out('none'))
      expect(other.output).toMatch(new RegExp(`dev.jsonl is not the plan's data .*hashes to [0-9a-f]{64}, the plan says ${plan.dataset.hash}`))
      const alone = await evaluate(sample, '--plan', join(out('plan'), 'plan.json'), '--out', out('none'))
      expect(alone.output).toContain(`content hash ${plan.methods[1]!.shots!.dataset.hash}: name its file with --dev`)
      const changed = { ...plan, models: plan.models.map((model) => ({ ...model, ref: { ...model.ref, files: model.ref.files.map((file) => ({ ...file, sha256: 'f'.repeat(64) })) } })) } as Plan
      writeFileSync(join(folder, 'changed.json'), writePlanFile({ ...changed, id: planId(changed) }, runs.map((run) => ({ ...run, planId: planId(changed) }))))
      const another = await evaluate(sample, '--dev', dev(), '--plan', join(folder, 'changed.json'), '--out', out('none'))
      expect(another.output).toMatch(/model xianwai-lm has changed: \S+ has SHA-256 [0-9a-f]{64}, the plan says f{64}/)
      expect([other.code, alone.code, another.code]).toEqual([1, 1, 1])
    })

    test('that broke off is gone on with where the same command names the same folder', async () => {
      await evaluate(sample, '--limit', '9', '--out', out('whole'))
      const whole = JSON.parse(readFileSync(join(out('whole'), 'run.xianwai.json'), 'utf8')) as { runs: { predictions: unknown[] }[] }
      mkdirSync(out('broken'))
      writeFileSync(join(out('broken'), 'run.partial.xianwai.json'), JSON.stringify({ ...whole, runs: whole.runs.map((run) => ({ ...run, predictions: run.predictions.slice(0, 5) })) }))
      const { code, output } = await evaluate(sample, '--limit', '9', '--out', out('broken'))
      expect(output).toContain('5 answers were there already')
      expect(code).toBe(0)
      expect(metrics('broken')).toEqual(metrics('whole'))
      expect(existsSync(join(out('broken'), 'run.partial.xianwai.json'))).toBe(false)
    })
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
