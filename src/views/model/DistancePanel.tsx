import { Fragment, type ReactElement, useEffect, useRef, useState } from 'react'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import { useLanguage } from '../../state/language.ts'
import { useModelHolder } from '../../state/models/loadedModel.ts'
import { comparableDtypes, measureDistance, type ModelDistance } from '../../state/models/modelDistance.ts'
import { useServices } from '../../state/services.ts'
import { modelTrialMessages } from '../messages/modelTrial.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { formatBytes, formatCount } from '../parts/numbers.ts'
import { Progress } from '../parts/Progress.tsx'

type Measuring =
  | { readonly status: 'idle' }
  | { readonly status: 'measuring'; readonly dtype: string; readonly loaded: number; readonly total: number }
  | { readonly status: 'failed'; readonly error: unknown }

/** How far a quantised file is from the fp32 one that stands beside it; nothing where there is none. */
export function DistancePanel({ model }: { readonly model: AvailableModel }): ReactElement | null {
  const messages = useMessages(modelTrialMessages)
  const language = useLanguage()
  const services = useServices()
  const holder = useModelHolder()
  const running = useActiveRunState().kind === 'active'
  const [state, setState] = useState<Measuring>({ status: 'idle' })
  const [found, setFound] = useState<readonly ModelDistance[]>([])
  const ending = useRef<AbortController>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const dtypes = comparableDtypes(model)
  if (dtypes.length === 0) return null

  async function measure(dtype: string): Promise<void> {
    const abort = new AbortController()
    ending.current = abort
    setState({ status: 'measuring', dtype, loaded: 0, total: 0 })
    // both files need the room
    holder.release()
    try {
      const distance = await measureDistance(model, dtype, services, abort.signal, (which, { loaded, total }) => setState({ status: 'measuring', dtype: which, loaded, total }))
      setFound((before) => [...before.filter((one) => one.dtype !== dtype), distance])
      setState({ status: 'idle' })
    } catch (error) {
      setState(abort.signal.aborted ? { status: 'idle' } : { status: 'failed', error })
    }
  }

  return (
    <section className="section" aria-labelledby="distance">
      <h3 id="distance">{messages.distance}</h3>
      <p className="muted small">{messages.distanceText}</p>
      {found.length > 0 && (
        <dl className="facts">
          {found.map(({ dtype, divergence, positions }) => (
            <Fragment key={dtype}>
              <dt>{dtype}</dt>
              <dd>{messages.distanceValue(divergence.toPrecision(2), formatCount(positions, language))}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {state.status === 'failed' && <Failure title={messages.distanceFailed} error={state.error} />}
      {state.status === 'measuring' ? (
        <Progress
          label={messages.distanceReading(state.dtype)}
          share={state.total > 0 && state.loaded < state.total ? state.loaded / state.total : null}
          detail={state.total > 0 ? `${formatBytes(state.loaded)} / ${formatBytes(state.total)}` : ''}
        >
          <Button onClick={() => ending.current?.abort()}>{messages.stop}</Button>
        </Progress>
      ) : (
        <div className="row">
          {dtypes.map((dtype) => <Button key={dtype} small disabled={running} onClick={() => void measure(dtype)}>{messages.distanceMeasure(dtype)}</Button>)}
        </div>
      )}
    </section>
  )
}
