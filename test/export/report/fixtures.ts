import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Sample } from '../../../src/domain/dataset.ts'
import type { Method } from '../../../src/domain/method.ts'
import type { Plan, Run } from '../../../src/domain/plan.ts'
import type { Prediction } from '../../../src/domain/prediction.ts'
import type { Bilingual, Scheme } from '../../../src/domain/scheme.ts'
import type { ReportContent, ReportField } from '../../../src/export/report/reportContent.ts'
import { calibrationBand, reliability } from '../../../src/metrics/calibration.ts'
import { classification } from '../../../src/metrics/classification.ts'
import { confusion, withoutUnparsed } from '../../../src/metrics/confusion.ts'
import { wilson } from '../../../src/metrics/intervals.ts'
import { leaning } from '../../../src/metrics/leaning.ts'
import { labelIntervals } from '../../../src/metrics/shareInterval.ts'
import { seededRandom } from '../../../src/domain/random.ts'
import { builtInMethods, studyMethods } from '../../../src/prompt/builtInMethods.ts'
import { hash } from '../fixtures.ts'

/** Breaks out of text, quoted attributes, comments, styles and raw text, where anything could. */
export const hostile = `"'><img src=x onerror=alert(1)></style></title><!--</pre></table><script>alert(2)</script>&lt;\u202e\0`

/** A scheme whose every text begins with a word. */
function schemeSaying(word: string): Scheme {
  const said = ({ zh, en }: Bilingual): Bilingual => ({ zh: `${word}${zh}`, en: `${word}${en}` })
  return {
    ...builtInScheme,
    fields: builtInScheme.fields.map((field) => ({
      ...field, name: said(field.name), definition: said(field.definition),
      labels: field.labels.map((label) => ({ ...label, name: said(label.name), definition: said(label.definition) })),
    })),
  }
}

/** A small report in which every name, label and text that comes from outside begins with a word. */
export function reportOf(word = ''): ReportContent {
  const scheme = schemeSaying(word)
  const named = (method: Method): Method => ({
    ...method, id: `${word}${method.id}`, name: { zh: `${word}${method.name.zh}`, en: `${word}${method.name.en}` }, summary: { zh: `${word}${method.summary.zh}`, en: `${word}${method.summary.en}` },
  })
  const shots: NonNullable<Method['shots']> = {
    dataset: { id: 'dev', name: `${word}dev`, hash: hash(9) }, draw: { kind: 'perLabel', field: 'stance' }, seed: 1,
    shots: [{ sampleId: `${word}例`, hash: hash(10), labels: { explicit: 'Positive', implicit: 'Negative', stance: 'Sarcastic Negative', intent: 'Irony', emotion: 'Outrage' } }],
  }
  const methods = [named(builtInMethods[0]!), named(builtInMethods.find(({ id }) => id === 'direct-free')!), named({ ...builtInMethods[1]!, id: 'direct-few', shots }), named(studyMethods.find(({ id }) => id === 'oracle-stance')!)]
  const model = {
    ref: { id: `${word}tiny`, kind: 'causal', origin: 'folder', revision: word, files: [{ path: `${word}model.onnx`, bytes: 12, sha256: hash(7) }], dtype: `${word}q8`, device: 'wasm', graph: 'rewritten' },
  } as const
  const samples = ['a', 'b', 'c'].map((id, at): Sample => ({
    id: `${word}${id}`, hash: hash(20 + at), text: `${word} 目标句`, context: `${word} 上文`, scene: null, speaker: null,
    gold: { stance: { kind: 'label', label: 'Neutral' }, intent: { kind: 'outOfScheme', raw: `${word}Concern` } }, tier: `${word}tier`, group: null, row: at, other: {},
  }))
  const plan: Plan = {
    id: hash(1), version: 1, createdAt: 0, dataset: { id: 'd', name: `${word}data`, hash: hash(2), samples: 3, demonstration: true }, scheme, seed: 1, sampleIds: samples.map(({ id }) => id),
    models: [model, { ref: { ...model.ref, id: `${word}other` } }], methods, decoding: { maxTokens: 9 }, reading: { prior: 'none', rule: 'joint', parser: 1 }, primaryMetric: { field: 'stance', metric: 'macroF1' },
  }
  const runs = methods.map((method, at): Run => ({ id: hash(30 + at), planId: plan.id, model, method, promptHash: hash(40 + at) }))
  const stance = fieldReport()
  const prediction = (run: Run, sample: Sample): Prediction => ({
    runId: run.id, sampleId: sample.id, sampleHash: sample.hash, outcome: { kind: 'free', text: `${word} 原话`, finish: 'stop' }, droppedTurns: 0, promptTokens: 1, newTokens: 1, duration: 1, at: 0,
  })
  return {
    plan, madeAt: 0, program: `Xianwai ${word}`,
    data: {
      samples: 2,
      dataset: { rows: 4, samples: 3, problems: 1, notices: 0, importedAt: 0, source: { file: `${word}.csv`, bytes: 1, format: 'csv', encoding: `${word}utf-8`, mapping: { [`${word}text`]: { kind: 'text' }, [`${word}gold`]: { kind: 'gold', field: 'stance' } } } },
      looks: [{ at: 0, planId: plan.id, runId: hash(30), view: `${word}overview`, field: `${word}stance`, reading: { prior: 'none', rule: 'joint', parser: 1 } }],
      scenes: [{ value: 'qa', count: 3 }], tiers: [{ value: `${word}tier`, count: 3 }], groups: null,
      gold: scheme.fields.map(({ id, labels }) => ({ field: id, labels: labels.map((_, at) => at), none: 1, outside: 1 })),
    },
    runs: runs.map((run) => ({ run, readable: true, samples: 3, answered: 3, failed: 1, waiting: 1, dropped: 0, checks: { checked: 1, fellBack: 1, largest: 0.5 }, milliseconds: 1, tokens: 1, fields: [stance] })),
    otherReadings: [{ reading: { prior: 'contentFree', rule: 'path', parser: 1 }, runs: [{ run: runs[0]!.id, records: 3, all: stance.all, intervals: stance.intervals }] }],
    evidence: [{ id: 'gains', title: { zh: '增益', en: 'Gains' }, notices: [`${word}notice`], sections: [{ id: 'gains', title: `${word}title`, text: `${word}text`, table: { caption: `${word}caption`, rules: [1], columns: [{ header: `${word}head`, how: `${word}how` }, { header: 'gain', align: 'end', scale: 'points', interval: true }], rows: [[`${word}row`, { value: 0.05, low: -0.01, high: 0.11 }], [`${word}row`, { value: null }]] } }] }],
    flips: [{ run: runs[0]!.id, same: true, fields: [{ field: 'stance', compared: 3, unanswered: { waiting: 1, failed: 1 }, interval: wilson(1, 3), flips: [{ sampleId: samples[0]!.id, was: 4, is: 'unparsed' }] }] }],
    texts: samples.map((sample) => ({ sample, predictions: Object.fromEntries(runs.map((run) => [run.id, { prediction: prediction(run, sample), answers: { stance: { kind: 'outOfScheme', found: `${word}冷淡` } } }])) })),
  }
}

function fieldReport(): ReportField {
  const [gold, predicted] = [[4, 4, 0], [4, -1, -2]]
  const table = confusion(9, gold, predicted)
  const all = classification(table)
  const share = wilson(1, 3)
  const five = { accuracy: share, macroRecall: share, macroF1: share, microF1: share, weightedF1: share, supportedMacroRecall: undefined, supportedMacroF1: undefined }
  const answers = { confidence: [0.9, 0.6, 0.4], correct: [1, 0, 1] }
  return {
    field: 'stance', table, all, parsed: classification(withoutUnparsed(table)),
    byStatus: { pending: 0, chosen: 2, failed: 1, notAsked: 1, outOfScheme: 1, ambiguous: 0, truncated: 0, unparsed: 1 }, notAsked: 1,
    answers: [0, 0, 0, 0, 1, 0, 0, 0, 0], confidence: [NaN, NaN, NaN, NaN, 0.9, NaN, NaN, NaN, NaN], gold: [1, 0, 0, 0, 2, 0, 0, 0, 0],
    meanProbabilities: new Array<number>(9).fill(1 / 9), measured: 3, leaning: { ...leaning(table), warning: { label: 4, share: 1, reference: 0.5, against: 'gold' } },
    intervals: { ...five, parsed: five, labels: labelIntervals(9, gold, predicted, { random: seededRandom(1) }), reliability: reliability(answers), calibration: calibrationBand(answers, { random: seededRandom(1) }) },
  }
}
