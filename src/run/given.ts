import { priorsOf } from '../answer/meanPrior.ts'
import { readPrediction } from '../answer/readPrediction.ts'
import type { Sample } from '../domain/dataset.ts'
import type { Method } from '../domain/method.ts'
import type { Run } from '../domain/plan.ts'
import type { Conditional, Prediction } from '../domain/prediction.ts'
import { seededRandom } from '../domain/random.ts'
import type { FieldId, LabelId, Scheme } from '../domain/scheme.ts'
import type { RunRequest } from './runRequest.ts'
import { SampleFailure } from './failure.ts'
import type { Given } from './question.ts'

/** A run whose answers another one tells. */
export interface SourceRun {
  readonly run: Run
  readonly scheme: Scheme
  readonly predictions: readonly Prediction[]
  readonly priors: readonly Conditional[] | undefined
}

/**
 * What a source run answered, read as the run that tells it says. No label for a sample that the source was not asked, that
 * failed there, that has another content now, or whose answer names none.
 */
export function labelsGivenBy(source: SourceRun, { reading }: NonNullable<Run['source']>, samples: readonly Sample[]): NonNullable<RunRequest['givenByRun']> {
  const hashes = new Map(samples.map(({ id, hash }) => [id, hash]))
  const predictions = new Map(source.predictions.filter(({ sampleId, sampleHash }) => hashes.get(sampleId) === sampleHash).map((one) => [one.sampleId, one]))
  const priors = priorsOf(reading, source.priors, source.predictions, [...predictions.keys()])
  return (sampleId: string, field: FieldId): LabelId | undefined => {
    const prediction = predictions.get(sampleId)
    const answer = prediction && readPrediction(prediction, source.scheme, source.run.method, reading, priors)[field]
    return answer?.kind === 'chosen' ? answer.label : undefined
  }
}

/**
 * Each sample's gold label of a field exchanged for another sample's: a permutation of the labels over all samples that have one, in the
 * order of their ids and from a fixed seed, so that it is the same in every plan over the same data set.
 * @param samples all of the data set's. @returns labels by sample id; those without gold have none.
 */
export function shuffledLabels(samples: readonly Sample[], field: FieldId): ReadonlyMap<string, LabelId> {
  const labelled = samples.flatMap(({ id, gold }) => {
    const said = gold[field]
    return said?.kind === 'label' ? [{ id, label: said.label }] : []
  })
  labelled.sort((one, other) => (one.id < other.id ? -1 : 1))
  const shuffled = seededRandom(SHUFFLE_SEED).derive(field).shuffle(labelled)
  return new Map(labelled.map(({ id }, at) => [id, shuffled[at]!.label]))
}

const SHUFFLE_SEED = 'told labels, shuffled'

/** The labels that a method's give steps tell of a sample. @throws SampleFailure nothingToGive */
export function givenLabels(method: Method, sample: Sample, byRun: RunRequest['givenByRun'], shuffled: (field: FieldId) => ReadonlyMap<string, LabelId>): Given {
  const given: Record<FieldId, LabelId> = {}
  for (const step of method.steps) {
    if (step.kind !== 'give') continue
    const gold = sample.gold[step.field]
    const own = gold?.kind === 'label' ? gold.label : undefined
    const label = { gold: () => own, run: () => byRun?.(sample.id, step.field), shuffled: () => shuffled(step.field).get(sample.id) }[step.from]()
    if (label === undefined) throw new SampleFailure('nothingToGive', `${step.field} has no label from ${step.from}`)
    given[step.field] = label
  }
  return given
}
