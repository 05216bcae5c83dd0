import { type ReactElement, useMemo } from 'react'
import type { ModelTrial, TriedWay, TrialWay } from '../../run/modelTrial.ts'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import { useLanguage } from '../../state/language.ts'
import { type ModelSettings, rememberedSettings, useModelSettings, wayOf } from '../../state/models/modelSettings.ts'
import { type TrialState, useModelTrials, useTrialState } from '../../state/models/modelTrials.ts'
import { parseFailure } from '../../run/failure.ts'
import { modelMessages } from '../messages/model.ts'
import { modelTrialMessages } from '../messages/modelTrial.ts'
import { failureSentence } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Select } from '../parts/Field.tsx'
import { formatCount, formatMoment } from '../parts/numbers.ts'
import { Progress } from '../parts/Progress.tsx'
import type { TableColumn } from '../parts/tableColumn.ts'

/** What came of trying a model on this machine, and how many engines are used. */
export function TrialPanel({ model }: { readonly model: AvailableModel }): ReactElement | null {
  const messages = useMessages(modelTrialMessages)
  const settings = useModelSettings()
  if (!settings) return null
  return (
    <section className="panel section" aria-labelledby="trial">
      <h2 id="trial">{messages.title}</h2>
      <Settled model={model} settings={settings} />
    </section>
  )
}

function Settled({ model, settings }: { readonly model: AvailableModel; readonly settings: ModelSettings }): ReactElement {
  const messages = useMessages(modelTrialMessages)
  const language = useLanguage()
  const trials = useModelTrials()
  const state = useTrialState()
  const running = useActiveRunState().kind === 'active'
  const way = wayOf(model, settings)
  const own = state.status !== 'none' && state.model.source === model.source ? state : null
  if (own?.status === 'trying') return <Trying state={own} onStop={() => trials.cancel()} />
  const trial = way?.trial ?? null
  const automatic = trial?.chosen == null ? 1 : (trial.ways[trial.chosen]?.workers ?? 1)
  return (
    <>
      {own?.status === 'failed' && <Failure title={messages.failed} error={own.error} />}
      {trial ? <Tried trial={trial} /> : (
        <>
          <p>{messages.untried}</p>
          <p className="muted small">{messages.untriedText}</p>
        </>
      )}
      <div className="row row--end">
        {way && way.most > 1 && (
          <Select
            label={messages.workers}
            value={way.byHand ? String(way.workers) : ''}
            options={[
              { value: '', label: messages.automatic(formatCount(automatic, language)) },
              ...Array.from({ length: way.most }, (_, at) => ({ value: String(at + 1), label: formatCount(at + 1, language) })),
            ]}
            onChange={(value) => void rememberedSettings.change(model, { workers: value === '' ? null : Number(value) })}
          />
        )}
        <Button disabled={running || state.status === 'trying'} onClick={() => void trials.start(model)}>{trial ? messages.again : messages.measure}</Button>
      </div>
      {way && way.most > 1 && <p className="muted small">{messages.workersHint(formatCount(way.most, language), formatCount(settings.machine.cores, language))}</p>}
      {running && <p className="muted small">{messages.closed}</p>}
    </>
  )
}

function Trying({ state, onStop }: { readonly state: Extract<TrialState, { status: 'trying' }>; readonly onStop: () => void }): ReactElement {
  const messages = useMessages(modelTrialMessages)
  const name = useWayName()
  return (
    <>
      <Progress label={messages.trying(state.progress ? name(state.progress.way) : '…')} share={null}>
        <Button onClick={onStop}>{messages.stop}</Button>
      </Progress>
      {state.progress && state.progress.done.length > 0 && <Ways ways={state.progress.done} chosen={null} />}
    </>
  )
}

function Tried({ trial }: { readonly trial: ModelTrial }): ReactElement {
  const messages = useMessages(modelTrialMessages)
  const language = useLanguage()
  return (
    <>
      <Ways ways={trial.ways} chosen={trial.chosen} />
      <p className="muted small">{messages.tried(formatMoment(trial.at, language), (trial.took / 1000).toFixed(0))}</p>
    </>
  )
}

interface Row extends TriedWay {
  readonly chosen: boolean
}

function Ways({ ways, chosen }: { readonly ways: readonly TriedWay[]; readonly chosen: number | null }): ReactElement {
  const messages = useMessages(modelTrialMessages)
  const language = useLanguage()
  const name = useWayName()
  const rows = useMemo(() => ways.map((way, at): Row => ({ ...way, chosen: at === chosen })), [ways, chosen])
  const columns = useMemo<readonly TableColumn<Row>[]>(
    () => [
      { id: 'way', header: messages.columns.way, value: name },
      { id: 'rate', header: messages.columns.rate, align: 'end', value: (row) => row.perMinute, render: (row) => (row.perMinute === null ? '–' : formatCount(Math.round(row.perMinute), language)) },
      { id: 'loading', header: messages.columns.loading, align: 'end', value: (row) => row.loading, render: (row) => (row.loading === null ? '–' : messages.seconds((row.loading / 1000).toFixed(1))) },
      {
        id: 'note',
        header: messages.columns.note,
        value: (row) => (row.chosen ? messages.chosen : problem(row, messages.noTime, language)),
        render: (row) => (row.chosen ? <span className="badge">{messages.chosen}</span> : problem(row, messages.noTime, language)),
      },
    ],
    [messages, language, name],
  )
  return <DataTable columns={columns} rows={rows} keyOf={name} caption={messages.caption} captionHidden />
}

function problem(row: TriedWay, noTime: string, language: 'zh' | 'en'): string | null {
  if (row.problem === null) return null
  return row.problem === 'noTime' || parseFailure(row.problem).code === null ? noTime : failureSentence(row.problem, language)
}

function useWayName(): (way: TrialWay) => string {
  const messages = useMessages(modelTrialMessages)
  const { devices } = useMessages(modelMessages)
  const language = useLanguage()
  return useMemo(
    () => ({ device, dtype, graph, workers, threads }) => `${messages.way(devices[device], dtype, messages.graphs[graph])} · ${messages.engines(formatCount(workers, language), threads)}`,
    [messages, devices, language],
  )
}
