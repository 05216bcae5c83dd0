import type { Dataset, Sample } from '../../domain/dataset.ts'
import { contentHash } from '../../domain/contentHash.ts'
import type { Method, Step } from '../../domain/method.ts'
import type { ImportedRef } from '../../domain/model.ts'
import { type ImportedFile, type Plan, type Refusal, refusals, type Run } from '../../domain/plan.ts'
import type { Prediction, Stated } from '../../domain/prediction.ts'
import { type FieldId, fieldOf, type Scheme } from '../../domain/scheme.ts'
import { PARSER_VERSION } from '../../answer/parseAnswer.ts'
import { matchRecords, type MatchedRecords } from '../../export/matchRecords.ts'
import { type AnswerProblem, type AnswerRecord, type Answers, readAnswers } from '../../export/readAnswers.ts'
import { tasksOf } from '../../export/resultFileName.ts'
import { canonicalJson } from '../../run/canonicalJson.ts'
import { planId, runId } from '../../run/freezePlan.ts'
import type { RefusedRow } from '../../storage/refusedRows.ts'
import type { AnswerChoices, AnswerFile } from './answerFile.ts'
import { methodName, methodSummary } from './methodNames.ts'

export type { RefusedRow } from '../../storage/refusedRows.ts'

/** A file with what was decided of it. */
export interface ChosenFile {
  readonly file: AnswerFile
  readonly choices: AnswerChoices
}

/** A file's answers beside the dataset. */
export interface MatchedFile extends ChosenFile {
  readonly answers: Answers
  readonly matches: MatchedRecords
  readonly counts: ImportedFile
  /** Taken records whose gold differs from the dataset's. */
  readonly otherGold: readonly { readonly record: AnswerRecord; readonly field: FieldId; readonly here: string }[]
  /** Every answer is the dataset's gold, word for word, though nothing says that it was predicted: perhaps it is the data itself. */
  readonly isGold: boolean
}

/** A run as it will be kept. */
export interface ImportedRun {
  readonly plan: Plan
  readonly run: Run
  readonly predictions: readonly Prediction[]
  readonly refused: readonly RefusedRow[]
}

/** Reads a file's answers and sets them beside the dataset's samples. Its mapping must be complete (`missingRoles`). */
export function matchedFile({ file, choices }: ChosenFile, samples: readonly Sample[], scheme: Scheme): MatchedFile {
  const answers = readAnswers(file.rows, choices.mapping, scheme, choices.spelling)
  const matches = matchRecords(answers.records, samples, choices.by)
  const otherGold = matches.matched.flatMap(({ record, sample }) =>
    Object.entries(record.gold).flatMap(([field, said]) => {
      const own = sample.gold[field]
      const here = own === undefined ? '' : own.kind === 'label' ? own.label : own.raw
      return here === said ? [] : [{ record, field, here }]
    }),
  )
  const refused = Object.fromEntries(refusals.map((reason) => [reason, 0])) as Record<Refusal, number>
  for (const { reason } of matches.refused) refused[reason]++
  for (const { code } of answers.problems) refused[code === 'notAnswered' ? 'notAnswered' : 'malformed']++
  const counts: ImportedFile = {
    name: file.name,
    sha256: file.sha256,
    fields: answers.fields,
    records: answers.records.length + answers.problems.length,
    taken: matches.matched.length,
    byText: matches.matched.filter(({ by }) => by === 'text').length,
    refused,
    goldDiffers: new Set(otherGold.map(({ record }) => record)).size,
  }
  return { file, choices, answers, matches, counts, otherGold, isGold: isGold(choices, matches) }
}

function isGold({ mapping }: AnswerChoices, { matched }: MatchedRecords): boolean {
  const saysPredicted = Object.entries(mapping).some(([column, role]) => role.kind === 'raw' || (role.kind === 'said' && /pred|answer|output|预测|答案/i.test(column)))
  if (saysPredicted || matched.length < 20) return false
  return matched.every(({ record, sample }) => Object.entries(record.fields).every(([field, { said }]) => {
    const own = sample.gold[field]
    return said != null && own?.kind === 'label' && own.label === said
  }))
}

/** The key under which files are parts of one run. */
function runKey({ model, method, fewShot }: AnswerChoices): string {
  return JSON.stringify([model.trim(), method, fewShot])
}

/** Two files of a run that answer the same field: which of them counts must not hang on their order. */
export function overlapping(files: readonly MatchedFile[]): readonly { readonly field: FieldId; readonly names: readonly string[] }[] {
  const groups = grouped(files)
  return [...groups.values()].flatMap((parts) => {
    const fields = [...new Set(parts.flatMap(({ answers }) => answers.fields))]
    return fields.flatMap((field) => {
      const names = parts.filter(({ answers }) => answers.fields.includes(field)).map(({ file }) => file.name)
      return names.length > 1 ? [{ field, names }] : []
    })
  })
}

/** What a run will be, before it is made: its name, its fields in scheme order, and how many samples it answers. */
export interface RunOutline {
  readonly key: string
  readonly model: string
  readonly method: Method['name']
  readonly fields: readonly FieldId[]
  readonly samples: number
}

/** The runs that files come to, without what makes them costly. */
export function runOutlines(files: readonly MatchedFile[], scheme: Scheme): readonly RunOutline[] {
  return [...grouped(files)].map(([key, parts]) => {
    const { model, method, fewShot } = parts[0]!.choices
    const samples = new Set(parts.flatMap(({ matches }) => matches.matched.map(({ sample }) => sample.id)))
    return { key, model: model.trim(), method: methodName(method, fewShot), fields: fieldsOf(parts, scheme), samples: samples.size }
  })
}

function fieldsOf(parts: readonly MatchedFile[], scheme: Scheme): readonly FieldId[] {
  return scheme.fields.map(({ id }) => id).filter((id) => parts.some(({ answers }) => answers.fields.includes(id)))
}

/**
 * The runs that files come to, a plan for each: its samples are those that a record was taken for, in the dataset's order. The plan's
 * reading is what the files state, or, where they have the models' words alone, those words parsed.
 */
export function importedRuns(files: readonly MatchedFile[], dataset: Dataset, samples: readonly Sample[], scheme: Scheme, now: number = Date.now()): readonly ImportedRun[] {
  return [...grouped(files).values()].map((parts) => importedRun(parts, dataset, samples, scheme, now))
}

function importedRun(parts: readonly MatchedFile[], dataset: Dataset, samples: readonly Sample[], scheme: Scheme, now: number): ImportedRun {
  const stated = new Map<string, Record<FieldId, Stated>>()
  for (const { matches } of parts) {
    for (const { sample, record } of matches.matched) stated.set(sample.id, { ...stated.get(sample.id), ...record.fields })
  }
  const drawn = samples.filter(({ id }) => stated.has(id))
  const fields = fieldsOf(parts, scheme)
  const method = methodOf(scheme, parts[0]!.choices, fields)
  const model = { ref: refOf(parts) }
  const says = [...stated.values()].some((each) => Object.values(each).some(({ said }) => said !== undefined))
  const { id, name, hash, samples: count, demonstration } = dataset
  const content: Omit<Plan, 'id' | 'createdAt'> = {
    version: 1,
    dataset: { id, name, hash, samples: count, demonstration },
    scheme,
    seed: 0,
    sampleIds: drawn.map((sample) => sample.id),
    models: [model],
    methods: [method],
    decoding: { maxTokens: 0 },
    reading: { prior: 'none', rule: 'joint', parser: says ? 0 : PARSER_VERSION },
    primaryMetric: { field: scheme.matrix !== undefined && fields.includes(scheme.matrix) ? scheme.matrix : fields[0]!, metric: 'macroF1' },
    imported: parts.map(({ counts }) => counts),
  }
  const plan: Plan = { id: planId(content), createdAt: now, ...content }
  // what was asked is not known: what was answered stands for it, so that other answers are another run
  const promptHash = contentHash([canonicalJson(drawn.map((sample) => [sample.id, stated.get(sample.id)]))])
  const part = { model, method, promptHash }
  const run: Run = { id: runId(plan, part), planId: plan.id, ...part }
  const predictions = drawn.map((sample): Prediction => ({
    runId: run.id, sampleId: sample.id, sampleHash: sample.hash, outcome: { kind: 'stated', fields: stated.get(sample.id)! },
    droppedTurns: 0, promptTokens: 0, newTokens: 0, duration: 0, at: now,
  }))
  return { plan, run, predictions, refused: parts.flatMap(refusedRows) }
}

/** Every record of a file that was not taken, in the file's order. */
export function refusedRows({ file, answers, matches }: MatchedFile): readonly RefusedRow[] {
  const rows = [
    ...answers.problems.map(({ line, code, raw }): RefusedRow => ({ file: file.name, line, reason: reasonOf(code), code, id: null, raw })),
    ...matches.refused.map(({ record: { line, id, raw }, reason }): RefusedRow => ({ file: file.name, line, reason, code: null, id, raw })),
  ]
  return rows.sort((one, other) => one.line - other.line)
}

function reasonOf(code: AnswerProblem['code']): Refusal {
  return code === 'notAnswered' ? code : 'malformed'
}

function grouped(files: readonly MatchedFile[]): ReadonlyMap<string, readonly MatchedFile[]> {
  const groups = new Map<string, MatchedFile[]>()
  for (const file of files) groups.set(runKey(file.choices), [...(groups.get(runKey(file.choices)) ?? []), file])
  return groups
}

function refOf(parts: readonly MatchedFile[]): ImportedRef {
  const files = parts.map(({ file: { name, bytes, sha256 } }) => ({ path: name, bytes, sha256 }))
  return { id: parts[0]!.choices.model.trim(), kind: 'causal', origin: 'imported', revision: null, files, dtype: 'unknown', device: 'unknown', graph: 'unknown' }
}

/**
 * What is known of how the answers came about, as a method: the fields answered, in scheme order; what the oracles of the benchmark are told
 * from gold; derived fields that no file answers and whose parts they do, by the table.
 */
function methodOf(scheme: Scheme, { method, fewShot }: AnswerChoices, fields: readonly FieldId[]): Method {
  const told = toldTasks(scheme, method).filter((id) => !fields.includes(id))
  const chosen = fields.map((field): Step => ({ kind: 'choose', field }))
  const derived = scheme.fields.flatMap((field): Step[] =>
    field.kind === 'derived' && !fields.includes(field.id) && !told.includes(field.id) && field.from.every((part) => fields.includes(part)) ? [{ kind: 'derive', field: field.id }] : [],
  )
  return {
    id: `imported-${(method ?? 'other').replace('_', '-')}${fewShot ? '-few' : ''}`,
    name: methodName(method, fewShot),
    summary: methodSummary,
    steps: [...told.map((field): Step => ({ kind: 'give', field, from: 'gold' })), ...chosen, ...derived],
    asking: 'free',
    labelForm: 'word',
    imported: { ...(method !== null && { benchmark: method }), fewShot },
  }
}

/** The tasks whose gold the benchmark's oracles tell: the first, or the first two. */
function toldTasks(scheme: Scheme, method: AnswerChoices['method']): readonly FieldId[] {
  const tasks = tasksOf(scheme, scheme.fields.map(({ id }) => fieldOf(scheme, id).id))
  return method === 'gold_p' ? tasks.slice(0, 1) : method === 'gold_pi' ? tasks.slice(0, 2) : []
}
