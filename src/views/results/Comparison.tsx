import type { ReactElement } from 'react'
import { type FieldId, fieldOf } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import type { PlannedRun } from '../../state/results/evidence/useEvidence.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { useComparison, useDifferences } from '../../state/results/useRunResults.ts'
import { compareMessages } from '../messages/compare.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Failure } from '../parts/Failure.tsx'
import { formatCount } from '../parts/numbers.ts'
import { DifferenceTable, formatP } from './DifferenceTable.tsx'
import { FlippedSamples } from './FlippedSamples.tsx'
import { NothingShared } from './NothingShared.tsx'
import { BaselinesBeside } from './SetViews.tsx'

export interface ComparisonProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  readonly first: RunKey
  readonly second: RunKey
  /** The second run with its plan. */
  readonly beside: PlannedRun
  readonly fields: readonly FieldId[]
}

/** Differences with paired intervals and tests, the four cells of right and wrong, and the samples that flipped. */
export function Comparison({ address, selection, first, second, beside, fields }: ComparisonProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const words = useMessages(compareMessages)
  const { filter, plan, field } = selection
  const { value: comparison, error } = useComparison(first, second, filter)
  const differences = useDifferences(first, second, filter, [field, ...fields.filter((other) => other !== field)], comparison !== undefined)
  if (error) return <Failure title={messages.failed} error={error} />
  if (!comparison) return <p className="muted">{messages.loading}</p>
  if (comparison.records === 0 && !selection.filtered) return <NothingShared address={address} selection={selection} second={second} beside={beside} fields={fields} />
  const { bothRight, onlyFirst, onlySecond, bothWrong } = comparison.discordance
  return (
    <>
      <p className="muted small">{words.exploratoryComparison}</p>
      <DifferenceTable
        caption={`${fieldOf(plan.scheme, field).name[language]}: ${words.compareCaption(formatCount(comparison.records, language))}`}
        differences={differences.value?.[field]}
        filtered={selection.filtered}
      />
      <div className="columns">
        <section className="section">
          <h3>{words.discordance}</h3>
          <dl className="facts">
            <dt>{words.bothRight}</dt><dd>{formatCount(bothRight, language)}</dd>
            <dt>{words.onlyFirst}</dt><dd>{formatCount(onlyFirst, language)}</dd>
            <dt>{words.onlySecond}</dt><dd>{formatCount(onlySecond, language)}</dd>
            <dt>{words.bothWrong}</dt><dd>{formatCount(bothWrong, language)}</dd>
          </dl>
          <p className="small muted">{selection.filtered ? words.noTestFiltered : !comparison.independent ? words.noMcnemar : words.mcnemar(formatP(comparison.mcnemar.p), formatCount(comparison.records, language))}</p>
          {comparison.mcnemar.g !== undefined && <p className="small muted">{words.effect(comparison.mcnemar.g.toFixed(2), comparison.mcnemar.oddsRatio?.toFixed(2) ?? '—')}</p>}
        </section>
      </div>
      {!selection.filtered && <BaselinesBeside address={address} selection={selection} second={beside} />}
      <FlippedSamples address={address} comparison={comparison} />
    </>
  )
}
