import { priorsOf } from '../answer/meanPrior.ts'
import { readPrediction } from '../answer/readPrediction.ts'
import { type Method, scoredFields } from '../domain/method.ts'
import type { Run } from '../domain/plan.ts'
import type { Answer, Prediction } from '../domain/prediction.ts'
import { type FieldId, fieldOf, labelOf, type Scheme } from '../domain/scheme.ts'
import { benchmarkMethod, resultFileName, resultTasks } from './resultFileName.ts'
import type { RunFileContent } from './runFile.ts'
import { fileNamePart, type TextFile } from './textFile.ts'

/** A line of the benchmark's result files, with its own key names. */
export interface ResultLine {
  readonly sample_id: string
  /** Label id, or what the file said where the scheme does not know it. */
  readonly gold: string
  /** Label id; what was found where that is no label; empty where the answer named none: always a text, never null, so that scikit-learn takes it. */
  readonly predicted: string
  readonly correct: boolean
  readonly raw_response: string
}

/**
 * The benchmark's result files of a plan's runs under the plan's reading, one for each run and task. A metric script
 * that passes the full label list and leaves out gold outside it gets our figures from them: samples without gold for
 * the task, and samples that failed or were not asked, have no line (they stand in the run file).
 */
export function resultFiles({ plan, runs, predictions, priors, samples }: RunFileContent): readonly TextFile[] {
  const gold = new Map(samples.map((sample) => [sample.id, sample.gold]))
  const models = modelNames(runs)
  return runs.flatMap((run) => {
    const { method } = run
    const prior = priorsOf(plan.reading, priors.get(run.id), predictions.get(run.id) ?? [], plan.sampleIds)
    const answered = (predictions.get(run.id) ?? []).map((prediction) => {
      const answers = readPrediction(prediction, plan.scheme, method, plan.reading, prior)
      return { prediction, answers }
    })
    return resultTasks(plan.scheme, scoredFields(plan.scheme, method)).flatMap((task) => {
      const lines = answered.flatMap(({ prediction: { sampleId, outcome }, answers }): ResultLine[] => {
        const own = gold.get(sampleId)?.[task]
        const answer = answers[task]
        if (!own || !answer || answer.kind === 'failed' || answer.kind === 'notAsked') return []
        const written = own.kind === 'label' ? own.label : own.raw
        const predicted = predictedText(plan.scheme, task, answer)
        return [{ sample_id: sampleId, gold: written, predicted, correct: predicted === written, raw_response: rawResponse(outcome, task) }]
      })
      if (lines.length === 0) return []
      const name = resultFileName({ model: models.get(run.id)!, method: benchmarkMethod(method), task, shots: shotsOf(method) })
      return [{ name, text: jsonLines(lines) }]
    })
  })
}

/** One JSON value a line, ending in a line feed. Line separators that some readers take for line ends are escaped. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`).join('')
}

function predictedText(scheme: Scheme, task: FieldId, answer: Answer): string {
  if (answer.kind === 'chosen') return answer.label
  // A derived field may owe its `found` to a part: never let it pass for a label of this one.
  const found = answer.found ?? ''
  return labelOf(fieldOf(scheme, task), found) ? '' : found
}

/** What the model wrote: its answer, or its reasoning before a choice; empty where it wrote nothing and was measured. */
function rawResponse(outcome: Prediction['outcome'], task: FieldId): string {
  if (outcome.kind === 'free') return outcome.text
  if (outcome.kind === 'stated') return outcome.fields[task]?.raw ?? ''
  return outcome.kind === 'guided' ? outcome.reasons.join('\n') : ''
}

/**
 * A name for each run's model that tells its files apart: the model's id; with the method's id where the benchmark has
 * one name for two of our methods (guided and free); with dtype and device where that is not enough.
 */
function modelNames(runs: readonly Run[]): ReadonlyMap<string, string> {
  const short = ({ model }: Run) => model.ref.id
  const long = (run: Run) => `${short(run)}-${run.method.id}`
  const longest = (run: Run) => `${long(run)}-${run.model.ref.dtype}-${run.model.ref.device}`
  const named = new Map<string, string>()
  const taken = new Set<string>()
  for (const run of runs) {
    // The benchmark has no name for a sham matrix, or for a method that a file does not tell, and must not take it for one of its own.
    const unnamed = run.method.scheme !== undefined || (run.method.imported !== undefined && run.method.imported.benchmark === undefined)
    const forms = unnamed ? [long, longest] : [short, long, longest]
    const form = forms.find((candidate) => runs.every((other) => other === run || fileKey(candidate(run), run.method) !== fileKey(candidate(other), other.method)))
    let name = fileNamePart((form ?? longest)(run))
    for (let number = 2; taken.has(fileKey(name, run.method)); number++) name = `${fileNamePart((form ?? longest)(run))}-${number}`
    taken.add(fileKey(name, run.method))
    named.set(run.id, name)
  }
  return named
}

function fileKey(model: string, method: Method): string {
  return `${fileNamePart(model)}_${benchmarkMethod(method)}_${shotsOf(method)}`
}

function shotsOf({ shots, imported }: Method): 'zeroshot' | 'fewshot' {
  return shots || imported?.fewShot ? 'fewshot' : 'zeroshot'
}
