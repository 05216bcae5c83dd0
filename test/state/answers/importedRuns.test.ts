import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPrediction } from '../../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Dataset, Sample } from '../../../src/domain/dataset.ts'
import { fieldOf } from '../../../src/domain/scheme.ts'
import { parseRunFile, writeRunFile } from '../../../src/export/runFile.ts'
import { resultFiles } from '../../../src/export/resultFiles.ts'
import { ImportError } from '../../../src/import/importError.ts'
import { planId, runId } from '../../../src/run/freezePlan.ts'
import { fileFigures } from '../../../src/state/answers/fileFigures.ts'
import { keepOwnData, ownSamples } from '../../../src/state/answers/filesOwnData.ts'
import { readDataset, readSamples } from '../../../src/storage/datasets.ts'
import { firstChoices, openAnswerFile } from '../../../src/state/answers/answerFile.ts'
import { type ImportedRun, importedRuns, matchedFile, overlapping } from '../../../src/state/answers/importedRuns.ts'
import { runColumns } from '../../../src/state/results/columnsWriter.ts'
import { runFigures } from '../../../src/state/results/runFigures.ts'
import { workbook } from '../../import/workbook.ts'

const labels = (field: string) => fieldOf(builtInScheme, field).labels.map(({ id }) => id)
const hash = (at: number): string => at.toString(16).padStart(64, '0')

function sampleOf(at: number, gold: Record<string, string>): Sample {
  return {
    id: `cue-${at}`, hash: hash(at), text: `第 ${at} 句`, context: '', scene: null, speaker: null, tier: null, group: null, row: at, other: {},
    gold: Object.fromEntries(Object.entries(gold).map(([field, label]) => [field, labels(field).includes(label) ? { kind: 'label', label } : { kind: 'outOfScheme', raw: label }])),
  }
}

const dataset: Dataset = {
  id: 'd', name: '基准', hash: hash(999), schemeId: builtInScheme.id, rows: 0, samples: 0, problems: 0, notices: 0, importedAt: 0, demonstration: false,
  source: { file: 'cue.jsonl', bytes: 0, format: 'jsonl', encoding: 'utf-8', mapping: {} },
}

async function runsOf(samples: readonly Sample[], ...files: readonly (readonly [name: string, text: string])[]): Promise<readonly ImportedRun[]> {
  const opened = await Promise.all(files.map(([name, text]) => openAnswerFile(new File([text], name))))
  return importedRuns(opened.map((file) => matchedFile({ file, choices: firstChoices(file, builtInScheme) }, samples, builtInScheme)), dataset, samples, builtInScheme, 1)
}

interface Line { readonly sample_id: string; readonly gold: string; readonly predicted: string | null }

/**
 * The benchmark's metric script, from the file alone: scikit-learn's precision_recall_fscore_support over the FULL label list with
 * zero_division=0; gold outside the list left out; what is predicted outside it is wrong, and nobody's false positive.
 */
function benchmarkScores(lines: readonly Line[], field: string) {
  const list = labels(field)
  const scored = lines.filter(({ gold }) => list.includes(gold))
  const classes = list.map((label) => {
    const hits = scored.filter(({ gold, predicted }) => gold === label && predicted === label).length
    const gold = scored.filter((line) => line.gold === label).length
    const predicted = scored.filter((line) => line.predicted === label).length
    return { support: gold, recall: gold === 0 ? 0 : hits / gold, f1: gold + predicted === 0 ? 0 : (2 * hits) / (gold + predicted), hits, predicted }
  })
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const hits = classes.reduce((sum, each) => sum + each.hits, 0)
  const named = classes.reduce((sum, each) => sum + each.predicted, 0)
  return {
    accuracy: hits / scored.length,
    macroRecall: mean(classes.map(({ recall }) => recall)),
    macroF1: mean(classes.map(({ f1 }) => f1)),
    microF1: scored.length + named === 0 ? 0 : (2 * hits) / (scored.length + named),
    weightedF1: classes.reduce((sum, { f1, support }) => sum + f1 * support, 0) / scored.length,
  }
}

function figuresOf({ plan, run, predictions }: ImportedRun, samples: readonly Sample[], field: string) {
  const columns = runColumns(builtInScheme, samples, predictions, (prediction) => readPrediction(prediction, builtInScheme, run.method, plan.reading))
  const { all } = runFigures(columns, Int32Array.from(samples.keys())).fields.find((each) => each.field === field)!
  return { accuracy: all.accuracy, macroRecall: all.macro.recall, macroF1: all.macro.f1, microF1: all.micro.f1, weightedF1: all.weighted.f1 }
}

/** Predictions as runners write them: labels, other spellings of labels (which the benchmark counts as none), inventions, none. */
const lines = (field: string, count: number): fc.Arbitrary<readonly Line[]> => fc.tuple(...Array.from({ length: count }, (_, at) => fc.record({
  sample_id: fc.constant(`cue-${at}`),
  gold: fc.constantFrom(...labels(field), 'Concern'),
  predicted: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...labels(field)) }, fc.constantFrom(null, '', 'Concern', '反讽', labels(field)[0]!.toLowerCase(), `${labels(field)[0]}.`)),
})))

const written = (all: readonly Line[]): string => all.map((line) => `${JSON.stringify({ ...line, correct: line.gold === line.predicted, raw_response: 'x' })}\n`).join('')

describe('a result file of the benchmark, taken in', () => {
  test.each(['stance', 'intent', 'emotion'])('gives the benchmark’s numbers: %s', async (field) => {
    await fc.assert(fc.asyncProperty(lines(field, 40), async (all) => {
      const samples = all.map(({ gold }, at) => sampleOf(at, { [field]: gold }))
      fc.pre(samples.some(({ gold }) => gold[field]?.kind === 'label'))
      const [run] = await runsOf(samples, [`GLM-5.1_chain_${field}_zeroshot.jsonl`, written(all)])
      const theirs = benchmarkScores(all, field)
      const ours = figuresOf(run!, samples, field)
      for (const [name, value] of Object.entries(theirs)) expect(ours[name as keyof typeof ours], name).toBeCloseTo(value, 12)
    }), { numRuns: 40 })
  })

  test('comes out again as the file that it was', async () => {
    await fc.assert(fc.asyncProperty(lines('intent', 12), async (all) => {
      const samples = all.map(({ gold }, at) => sampleOf(at, { intent: gold }))
      const name = 'glm_5_gold_p_intent_fewshot.jsonl'
      const [run] = await runsOf(samples, [name, written(all)])
      const [file] = resultFiles({ plan: run!.plan, runs: [run!.run], samples, predictions: new Map([[run!.run.id, run!.predictions]]), priors: new Map() })
      expect(file!.name).toBe(name)
      const back = file!.text.trimEnd().split('\n').map((line) => JSON.parse(line) as Line)
      expect(benchmarkScores(back, 'intent')).toEqual(benchmarkScores(all, 'intent'))
    }), { numRuns: 20 })
  })
})

describe('several files', () => {
  const samples = [0, 1, 2].map((at) => sampleOf(at, { stance: 'Neutral', intent: 'Irony', emotion: 'Love' }))
  const text = (predicted: string, ids = [0, 1, 2]) => written(ids.map((at) => ({ sample_id: `cue-${at}`, gold: 'Neutral', predicted })))

  test('of one model, method and number of shots are one run of several tasks', async () => {
    const runs = await runsOf(samples, ['m_direct_stance_zeroshot.jsonl', text('Negative')], ['m_direct_intent_zeroshot.jsonl', text('Irony', [1])], ['m_cot_stance_zeroshot.jsonl', text('Neutral')])
    expect(runs.map(({ run, plan }) => [run.model.ref.id, run.method.imported?.benchmark, plan.imported?.map(({ name }) => name)])).toEqual([
      ['m', 'direct', ['m_direct_stance_zeroshot.jsonl', 'm_direct_intent_zeroshot.jsonl']], ['m', 'cot', ['m_cot_stance_zeroshot.jsonl']],
    ])
    const { predictions, run, plan } = runs[0]!
    expect(plan.sampleIds).toEqual(['cue-0', 'cue-1', 'cue-2'])
    expect(predictions.map((prediction) => readPrediction(prediction, builtInScheme, run.method, plan.reading).intent)).toEqual([{ kind: 'notAsked' }, { kind: 'chosen', label: 'Irony' }, { kind: 'notAsked' }])
  })

  test('that answer the same field in the same run do not go together', async () => {
    const opened = await Promise.all([['m_direct_stance_zeroshot.jsonl', text('Negative')], ['copy/m_direct_stance_zeroshot.jsonl', text('Neutral')]].map(([name, content]) => openAnswerFile(new File([content!], name!))))
    const matched = opened.map((file) => matchedFile({ file, choices: firstChoices(file, builtInScheme) }, samples, builtInScheme))
    expect(overlapping(matched).map(({ field }) => field)).toEqual(['stance'])
  })

  test('with other answers are another run, the same ones the same', async () => {
    const ids = await Promise.all([text('Negative'), text('Negative'), text('Neutral')].map(async (content) => (await runsOf(samples, ['m_direct_stance_zeroshot.jsonl', content]))[0]!.run.id))
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
  })
})

test('what is not taken is counted, listed by line, and adds up', async () => {
  const samples = [0, 1, 2].map((at) => sampleOf(at, { stance: 'Neutral' }))
  const text = [
    { sample_id: 'cue-0', gold: 'Neutral', predicted: 'Neutral' }, { sample_id: 'cue-0', gold: 'Neutral', predicted: 'Negative' }, { sample_id: 'other', predicted: 'Neutral' },
    { sample_id: 'cue-1', text: '别的句子', predicted: 'Neutral' }, { sample_id: 'gone', text: '第2句', gold: 'Negative', predicted: 'Neutral' }, { predicted: 'Neutral' },
  ].map((line) => JSON.stringify(line)).join('\n')
  const [run] = await runsOf(samples, ['m_direct_stance_zeroshot.jsonl', text])
  expect(run!.plan.imported).toMatchObject([{ records: 6, taken: 2, byText: 1, goldDiffers: 1, refused: { malformed: 1, unknown: 1, otherText: 1, repeated: 1, notAnswered: 0 } }])
  expect(run!.refused.map(({ line, reason, code }) => [line, reason, code])).toEqual([[2, 'repeated', null], [3, 'unknown', null], [4, 'otherText', null], [6, 'malformed', 'noId']])
  expect(run!.plan.sampleIds).toEqual(['cue-0', 'cue-2'])
})

test('the data itself is known for what it is, whatever its columns are taken for', async () => {
  const samples = Array.from({ length: 30 }, (_, at) => sampleOf(at, { stance: 'Neutral' }))
  const file = await openAnswerFile(new File([`id,stance\n${samples.map(({ id }) => `${id},Neutral`).join('\n')}\n`], 'data.csv'))
  const isGold = (predicted: boolean) => {
    const choices = firstChoices(file, builtInScheme)
    return matchedFile({ file, choices: predicted ? { ...choices, mapping: { id: { kind: 'id' }, predicted_stance: choices.mapping.stance! } } : choices }, samples, builtInScheme).isGold
  }
  expect(isGold(false)).toBe(true)
})

test('a run file carries it whole, and its ids are what they say', async () => {
  const samples = [0, 1].map((at) => sampleOf(at, { stance: 'Neutral' }))
  const [made] = await runsOf(samples, ['m_gold_pi_emotion_zeroshot.jsonl', written([{ sample_id: 'cue-0', gold: 'Love', predicted: 'Love' }])])
  const { plan, run, predictions } = made!
  const read = parseRunFile(writeRunFile({ plan, runs: [run], predictions: new Map([[run.id, predictions]]), priors: new Map(), samples }))
  expect(read.plan).toEqual(plan)
  expect(read.predictions.get(run.id)).toEqual(predictions)
  expect([planId(read.plan), runId(read.plan, read.runs[0]!)]).toEqual([plan.id, run.id])
  expect(run.method.steps).toEqual([{ kind: 'give', field: 'stance', from: 'gold' }, { kind: 'give', field: 'intent', from: 'gold' }, { kind: 'choose', field: 'emotion' }])
})

test('a GBK file from a spreadsheet is read in its encoding', async () => {
  // 编号,立场 / cue-0,中性
  const bytes = Uint8Array.from([0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0xc1, 0xa2, 0xb3, 0xa1, 0x0d, 0x0a, 0x63, 0x75, 0x65, 0x2d, 0x30, 0x2c, 0xd6, 0xd0, 0xd0, 0xd4, 0x0d, 0x0a])
  const file = await openAnswerFile(new File([bytes], 'answers.csv'))
  const { records } = matchedFile({ file, choices: firstChoices(file, builtInScheme) }, [sampleOf(0, {})], builtInScheme).answers
  expect(records[0]?.fields).toEqual({ stance: { said: 'Neutral' } })
})

test.each([['empty', ''], ['binary', '\0\0PK'], ['empty', '\n\n']] as const)('a file that is %s is refused', async (code, text) => {
  await expect(openAnswerFile(new File([text], 'x.csv'))).rejects.toMatchObject({ code })
})

describe('a workbook of answers', () => {
  const samples = Array.from({ length: 4 }, (_, at) => sampleOf(at, { stance: 'Neutral' }))
  const rows = [['sample_id', 'predicted'], ['cue-0', 'Neutral'], ['cue-1', '反讽性负面'], ['cue-9', 'Neutral'], ['cue-2', null]]

  test('is read as a table would be: matched, counted, its rows by their numbers', async () => {
    const file = await openAnswerFile(new File([workbook({ 答案: rows, 说明: [['一列']] })], 'GPT.xlsx'))
    expect(file).toMatchObject({ encoding: null, sheet: { name: '答案', others: ['说明'] } })
    const matched = matchedFile({ file, choices: firstChoices(file, builtInScheme) }, samples, builtInScheme)
    expect(matched.counts).toMatchObject({ records: 4, taken: 3, refused: { unknown: 1 } })
    expect(matched.matches.refused.map(({ record }) => record.line)).toEqual([4])
    const text = `${rows.map((row) => row.map((cell) => cell ?? '').join(',')).join('\n')}\n`
    const [plain] = await runsOf(samples, ['GPT.csv', text])
    const [run] = importedRuns([matched], dataset, samples, builtInScheme, 1)
    expect(run!.predictions.map(({ outcome }) => outcome)).toEqual(plain!.predictions.map(({ outcome }) => outcome))
  })

  test('that is damaged says so', async () => {
    const bytes = workbook({ 答案: rows })
    await expect(openAnswerFile(new File([bytes.slice(0, 200)], 'cut.xlsx'))).rejects.toThrow(ImportError)
    await expect(openAnswerFile(new File([workbook({ 答案: [['sample_id', 'predicted']] })], 'bare.xlsx'))).rejects.toThrow(expect.objectContaining({ code: 'empty' }))
  })
})

describe('without the data', () => {
  const line = (id: string, gold: string, predicted: string): string => JSON.stringify({ sample_id: id, gold, predicted })

  test('the files’ own ids and gold stand in for it, and give the figures that the benchmark’s script has of them', async () => {
    const list = labels('stance')
    const lines = Array.from({ length: 40 }, (_, at) => ({ sample_id: `cue-${at}`, gold: list[at % 9]!, predicted: list[(at * 7) % 9]! }))
    const file = await openAnswerFile(new File([[...lines.map(({ sample_id, gold, predicted }) => line(sample_id, gold, predicted)), line('cue-40', 'Concern', 'Neutral')].join('\n')], 'GLM_chain_stance_zeroshot.jsonl'))
    const desk = { key: 1, file, changes: {} }
    const id = await keepOwnData([desk], builtInScheme)
    const kept = await readSamples(id!)
    expect((await readDataset(id!))).toMatchObject({ standIn: true, samples: 41 })
    expect(kept.map(({ id: sample }) => sample)).toEqual([...lines.map(({ sample_id }) => sample_id), 'cue-40'])
    expect(kept[40]!.gold.stance).toEqual({ kind: 'outOfScheme', raw: 'Concern' })
    const matched = matchedFile({ file, choices: firstChoices(file, builtInScheme) }, kept, builtInScheme)
    expect(matched.counts).toMatchObject({ records: 41, taken: 41, goldDiffers: 0 })
    const [figures] = fileFigures(matched, builtInScheme)
    const { accuracy, macroF1, weightedF1 } = benchmarkScores(lines, 'stance')
    expect(figures!.byData).toEqual(figures!.byFile)
    expect(figures!.byData.n).toBe(40)
    for (const [own, theirs] of [[figures!.byData.accuracy, accuracy], [figures!.byData.macroF1, macroF1], [figures!.byData.weightedF1, weightedF1]]) expect(own).toBeCloseTo(theirs!, 12)
    // the same files again are the same data
    expect(await keepOwnData([desk], builtInScheme)).toBe(id)
  })

  test('of an id that stands there twice the first gold counts; what has no id, or states no gold, is no data', async () => {
    expect(ownSamples([{ id: 'a', text: null, gold: { stance: 'Neutral' } }, { id: 'a', text: '好', gold: { stance: 'Negative', intent: 'Irony' } }, { id: null, text: '坏', gold: {} }], builtInScheme)).toMatchObject([
      { id: 'a', text: '好', gold: { stance: { kind: 'label', label: 'Neutral' }, intent: { kind: 'label', label: 'Irony' } } },
    ])
    const bare = await openAnswerFile(new File(['id,predicted\na,Neutral\nb,Negative\n'], 'bare.csv'))
    expect(await keepOwnData([{ key: 1, file: bare, changes: {} }], builtInScheme)).toBeNull()
  })
})
