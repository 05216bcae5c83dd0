import { type ReactElement, useState } from 'react'
import type { Device, GraphKind } from '../../domain/model.ts'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import { type ModelState, useModelHolder } from '../../state/models/loadedModel.ts'
import { useModelSettings, wayOf } from '../../state/models/modelSettings.ts'
import { useTrialState } from '../../state/models/modelTrials.ts'
import { lastDraft } from '../../state/plan/keptDraft.ts'
import { modelMessages } from '../messages/model.ts'
import { modelTrialMessages } from '../messages/modelTrial.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button, LinkButton } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Select } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatBytes } from '../parts/numbers.ts'
import { Progress } from '../parts/Progress.tsx'

interface LoadPanelProps {
  readonly model: AvailableModel
  /** Of this model; `none` where another one is in memory. */
  readonly state: ModelState
  /** Another model is in memory or on its way there. */
  readonly elsewhere: boolean
}

const devices: readonly Device[] = ['wasm', 'webgpu']
const graphs: readonly GraphKind[] = ['rewritten', 'asShipped']

/** Where and how a model is loaded; its bytes as they come; how to stop it; what went wrong. */
export function LoadPanel({ model, state, elsewhere }: LoadPanelProps): ReactElement {
  const messages = useMessages(modelMessages)
  const trialMessages = useMessages(modelTrialMessages)
  const holder = useModelHolder()
  const trying = useTrialState().status === 'trying'
  const running = useActiveRunState().kind === 'active'
  const started = state.status === 'none' ? null : state.choice
  const settings = useModelSettings()
  const way = wayOf(model, settings)
  // by hand, over what a trial here found best
  const [byHand, setByHand] = useState<{ readonly device?: Device; readonly dtype?: string; readonly graph?: GraphKind }>({})
  const device = byHand.device ?? started?.device ?? way?.device ?? 'wasm'
  const wanted = byHand.dtype ?? started?.dtype ?? way?.dtype ?? ''
  const graph = byHand.graph ?? started?.graph ?? way?.graph ?? 'rewritten'
  const dtypes = model.dtypes[device]
  const dtype = dtypes.includes(wanted) ? wanted : dtypes[0]
  const webGpu = 'gpu' in navigator
  const load = (): void => {
    // what went wrong is in the holder's state, shown below
    if (dtype === undefined) return
    const threads = device === 'wasm' ? (way?.threads ?? null) : null
    holder.load({ model, device, dtype, graph, ...(threads !== null && { threads }) }).catch(() => undefined)
  }
  if (state.status === 'loading') return <Loading state={state} onCancel={() => holder.release()} />
  return (
    <section className="panel section">
      {state.status === 'ready' ? (
        <div className="screen__head">
          <p>{messages.loaded(messages.devices[state.choice.device], model.kind === 'causal' ? `${state.choice.dtype}, ${trialMessages.graphs[state.choice.graph ?? 'rewritten']}` : state.choice.dtype)}</p>
          <div className="row">
            <Button disabled={running} onClick={() => holder.release()}>{messages.unload}</Button>
            <LinkButton to={lastDraft({ models: [model.id] })}>{messages.plan}</LinkButton>
          </div>
        </div>
      ) : (
        <>
          <div className="row row--end">
            <Select
              label={messages.device}
              value={device}
              options={devices.map((value) => ({
                value,
                label: value === 'webgpu' && !webGpu ? `${messages.devices[value]} (${messages.noWebGpu})` : messages.devices[value],
                disabled: model.dtypes[value].length === 0 || (value === 'webgpu' && !webGpu),
              }))}
              onChange={(value) => setByHand({ ...byHand, device: value })}
            />
            <Select label={messages.dtype} value={dtype ?? ''} options={dtypes.map((value) => ({ value, label: value }))} onChange={(value) => setByHand({ ...byHand, dtype: value })} />
            {model.kind === 'causal' && (
              <Select label={trialMessages.graph} value={graph} options={graphs.map((value) => ({ value, label: trialMessages.graphs[value] }))} onChange={(value) => setByHand({ ...byHand, graph: value })} />
            )}
            <Button kind="primary" disabled={dtype === undefined || running || trying} onClick={load}>{messages.load}</Button>
          </div>
          {dtype === undefined && <p className="small muted">{messages.notForDevice}</p>}
          {device === 'wasm' && <p className="small muted">{messages.threads(window.crossOriginIsolated)}</p>}
        </>
      )}
      {running && elsewhere && <Notice actions={<LinkButton small to={{ screen: 'run' }}>{messages.toRun}</LinkButton>}>{messages.busy}</Notice>}
      {state.status === 'ready' && model.kind === 'causal' && !state.loaded.chatTemplate && <Notice kind="warning">{messages.noTemplate}</Notice>}
      {state.status === 'ready' && state.loaded.notes?.map((note) => <Notice key={note} kind="warning">{messages.notes[note]}</Notice>)}
      {state.status === 'failed' && <Failure title={messages.loadFailed} error={state.error} />}
    </section>
  )
}

function Loading({ state, onCancel }: { readonly state: Extract<ModelState, { status: 'loading' }>; readonly onCancel: () => void }): ReactElement {
  const messages = useMessages(modelMessages)
  const progress = state.progress
  const share = progress === null || progress.total === 0 || progress.stage === 'start' || progress.stage === 'compare' ? null : progress.loaded / progress.total
  return (
    <section className="panel">
      <Progress
        label={messages.loading(messages.stages[progress?.stage ?? 'check'], progress?.file ?? '')}
        share={share}
        detail={progress && progress.total > 0 ? messages.loadDetail(formatBytes(progress.loaded), formatBytes(progress.total)) : ''}
      >
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </Progress>
    </section>
  )
}
