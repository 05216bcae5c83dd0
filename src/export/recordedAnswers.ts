import { priorsOf } from '../answer/meanPrior.ts'
import { hasPriorFor, readPrediction } from '../answer/readPrediction.ts'
import { scoredFields } from '../domain/method.ts'
import type { Plan, Run } from '../domain/plan.ts'
import type { Answer, Answers, Conditional, Missing, Prediction } from '../domain/prediction.ts'
import { type Field, type FieldId, fieldOf, labelIndex } from '../domain/scheme.ts'

/** An answer in short: the label's index in its list, why there is none, or null where the sample has no prediction. */
export type RecordedAnswer = number | Missing | null

/** What a run answered under its plan's reading: by field, in the order of the plan's samples. */
export type RecordedAnswers = Readonly<Record<FieldId, readonly RecordedAnswer[]>>

/** A run's answers in short, of what it is scored on. @param read what one prediction says of each field, under the plan's reading. */
export function recordedAnswers({ scheme, sampleIds }: Plan, { method }: Run, predictions: readonly Prediction[], read: (prediction: Prediction) => Answers): RecordedAnswers {
  const byId = new Map(predictions.map((prediction) => [prediction.sampleId, prediction]))
  const answers = sampleIds.map((id) => {
    const prediction = byId.get(id)
    return prediction ? read(prediction) : null
  })
  return Object.fromEntries(scoredFields(scheme, method).map((id) => {
    const field = fieldOf(scheme, id)
    return [id, answers.map((own): RecordedAnswer => own && inShort(field, own[id]))]
  }))
}

/** The same from what is kept of a run; null where the plan's reading needs a prior that it does not have. */
export function answersOnRecord(plan: Plan, run: Run, predictions: readonly Prediction[], kept: readonly Conditional[] | undefined): RecordedAnswers | null {
  const priors = priorsOf(plan.reading, kept, predictions, plan.sampleIds)
  if (!hasPriorFor(plan.reading, priors) && predictions.some(({ outcome }) => 'conditionals' in outcome)) return null
  return recordedAnswers(plan, run, predictions, (prediction) => readPrediction(prediction, plan.scheme, run.method, plan.reading, priors))
}

function inShort(field: Field, answer: Answer | undefined): RecordedAnswer {
  if (!answer) return 'notAsked'
  if (answer.kind !== 'chosen') return answer.kind
  const at = labelIndex(field, answer.label)
  return at >= 0 ? at : 'outOfScheme'
}
