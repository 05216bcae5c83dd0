import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPrediction } from '../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { type BenchmarkMetric, benchmarkMetricNames, type Plan, type Run } from '../../src/domain/plan.ts'
import type { Prediction } from '../../src/domain/prediction.ts'
import { fieldOf, labelIndex } from '../../src/domain/scheme.ts'
import { benchmarkMethod, benchmarkMethods, parseResultFileName, resultFileName } from '../../src/export/resultFileName.ts'
import { jsonLines, type ResultLine, resultFiles } from '../../src/export/resultFiles.ts'
import { type Classification, classification, metricOf } from '../../src/metrics/classification.ts'
import { confusion, OUT_OF_SCHEME, UNPARSED } from '../../src/metrics/confusion.ts'
import { builtInMethods, classifierMethod, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { runColumns } from '../../src/state/results/columnsWriter.ts'
import { runFigures } from '../../src/state/results/runFigures.ts'
import { golden } from '../metrics/golden.ts'
import { benchmarkRun } from './benchmarkRun.ts'
import { content, hash, plan, runs, samples } from './fixtures.ts'
import { twoByTwo } from './schemeFixtures.ts'

const free: Run = { ...runs[1]!, model: runs[0]!.model }

function freePrediction(sampleId: string, text: string): Prediction {
  return { runId: free.id, sampleId, sampleHash: hash(1), outcome: { kind: 'free', text, finish: 'stop' }, droppedTurns: 0, promptTokens: 1, newTokens: 1, duration: 1, at: 1 }
}

function written(predictions: readonly Prediction[], used: Plan = plan): Record<string, ResultLine[]> {
  const files = resultFiles({ plan: used, runs: [free], samples, predictions: new Map([[free.id, predictions]]), priors: new Map() })
  return Object.fromEntries(files.map(({ name, text }) => [name, text.trimEnd().split('\n').map((line) => JSON.parse(line) as ResultLine)]))
}

describe('names', () => {
  test('of the benchmark are read from the right: models may have underscores', () => {
    expect(parseResultFileName('runs/glm_5_1_structure_only_intent_fewshot.jsonl')).toEqual({ model: 'glm_5_1', method: 'structure_only', task: 'intent', shots: 'fewshot' })
    expect(parseResultFileName('a_gold_pi_emotion_zeroshot.jsonl')).toMatchObject({ model: 'a', method: 'gold_pi' })
    expect(['results.jsonl', 'a_chain_stance_3shot.jsonl', '_chain_stance_zeroshot.jsonl'].map(parseResultFileName)).toEqual([undefined, undefined, undefined])
  })

  test('come back though the task is a field whose id has underscores', () => {
    const parts = { model: 'glm_5', method: 'gold_pi', task: 'said_tone_2', shots: 'zeroshot' } as const
    expect(parseResultFileName(resultFileName(parts))).toEqual(parts)
  })

  test('come back', () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-zA-Z0-9_.-]{1,20}$/), fc.constantFrom(...benchmarkMethods), fc.constantFrom('stance', 'intent', 'emotion'), fc.constantFrom('zeroshot' as const, 'fewshot' as const), (model, method, task, shots) => {
      const parts = { model, method, task, shots }
      expect(parseResultFileName(resultFileName(parts))).toEqual(parts)
    }))
  })

  test('methods by their steps', () => {
    const named = Object.fromEntries([...builtInMethods, ...studyMethods, classifierMethod].map((method) => [method.id, benchmarkMethod(method)]))
    expect(named).toEqual({ matrix: 'chain', direct: 'direct', reason: 'cot', 'matrix-free': 'chain', 'direct-free': 'direct', cot: 'cot', classifier: 'chain',
      'matrix-reason': 'chain', 'structure-only': 'structure_only', 'oracle-stance': 'gold_p', 'oracle-stance-intent': 'gold_pi', 'predicted-stance': 'direct', 'shuffled-stance': 'direct',
    })
    const base = builtInMethods[0]!
    const give = (field: string) => ({ kind: 'give', field, from: 'gold' }) as const
    const choose = { kind: 'choose', field: 'emotion' } as const
    expect(benchmarkMethod({ ...base, steps: [give('stance'), choose] })).toBe('gold_p')
    expect(benchmarkMethod({ ...base, steps: [give('stance'), give('intent'), choose] })).toBe('gold_pi')
    expect(benchmarkMethod({ ...base, id: 'structure-only', steps: [{ kind: 'reason', maxTokens: 9 }, choose] })).toBe('structure_only')
  })

  test('tell runs apart that the benchmark would name alike', () => {
    const alike = [0, 3, 0].map((method, at): Run => ({ ...runs[0]!, id: hash(50 + at), method: builtInMethods[method]! }))
    const predictions = new Map(alike.map(({ id }) => [id, samples.map((sample) => freePrediction(sample.id, '情感立场：中性'))]))
    const names = resultFiles({ plan, runs: alike, samples, predictions, priors: new Map() }).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['tiny-matrix-free_chain_stance_zeroshot.jsonl', 'tiny-matrix-q8-wasm_chain_stance_zeroshot.jsonl', 'tiny-matrix-q8-wasm-2_chain_stance_zeroshot.jsonl']))
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('lines', () => {
  const files = written([
    freePrediction('7', '情感立场：中性'),
    freePrediction('007', '字面极性：中性\n隐含极性：中性\n情感立场：中性\n语用意图：反讽\n细粒度情绪：欢喜'),
    freePrediction('x"\n', '情感立场：中性/负面\n细粒度情绪：\u2028爱意'),
    { ...freePrediction('四', ''), outcome: { kind: 'failed', reason: 'timedOut' } },
  ])

  test('hold what the benchmark’s do; without gold, or failed: no line', () => {
    expect(files['tiny_chain_stance_zeroshot.jsonl']).toEqual([
      { sample_id: '007', gold: 'Neutral', predicted: 'Neutral', correct: true, raw_response: '字面极性：中性\n隐含极性：中性\n情感立场：中性\n语用意图：反讽\n细粒度情绪：欢喜' },
      { sample_id: 'x"\n', gold: 'Neutral', predicted: '中性/负面', correct: false, raw_response: '情感立场：中性/负面\n细粒度情绪：\u2028爱意' },
    ])
    expect(files['tiny_chain_emotion_zeroshot.jsonl']?.map(({ predicted, correct }) => [predicted, correct])).toEqual([['欢喜', false], ['Love', true]])
  })

  test('call raw only what the model wrote: the reasoning before a choice, nothing where it was measured', () => {
    const reason = builtInMethods.find(({ id }) => id === 'reason')!
    const run: Run = { ...runs[0]!, method: reason }
    const even = (length: number) => new Float32Array(length).fill(-Math.log(length))
    const predictions = [['分析的话'], []].map((reasons, at): Prediction => ({
      ...freePrediction(samples[at + 1]!.id, ''),
      runId: run.id,
      outcome: { kind: 'guided', conditionals: [{ field: 'stance', given: {}, logProbabilities: even(9) }], reasons },
    }))
    const [file] = resultFiles({ plan, runs: [run], samples, predictions: new Map([[run.id, predictions]]), priors: new Map() })
    expect(file!.text.trimEnd().split('\n').map((line) => (JSON.parse(line) as ResultLine).raw_response)).toEqual(['分析的话', ''])
  })

  test('keep gold outside the scheme as it was; an unparsed answer is an empty text', () => {
    expect(files['tiny_chain_intent_zeroshot.jsonl']?.map(({ gold, predicted, correct }) => [gold, predicted, correct])).toEqual([['Concern', 'Irony', false], ['Concern', '', false]])
  })

  // another scheme has no runner that knows of three tasks only: what was asked is a task, be it a part of a derived field
  test('of another scheme are written of the parts of its matrix, too', () => {
    const method: Run['method'] = { ...free.method, steps: [{ kind: 'choose', field: 'tone' }, { kind: 'choose', field: 'will' }, { kind: 'derive', field: 'attitude' }] }
    const label = (id: string) => ({ kind: 'label', label: id }) as const
    const files = resultFiles({
      plan: { ...plan, scheme: twoByTwo }, runs: [{ ...free, method }], priors: new Map(),
      samples: [{ ...samples[0]!, gold: { tone: label('Warm'), will: label('Unkind'), attitude: label('Sly') } }],
      predictions: new Map([[free.id, [freePrediction(samples[0]!.id, '语气：热\n心意：善\n态度：坦率')]]]),
    })
    expect(files.map(({ name, text }) => [parseResultFileName(name)!.task, (JSON.parse(text) as ResultLine).gold, (JSON.parse(text) as ResultLine).predicted])).toEqual([['tone', 'Warm', 'Warm'], ['will', 'Unkind', 'Kind'], ['attitude', 'Sly', 'Frank']])
  })

  test('are one a record, whatever stands in the text', () => {
    expect(jsonLines([{ text: 'a\u2028b\nc' }])).toBe('{"text":"a\\u2028b\\nc"}\n')
  })
})

/** Our figures of a run's task, by the columns behind every screen. */
function figuresOf({ plan, samples, predictions }: ReturnType<typeof benchmarkRun>, run: Run, task: string): Classification {
  const columns = runColumns(plan.scheme, samples, predictions.get(run.id)!, (prediction) => readPrediction(prediction, plan.scheme, run.method, plan.reading))
  return runFigures(columns, Int32Array.from(samples, (_, at) => at)).fields.find(({ field }) => field === task)!.all
}

/** The benchmark's own arithmetic, from the file alone: full label list, gold outside it left out. */
function scoresOf(lines: readonly ResultLine[], task: string): { accuracy: number; macroF1: number } | undefined {
  const labels = fieldOf(builtInScheme, task).labels.map(({ id }) => id)
  const scored = lines.filter(({ gold }) => labels.includes(gold))
  if (scored.length === 0) return undefined
  const f1 = labels.map((label) => {
    const hits = scored.filter(({ gold, predicted }) => gold === label && predicted === label).length
    const all = scored.filter(({ gold }) => gold === label).length + scored.filter(({ predicted }) => predicted === label).length
    return all === 0 ? 0 : (2 * hits) / all
  })
  return { accuracy: scored.filter(({ correct }) => correct).length / scored.length, macroF1: f1.reduce((sum, score) => sum + score, 0) / f1.length }
}

interface Scored {
  readonly name: string
  readonly sha256: string
  readonly scores: Readonly<Record<BenchmarkMetric | 'n', number>>
}

describe('figures', () => {
  test('are those that scikit-learn computes from our files, byte for byte the same files', () => {
    const { files } = golden('result_files') as { files: readonly Scored[] }
    const run = benchmarkRun()
    const exported = resultFiles(run)
    expect(exported.map(({ name }) => name).sort()).toEqual(files.map(({ name }) => name))
    for (const { name, sha256, scores } of files) {
      const { text } = exported.find((file) => file.name === name)!
      expect([name, createHash('sha256').update(text).digest('hex')]).toEqual([name, sha256])
      const { task } = parseResultFileName(name)!
      const owner = run.runs.find(({ method }) => name.startsWith(`tiny-${method.id}_`) || (method.id === 'cot' && name.startsWith('tiny_cot_')))!
      const own = figuresOf(run, owner, task)
      expect(own.records).toBe(scores.n)
      for (const metric of benchmarkMetricNames) expect(Math.abs(metricOf(own, metric)! - scores[metric])).toBeLessThanOrEqual(1e-12)
    }
  })

  test('from the files are ours', () => {
    fc.assert(fc.property(content, (run) => {
      const files = resultFiles(run)
      for (const { name, text } of files) {
        const { task, method } = parseResultFileName(name)!
        const lines = text.trimEnd().split('\n').map((line) => JSON.parse(line) as ResultLine)
        const owner = run.runs.find((candidate) => benchmarkMethod(candidate.method) === method && name.startsWith(candidate.model.ref.id))!
        const field = fieldOf(builtInScheme, task)
        const gold: number[] = []
        const predicted: number[] = []
        for (const prediction of run.predictions.get(owner.id) ?? []) {
          const answer = readPrediction(prediction, builtInScheme, owner.method, plan.reading)[task]
          const own = samples.find(({ id }) => id === prediction.sampleId)!.gold[task]
          if (!own || !answer || answer.kind === 'failed' || answer.kind === 'notAsked') continue
          gold.push(own.kind === 'label' ? labelIndex(field, own.label) : -1)
          predicted.push(answer.kind === 'chosen' ? labelIndex(field, answer.label) : answer.kind === 'outOfScheme' ? OUT_OF_SCHEME : UNPARSED)
        }
        const ours = classification(confusion(field.labels.length, gold, predicted))
        const theirs = scoresOf(lines, task)
        expect([ours.accuracy, ours.macro.f1]).toEqual([theirs?.accuracy, theirs?.macroF1])
      }
    }), { numRuns: 60 })
  })
})
