import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Gold, Sample } from '../../src/domain/dataset.ts'
import type { Run } from '../../src/domain/plan.ts'
import type { Conditional, Outcome, Prediction } from '../../src/domain/prediction.ts'
import { type Random, seededRandom } from '../../src/domain/random.ts'
import { type FieldId, fieldOf } from '../../src/domain/scheme.ts'
import type { RunFileContent } from '../../src/export/runFile.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { hash, plan as basePlan, runs as baseRuns } from './fixtures.ts'

/**
 * A run of each kind over 300 samples from a fixed seed: written answers (right, wrong, invented, two labels, none at all, failed) and measured
 * ones; gold that is missing or outside the list. What tools/golden/resultFiles.mjs exports and result_files.py scores.
 */
export function benchmarkRun(): RunFileContent {
  const random = seededRandom(20_260_810)
  const samples = Array.from({ length: 300 }, (_, at): Sample => ({
    id: `s${at}`, hash: hash(1_000 + at), text: `句子 ${at}`, context: '', scene: null, speaker: null, gold: golds(random), tier: null, group: null, row: at + 1, other: {},
  }))
  const plan = { ...basePlan, sampleIds: samples.map(({ id }) => id), dataset: { ...basePlan.dataset, samples: samples.length } }
  const methods = ['direct-free', 'cot', 'direct'].map((id) => builtInMethods.find((method) => method.id === id)!)
  const runs = methods.map((method, at): Run => ({ ...baseRuns[0]!, id: hash(500 + at), method }))
  const predictions = new Map(runs.map((run) => [run.id, samples.map((sample): Prediction => ({
    runId: run.id, sampleId: sample.id, sampleHash: sample.hash, outcome: run.method.asking === 'free' ? written(sample, random) : measured(sample, random),
    droppedTurns: 0, promptTokens: 1, newTokens: 1, duration: 1, at: 0,
  }))]))
  return { plan, runs, predictions, priors: new Map(), samples }
}

const tasks = ['stance', 'intent', 'emotion'] as const

function labelIn(field: FieldId, random: Random): string {
  const { labels } = fieldOf(builtInScheme, field)
  // a skew, so that some labels have no gold at all
  return labels[Math.floor(random.uniform() ** 2 * labels.length)]!.id
}

function golds(random: Random): Sample['gold'] {
  return Object.fromEntries(tasks.flatMap((field): [string, Gold][] => {
    const draw = random.uniform()
    if (draw < 0.05) return []
    return [[field, draw < 0.1 ? { kind: 'outOfScheme', raw: 'Concern' } : { kind: 'label', label: labelIn(field, random) }]]
  }))
}

function answerTo(sample: Sample, field: FieldId, random: Random): string {
  const own = sample.gold[field]
  return own?.kind === 'label' && random.uniform() < 0.5 ? own.label : labelIn(field, random)
}

function written(sample: Sample, random: Random): Outcome {
  if (random.uniform() < 0.03) return { kind: 'failed', reason: 'timedOut' }
  const lines = tasks.flatMap((field) => {
    const { name, labels } = fieldOf(builtInScheme, field)
    const zh = (id: string): string => labels.find((label) => label.id === id)!.name.zh
    const draw = random.uniform()
    if (draw < 0.08) return []
    if (draw < 0.14) return [`${name.zh}：冷淡`]
    const first = answerTo(sample, field, random)
    if (draw < 0.18) return [`${name.zh}：${zh(first)}或${zh(labels.find(({ id }) => id !== first)!.id)}`]
    return [`${name.zh}：${zh(first)}`]
  })
  return { kind: 'free', text: lines.join('\n'), finish: 'stop' }
}

function measured(sample: Sample, random: Random): Outcome {
  const conditionals: Conditional[] = []
  let given: Record<string, string> = {}
  for (const field of tasks) {
    const { labels } = fieldOf(builtInScheme, field)
    const chosen = answerTo(sample, field, random)
    const scores = labels.map(({ id }) => (id === chosen ? 1 : 0.1))
    const total = scores.reduce((sum, score) => sum + score, 0)
    conditionals.push({ field, given, logProbabilities: Float32Array.from(scores, (score) => Math.log(score / total)) })
    given = { ...given, [field]: chosen }
  }
  return { kind: 'guided', conditionals, reasons: [] }
}
