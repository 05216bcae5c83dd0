import * as v from 'valibot'
import type { Sample } from '../domain/dataset.ts'
import { schemeOf } from '../domain/method.ts'
import type { Plan, Run } from '../domain/plan.ts'
import type { Conditional, Outcome, Prediction } from '../domain/prediction.ts'
import { encodeFloats } from './float32Base64.ts'
import { ScoreReader, type WrittenScores } from './readScores.ts'
import { checkPlan, checkPrediction, checkRuns, checkSamples } from './runFileChecks.ts'
import { RunFileError } from './runFileError.ts'
import { FORMAT, RUN_FILE_VERSION, runFileSchema, type WrittenOutcome, type WrittenSample, type WrittenShape } from './runFileSchema.ts'

/** A plan with what its runs answered: what a run file holds, and all that the dashboard needs of it. */
export interface RunFile {
  readonly plan: Plan
  readonly runs: readonly Run[]
  /** By run id. */
  readonly predictions: ReadonlyMap<string, readonly Prediction[]>
  /** By run id: what the run's model answers where there is nothing to read, where it was measured. */
  readonly priors: ReadonlyMap<string, readonly Conditional[]>
  readonly samples: readonly SampleRecord[]
}

/** What a run file says about a sample. */
export interface SampleRecord extends Pick<Sample, 'id' | 'hash' | 'gold' | 'scene' | 'tier' | 'group'> {
  /** Only where the file's maker asked for the data's text. */
  readonly content?: Pick<Sample, 'text' | 'context' | 'speaker' | 'row' | 'other'>
}

/** What is written. */
export interface RunFileContent extends Omit<RunFile, 'samples'> {
  /** The dataset's samples (those outside the plan are left out). */
  readonly samples: readonly Sample[]
}

export interface RunFileOptions {
  /** The samples' text, context, speaker and other columns. Data may be private: off unless the user asks. */
  readonly text?: boolean
}

/** The JSON Schema's place on the site, relative to its root. */
export const RUN_FILE_SCHEMA = 'schema/xianwai-run.v1.schema.json'

/**
 * The text of a `.xianwai.json` file. Without `text` it holds nothing of the data but ids, hashes, gold labels, scene and
 * tier; groups are numbered anew. What models wrote (free answers, reasoning) is part of the predictions and stays.
 */
export function writeRunFile({ plan, runs, predictions, priors, samples }: RunFileContent, { text = false }: RunFileOptions = {}): string {
  const shapes = new ShapeList()
  const drawn = new Set(plan.sampleIds)
  return JSON.stringify({
    $schema: RUN_FILE_SCHEMA,
    format: FORMAT,
    version: RUN_FILE_VERSION,
    plan,
    runs: runs.map((run) => {
      const prior = priors.get(run.id)
      return {
        run,
        prior: prior ? shapes.written(prior) : null,
        predictions: (predictions.get(run.id) ?? []).map(({ sampleId, sampleHash, outcome, given, droppedTurns, promptTokens, newTokens, duration, at, fidelity }) => ({
          sampleId, sampleHash, outcome: writtenOutcome(outcome, shapes), ...(given && { given: { ...given } }), droppedTurns, promptTokens, newTokens, duration, at, ...(fidelity && { fidelity: { ...fidelity } }),
        })),
      }
    }),
    shapes: shapes.all,
    samples: writtenSamples(samples.filter((sample) => drawn.has(sample.id)), text),
  })
}

/** @throws RunFileError that says what is wrong and where. */
export function parseRunFile(text: string): RunFile {
  const written = parsed(jsonOf(text))
  const { plan, shapes } = written
  checkPlan(plan)
  checkRuns(plan, written.runs.map(({ run }) => run))
  checkSamples(plan, written.samples)
  const readers = written.runs.map(({ run }) => new ScoreReader(schemeOf(plan.scheme, run.method), shapes))
  const drawn = new Set(plan.sampleIds)
  return {
    plan,
    runs: written.runs.map(({ run }) => run),
    predictions: new Map(
      written.runs.map(({ run, predictions }, at) => {
        const seen = new Set<string>()
        return [run.id, predictions.map((prediction, row) => {
          const path = `runs[${at}].predictions[${row}]`
          checkPrediction(prediction.sampleId, drawn, seen, path)
          return { ...prediction, runId: run.id, outcome: readOutcome(prediction.outcome, readers[at]!, path) }
        })]
      }),
    ),
    priors: new Map(written.runs.flatMap(({ run, prior }, at) => (prior ? [[run.id, readers[at]!.read(prior, `runs[${at}].prior`)] as const] : []))),
    samples: written.samples,
  }
}

/** The sample as the dataset had it, or undefined where the file has no text. */
export function wholeSample({ content, ...record }: SampleRecord): Sample | undefined {
  return content && { ...record, ...content }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch (error) {
    throw new RunFileError('notJson', '', error instanceof Error ? error.message : String(error))
  }
}

const header = v.looseObject({ format: v.literal(FORMAT), version: v.pipe(v.number(), v.integer()) })

function parsed(value: unknown): v.InferOutput<typeof runFileSchema> {
  const known = v.safeParse(header, value)
  if (!known.success) throw new RunFileError('notRunFile', '', `no ${FORMAT} file`)
  if (known.output.version > RUN_FILE_VERSION) {
    throw new RunFileError('newerVersion', 'version', `${known.output.version}; this program reads up to ${RUN_FILE_VERSION}`)
  }
  // The value itself rather than the parser's copy: keys keep their order, so that whatever is hashed is hashed alike.
  if (v.is(runFileSchema, value)) return value
  const [issue] = v.safeParse(runFileSchema, value).issues ?? []
  throw new RunFileError('malformed', pathOf(issue?.path ?? []), issue?.message ?? 'is not as the format says')
}

function pathOf(items: readonly { readonly key: unknown }[]): string {
  return items.map(({ key }, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('')
}

/** Conditionals' fields and paths, each list of them written once. */
class ShapeList {
  readonly all: WrittenShape[] = []
  private readonly known = new Map<string, number>()

  written(conditionals: readonly Conditional[]): WrittenScores {
    const shape = conditionals.map(({ field, given, logProbabilities, pool }) => ({ field, given: { ...given }, labels: logProbabilities.length, ...(pool !== undefined && { pool }) }))
    const name = JSON.stringify(shape)
    const at = this.known.get(name) ?? this.all.push(shape) - 1
    this.known.set(name, at)
    return { shape: at, scores: encodeFloats(conditionals.map(({ logProbabilities }) => logProbabilities)) }
  }
}

function writtenOutcome(outcome: Outcome, shapes: ShapeList): WrittenOutcome {
  switch (outcome.kind) {
    case 'guided':
      return { kind: 'guided', ...shapes.written(outcome.conditionals), reasons: [...outcome.reasons] }
    case 'classified':
      return { kind: 'classified', ...shapes.written(outcome.conditionals) }
    case 'stated':
      return { kind: 'stated', fields: Object.fromEntries(Object.entries(outcome.fields).map(([field, { probabilities, ...said }]) => [field, { ...said, ...(probabilities && { probabilities: [...probabilities] }) }])) }
    case 'free':
    case 'failed':
      return outcome
  }
}

function readOutcome(outcome: WrittenOutcome, reader: ScoreReader, path: string): Outcome {
  switch (outcome.kind) {
    case 'guided':
      return { kind: 'guided', conditionals: reader.read(outcome, `${path}.outcome`), reasons: outcome.reasons }
    case 'classified':
      return { kind: 'classified', conditionals: reader.read(outcome, `${path}.outcome`) }
    case 'stated':
    case 'free':
    case 'failed':
      return outcome
  }
}

function writtenSamples(samples: readonly Sample[], whole: boolean): WrittenSample[] {
  const numbers = new Map<string, string>()
  const groupOf = (group: string | null): string | null => {
    if (group === null || whole) return group
    const number = numbers.get(group) ?? String(numbers.size + 1)
    numbers.set(group, number)
    return number
  }
  return samples.map(({ id, hash, gold, scene, tier, group, text, context, speaker, row, other }) => ({
    id, hash, gold: { ...gold }, scene, tier, group: groupOf(group),
    ...(whole && { content: { text, context, speaker, row, other: { ...other } } }),
  }))
}
