import { scoredFields } from '../../../domain/method.ts'
import type { Plan, Run } from '../../../domain/plan.ts'
import type { Answers, Prediction } from '../../../domain/prediction.ts'
import type { Flip, RunFlips } from '../../../export/report/flips.ts'
import { type RecordedAnswer, type RecordedAnswers, recordedAnswers } from '../../../export/recordedAnswers.ts'
import { seededRandom } from '../../../domain/random.ts'
import type { Interval } from '../../../metrics/intervals.ts'
import { shareOf } from '../../../metrics/shareInterval.ts'
import { INTERVAL_SEED } from '../fieldIntervals.ts'

/** What was answered before to a plan's samples. */
export interface Reference {
  readonly sampleIds: readonly string[]
  readonly runs: readonly { readonly run: Run; readonly answers: RecordedAnswers }[]
}

/**
 * A run's answers beside those on record of the same question, else of the same model's same method; null where there are none. Only samples
 * answered both times are compared: one not asked yet, or that failed, has no answer that could be another.
 * @param groupOf the group of each sample, where samples come in groups: the intervals are theirs then.
 * @param transductive the run is read under the mean over its own samples: its answers depend on each other, and there is no interval.
 */
export function runFlips(plan: Plan, run: Run, predictions: readonly Prediction[], read: (prediction: Prediction) => Answers, reference: Reference, groupOf?: ReadonlyMap<string, number>, transductive = false): RunFlips | null {
  const alike = ({ run: other }: Reference['runs'][number]): boolean => other.method.id === run.method.id && other.model.ref.id === run.model.ref.id
  const before = reference.runs.find(({ run: { id } }) => id === run.id) ?? reference.runs.find(alike)
  if (!before) return null
  const place = new Map(reference.sampleIds.map((id, at) => [id, at]))
  const now = recordedAnswers(plan, run, predictions, read)
  return {
    run: run.id,
    same: before.run.id === run.id,
    fields: scoredFields(plan.scheme, run.method).flatMap((field) => {
      const was = before.answers[field]
      if (!was) return []
      const pairs = plan.sampleIds.flatMap((sampleId, at): Flip[] => {
        const old = was[place.get(sampleId) ?? -1] ?? null
        return hasAnswer(old) ? [{ sampleId, was: old, is: now[field]?.[at] ?? null }] : []
      })
      const both = pairs.filter(({ is }) => hasAnswer(is))
      const unanswered = { waiting: pairs.filter(({ is }) => is === null).length, failed: pairs.filter(({ is }) => is === 'failed').length }
      return [{ field, compared: both.length, unanswered, flips: both.filter(({ was, is }) => was !== is), interval: transductive ? undefined : flipInterval(both, groupOf) }]
    }),
  }
}

/** A model's answer, be it that it named no label or was not asked behind what it chose: not where it was never asked, nor where the machine failed. */
function hasAnswer(answer: RecordedAnswer): boolean {
  return answer !== null && answer !== 'failed'
}

function flipInterval(pairs: readonly Flip[], groupOf: ReadonlyMap<string, number> | undefined): Interval | undefined {
  const flipped = Int8Array.from(pairs, ({ was, is }) => (was === is ? 0 : 1))
  return shareOf(flipped, { random: seededRandom(INTERVAL_SEED), groups: groupOf && Int32Array.from(pairs, ({ sampleId }) => groupOf.get(sampleId) ?? -1) }).interval
}
