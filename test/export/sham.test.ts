import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Plan, Run } from '../../src/domain/plan.ts'
import type { Conditional, Prediction } from '../../src/domain/prediction.ts'
import { answersTable } from '../../src/export/answersTable.ts'
import { resultFiles } from '../../src/export/resultFiles.ts'
import { parseRunFile, writeRunFile } from '../../src/export/runFile.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { shamMatrix } from '../../src/prompt/shamMatrix.ts'
import { hash, plan as base, runs as baseRuns, samples } from './fixtures.ts'

const flat = (field: string, labels: number, given: Record<string, string> = {}): Conditional => ({
  field, given, logProbabilities: Float32Array.from({ length: labels }, (_, at) => Math.log(at === 0 ? 0.5 : 0.5 / (labels - 1))),
})

describe('a run over a sham matrix', () => {
  const method = shamMatrix(builtInScheme, builtInMethods[0]!, 'arbitrary', 1)
  const shots = { dataset: { id: 'd', name: 'dev', hash: hash(9) }, draw: { kind: 'balanced', field: 'stance', each: 2 }, seed: 3, shots: [{ sampleId: 'x', hash: hash(8), labels: { stance: 'Neutral' } }] } as const
  const few = { ...builtInMethods[0]!, id: 'matrix-few', shots }
  const plan: Plan = { ...base, methods: [method, few], family: { pairs: { kind: 'none' } } }
  const run: Run = { ...baseRuns[0]!, method }
  const prediction: Prediction = {
    runId: run.id, sampleId: '007', sampleHash: samples[1]!.hash, droppedTurns: 0, promptTokens: 1, newTokens: 1, duration: 1, at: 1,
    outcome: {
      kind: 'guided', reasons: [],
      conditionals: [flat('sham-1', 3), ...['a1', 'a2', 'a3'].map((a) => flat('sham-2', 3, { 'sham-1': a })), flat('intent', 8, { 'sham-1': 'a1', 'sham-2': 'b1' }), flat('emotion', 25, { 'sham-1': 'a1', 'sham-2': 'b1', intent: 'Authenticity' })],
    },
  }
  const content = { plan, runs: [run], samples, predictions: new Map([[run.id, [prediction]]]), priors: new Map() }

  test('comes back from a run file, scheme and all', () => {
    const read = parseRunFile(writeRunFile(content))
    expect(read.plan).toEqual(plan)
    expect(read.runs).toEqual([run])
    expect(read.predictions.get(run.id)).toEqual([prediction])
    const spoilt = writeRunFile(content).replaceAll('"sham-2":"b1"', '"sham-2":"b9"')
    expect(() => parseRunFile(spoilt)).toThrow(/no sham-2 b9|sham-2/)
  })

  test('is told and scored by intent and emotion alone, never as the benchmark’s chain', () => {
    expect(answersTable(content, run).columns.map(({ header }) => header).filter((header) => header.startsWith('predicted_'))).toEqual(['predicted_intent', 'predicted_emotion'])
    const files = resultFiles(content)
    expect(files.map(({ name }) => name)).toEqual(['tiny-matrix-sham-1_chain_intent_zeroshot.jsonl', 'tiny-matrix-sham-1_chain_emotion_zeroshot.jsonl'])
    expect(files[1]!.text).toContain('"predicted":"Love","correct":true')
  })
})
