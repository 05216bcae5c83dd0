import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as v from 'valibot'
import type { Plan, Run } from '../../src/domain/plan.ts'
import { jsonSchema } from '../../src/export/jsonSchema.ts'
import type { planSchema, runSchema } from '../../src/export/planSchema.ts'
import { parseRunFile, RUN_FILE_SCHEMA, wholeSample, writeRunFile } from '../../src/export/runFile.ts'
import { RunFileError } from '../../src/export/runFileError.ts'
import { runFileSchema } from '../../src/export/runFileSchema.ts'
import { content, hash, plan, runs, samples } from './fixtures.ts'

/** Every key there and writable: two types are then assignable both ways only if they have the same keys and values. */
type Plain<Type> = Type extends readonly (infer Item)[] ? Plain<Item>[] : Type extends object ? { -readonly [Key in keyof Type]-?: Plain<Type[Key]> } : Type
type Same<One, Other> = [Plain<One>, Plain<Other>] extends [Plain<Other>, Plain<One>] ? true : never

/** These do not compile as soon as the domain has a key, or a value, that the file's schema has not, or the other way round. */
const planIsPlan: Same<v.InferOutput<typeof planSchema>, Plan> = true
const runIsRun: Same<v.InferOutput<typeof runSchema>, Run> = true

const empty = { plan, runs, samples, predictions: new Map(), priors: new Map() }

/** What went wrong with a file that `change` has spoilt. */
function spoilt(change: (file: ReturnType<typeof fileOf>) => void): string {
  const file = fileOf()
  change(file)
  try {
    parseRunFile(JSON.stringify(file))
  } catch (error) {
    if (error instanceof RunFileError) return `${error.code} ${error.message}`
    throw error
  }
  return 'taken'
}

interface Loose {
  version: number
  format: string
  plan: Record<string, unknown> & { family?: { pairs: Record<string, unknown> }; scheme: { fields: Record<string, unknown>[] }; methods: { steps: Record<string, unknown>[] }[] }
  shapes: { field: string; given: Record<string, string>; labels: number }[][]
  runs: { run: Record<string, unknown>; predictions: { sampleId: string; outcome: Record<string, unknown>; [key: string]: unknown }[] }[]
  samples: Record<string, unknown>[]
}

function fileOf(): Loose {
  const prediction = {
    runId: runs[0]!.id, sampleId: '7', sampleHash: hash(100), droppedTurns: 0, promptTokens: 9, newTokens: 0, duration: 3.25, at: 5,
    outcome: { kind: 'guided', conditionals: [{ field: 'explicit', given: {}, logProbabilities: Float32Array.of(-1, -2, -3) }], reasons: [] },
  } as const
  return JSON.parse(writeRunFile({ ...empty, predictions: new Map([[runs[0]!.id, [prediction]]]) })) as Loose
}

describe('a run file', () => {
  test('comes back as the very same thing, every bit of every number', () => {
    fc.assert(fc.property(content, fc.boolean(), (written, text) => {
      const read = parseRunFile(writeRunFile(written, { text }))
      expect(read.plan).toEqual(written.plan)
      expect(JSON.stringify(read.plan)).toBe(JSON.stringify(written.plan))
      expect(read.runs).toEqual(written.runs)
      expect(read.predictions).toEqual(written.predictions)
      expect(read.priors).toEqual(written.priors)
      expect(bits(read)).toEqual(bits(written))
      if (text) expect(read.samples.map(wholeSample)).toEqual(samples)
    }), { numRuns: 60 })
  })

  test('holds nothing of the data’s text unless asked', () => {
    const file = writeRunFile(empty)
    expect(['句子', '两行', '张三', 'x,y'].filter((secret) => file.includes(secret))).toEqual([])
    const read = parseRunFile(file)
    expect(read.samples.map(({ group }) => group)).toEqual(['1', '1', null, null])
    expect(read.samples[1]!.gold).toEqual(samples[1]!.gold)
    expect(read.samples.map(wholeSample)).toEqual([undefined, undefined, undefined, undefined])
    expect(writeRunFile(empty, { text: true }).includes('张三')).toBe(true)
  })

  test('leaves out samples that the plan did not draw', () => {
    const more = [...samples, { ...samples[0]!, id: 'stranger' }]
    expect(parseRunFile(writeRunFile({ ...empty, samples: more })).samples).toHaveLength(4)
  })

  test('is what the published JSON Schema says', async () => {
    expect([planIsPlan, runIsRun]).toEqual([true, true])
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Xianwai run file, version 1', ...jsonSchema(runFileSchema) }
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../../public/${RUN_FILE_SCHEMA}`)
  })
})

describe('a file that is no run file says what is wrong, and where', () => {
  test.each<[string, string]>([
    ['', 'notJson'], ['{"format": "xianwai-run", "vers', 'notJson'], ['[]', 'notRunFile'], ['{"plan": {}}', 'notRunFile'], ['null', 'notRunFile'],
  ])('%j', (text, code) => {
    expect(() => parseRunFile(text)).toThrow(expect.objectContaining({ code }))
  })

  test('a byte order mark does not matter', () => {
    expect(parseRunFile(`\ufeff${writeRunFile(empty)}`).plan.id).toBe(plan.id)
  })

  test.each<[string, (file: Loose) => void, string]>([
    ['nothing', () => undefined, 'taken'],
    ['a later version', (file) => (file.version = 2), 'newerVersion version: 2'],
    ['a wrong type', (file) => (file.runs[0]!.predictions[0]!.promptTokens = '9'), 'malformed runs[0].predictions[0].promptTokens'],
    ['a missing key', (file) => delete file.plan.seed, 'malformed plan.seed'],
    ['an unknown key', (file) => (file.plan.seeds = 1), 'malformed plan.seeds'],
    ['an unknown step', (file) => (file.plan.methods[0]!.steps[1]!.kind = 'guess'), 'malformed plan.methods[0].steps[1].kind'],
    ['a hash', (file) => (file.runs[0]!.run.id = 'abc'), 'malformed runs[0].run.id'],
    ['scores that are no base64', (file) => (file.runs[0]!.predictions[0]!.outcome.scores = '***'), 'malformed runs[0].predictions[0].outcome.scores'],
    ['scores cut short', (file) => (file.runs[0]!.predictions[0]!.outcome.scores = btoa('12345678')), 'inconsistent runs[0].predictions[0].outcome.scores: 2 numbers'],
    ['a NaN', (file) => (file.runs[0]!.predictions[0]!.outcome.scores = btoa('\x00\x00\xc0\x7f'.repeat(3))), 'malformed runs[0].predictions[0].outcome.scores'],
    ['a shape that is not there', (file) => (file.runs[0]!.predictions[0]!.outcome.shape = 3), 'inconsistent runs[0].predictions[0].outcome.shape'],
    ['a shape of another field', (file) => (file.shapes[0]![0]!.field = 'stance'), 'inconsistent shapes[0][0].labels'],
    ['a path of unknown labels', (file) => (file.shapes[0]![0]!.given.explicit = 'Odd'), 'inconsistent shapes[0][0].given'],
    ['a sample outside the plan', (file) => (file.runs[0]!.predictions[0]!.sampleId = '8'), 'inconsistent runs[0].predictions[0].sampleId'],
    ['a sample twice', (file) => file.runs[0]!.predictions.push(file.runs[0]!.predictions[0]!), 'inconsistent runs[0].predictions[1].sampleId'],
    ['another plan’s run', (file) => (file.runs[1]!.run.planId = hash(9)), 'inconsistent runs[1].run.planId'],
    ['a run twice', (file) => (file.runs[1]!.run.id = file.runs[0]!.run.id), 'inconsistent runs[1]'],
    ['a derivation from nowhere', (file) => (file.plan.scheme.fields[2]!.from = ['explicit', 'tone']), 'inconsistent plan.scheme.fields[2].from[1]'],
    ['a comparison with a method that is not there', (file) => (file.plan.family!.pairs.method = 'odd'), 'inconsistent plan.family.pairs.method'],
    ['a comparison with a model that is not there', (file) => (file.plan.family!.pairs.model = 'odd'), 'inconsistent plan.family.pairs.model'],
    ['no family', (file) => delete file.plan.family, 'taken'],
    ['a sample that was not drawn', (file) => (file.samples[0]!.id = 'z'), 'inconsistent samples[0].id'],
  ])('%s', (_, change, said) => {
    expect(spoilt(change)).toContain(said)
  })
})

/** All floats of a file as integers: `toEqual` takes NaN for NaN, integers tell apart what numbers hide. */
function bits(file: { readonly predictions: Parameters<typeof writeRunFile>[0]['predictions'] }): number[] {
  return [...file.predictions.values()].flat().flatMap(({ outcome }) =>
    outcome.kind === 'guided' || outcome.kind === 'classified'
      ? outcome.conditionals.flatMap(({ logProbabilities }) => [...new Uint32Array(logProbabilities.slice().buffer)])
      : [],
  )
}
