import type { ReactElement } from 'react'
import { fieldOf } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { tableFileName } from '../../state/results/exportName.ts'
import type { RunHeader, RunKey } from '../../state/results/metricsService.ts'
import { chosenByAnswer } from '../../state/results/runFilter.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { useRunCalibration, useRunFigures, useRunIntervals } from '../../state/results/useRunResults.ts'
import { useLanguage } from '../../state/language.ts'
import { resultsMessages } from '../messages/results.ts'
import { samplesMessages } from '../messages/samples.ts'
import { showsMessages } from '../messages/shows.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Charts } from './Charts.tsx'
import { ClassTable } from './ClassTable.tsx'
import { CompareView } from './CompareView.tsx'
import { ConfusionTable } from './ConfusionTable.tsx'
import { ExportView } from './ExportView.tsx'
import { FieldTabs } from './FieldTabs.tsx'
import { FilterBar } from './FilterBar.tsx'
import { NarrowFold } from './NarrowFold.tsx'
import { FilterNotice } from './FilterNotice.tsx'
import { Overview } from './Overview.tsx'
import { ParsingView } from './ParsingView.tsx'
import { ReadingChoice } from './ReadingChoice.tsx'
import { RunNotices } from './RunNotices.tsx'
import { BaselinesBeside } from './SetViews.tsx'
import { SamplesView } from './SamplesView.tsx'
import { useFilterVoice } from './useFilterVoice.ts'

interface RunViewsProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  readonly runKey: RunKey
  readonly header: RunHeader
}

/** Parts whose figures are over what the filter leaves; the sample list says so by itself, the comparison has its own n. */
const figuresViews: ReadonlySet<AddressOf<'results'>['view']> = new Set(['overview', 'classes', 'confusion', 'charts', 'export'])

/** Parts that are about one field, which the run may not answer. */
const perField: ReadonlySet<AddressOf<'results'>['view']> = new Set(['classes', 'confusion', 'charts'])

/** Parts that show intervals of the run's own figures: elsewhere nobody waits for them, and others wait for the machine. */
const intervalViews: ReadonlySet<AddressOf<'results'>['view']> = new Set(['overview', 'classes', 'export'])

/** The open part of a run's results, over what the filters leave. */
export function RunViews(props: RunViewsProps): ReactElement {
  const { address, selection, runKey, header } = props
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const shows = useMessages(showsMessages)
  const samples = useMessages(samplesMessages)
  const { plan, filter, field } = selection
  const { value: figures, stale, error } = useRunFigures(runKey, filter)
  const voice = useFilterVoice(selection)
  const fields = figures?.fields.map((row) => row.field) ?? []
  const current = figures?.fields.find((row) => row.field === field)
  const settled = figures !== undefined && !stale
  const intervals = useRunIntervals(runKey, filter, fields, settled && intervalViews.has(address.view))
  const calibration = useRunCalibration(runKey, filter, field, settled && current !== undefined && address.view === 'charts')
  if (error) return <Failure title={messages.failed} error={error} />
  if (!figures) return <p className="muted">{messages.loading}</p>
  const byAnswer = chosenByAnswer(filter)
  const measurable = byAnswer ? undefined : current
  const fieldTabs = <FieldTabs address={address} scheme={plan.scheme} fields={fields} current={field} />

  return (
    <>
      <RunNotices address={address} plan={plan} figures={figures} filtered={selection.filtered} brief={address.view !== 'overview'} priorAtHand={header.hasPriors && selection.reading.prior === 'none'} />
      {address.view !== 'export' && (
        <NarrowFold title={selection.filtered ? samples.filtersOn : samples.filters}>
          <FilterBar address={address} filter={filter} field={fieldOf(plan.scheme, field)} voice={voice} header={header} filtered={selection.filtered} samples={stale ? undefined : figures.samples} />
        </NarrowFold>
      )}
      {selection.filtered && !stale && figuresViews.has(address.view) && (
        <FilterNotice address={address} filter={filter} field={fieldOf(plan.scheme, field)} voice={voice} samples={figures.samples} all={header.samples} />
      )}
      <div className="section results__body" data-stale={stale || undefined} aria-busy={stale}>
        {shows.views[address.view] !== undefined && <p className="muted small prose">{shows.views[address.view]}</p>}
        {address.view === 'overview' && (
          <>
            <Overview address={address} plan={plan} figures={figures} intervals={intervals.value} chosenByAnswer={byAnswer} />
            {/* fitted once the run's own intervals are there: two cores at most are free */}
            {!selection.filtered && intervals.value && figures.fields.some(({ all }) => all.records > 0) && <BaselinesBeside address={address} selection={selection} />}
            <ReadingChoice address={address} selection={selection} hasPriors={header.hasPriors} />
          </>
        )}
        {address.view === 'classes' && <>{fieldTabs}{measurable && <ClassTable address={address} field={fieldOf(plan.scheme, field)} figures={measurable} intervals={intervals.value?.[field]?.labels} file={tableFileName(selection, `${field}-labels`)} />}</>}
        {address.view === 'confusion' && <>{fieldTabs}{current && <ConfusionTable address={address} field={fieldOf(plan.scheme, field)} figures={current} file={tableFileName(selection, `${field}-confusion`)} />}</>}
        {address.view === 'charts' && (
          <>{fieldTabs}{measurable && <Charts title={`${plan.dataset.name}; ${selection.run.model.ref.id}, ${selection.run.method.name[language]}; ${plan.id.slice(0, 12)}`} field={fieldOf(plan.scheme, field)} figures={measurable} measured={calibration.value} file={tableFileName(selection, `${field}-calibration`)} />}</>
        )}
        {!current && perField.has(address.view) && <Notice title={shows.notAnswered(fieldOf(plan.scheme, field).name[language])}>{shows.notAnsweredText}</Notice>}
        {address.view === 'samples' && <>{fieldTabs}<SamplesView address={address} runKey={runKey} filter={filter} scheme={plan.scheme} /></>}
        {address.view === 'parsing' && <>{fieldTabs}<ParsingView address={address} selection={selection} runKey={runKey} /></>}
        {address.view === 'compare' && <>{fieldTabs}<CompareView address={address} selection={selection} runKey={runKey} fields={fields} /></>}
        {address.view === 'export' && <ExportView address={address} selection={selection} runKey={runKey} figures={figures} intervals={intervals.value} />}
      </div>
    </>
  )
}
