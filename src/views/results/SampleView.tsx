import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react'
import type { Scheme } from '../../domain/scheme.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import type { RunFilter } from '../../state/results/runFilter.ts'
import { useSampleDetail } from '../../state/results/useRunResults.ts'
import { resultsMessages } from '../messages/results.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { SampleAnswers } from './SampleAnswers.tsx'
import { SampleText } from './SampleText.tsx'

interface SampleViewProps {
  readonly address: AddressOf<'results'>
  readonly id: string
  readonly runKey: RunKey
  readonly filter: RunFilter
  readonly scheme: Scheme
}

/** One sample of a run: what was asked, what is gold, what the model answered, how sure it was. j and k go on and back. */
export function SampleView({ address, id, runKey, filter, scheme }: SampleViewProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(samplesMessages)
  const shared = useMessages(resultsMessages)
  const { value: detail, stale } = useSampleDetail(runKey, filter, id)
  const list = { ...address, sample: undefined }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const target = event.key === 'j' ? detail?.next : event.key === 'k' ? detail?.previous : null
    if (event.key === 'Escape') navigate(list)
    else if (target != null) navigate({ ...address, sample: target }, { replace: true })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  // where the sample stands in the list's place, the row that was chosen is gone, and the focus with it
  const article = useRef<HTMLElement>(null)
  const shown = detail != null
  useEffect(() => {
    const focused = document.activeElement
    if (shown && (focused === null || focused === document.body || !focused.checkVisibility())) article.current?.focus()
  }, [shown])

  if (detail === undefined) return <p className="muted">{shared.loading}</p>
  if (detail === null) return <Notice kind="warning" title={messages.noSample(id)} actions={<LinkButton small to={list}>{messages.backToList}</LinkButton>}>{messages.noSampleText}</Notice>
  return (
    <article ref={article} tabIndex={-1} className="sample" aria-label={messages.sampleTitle(id)} data-stale={stale || undefined}>
      <header className="sample__head">
        <h2 className="mono">{id}</h2>
        <span className="muted small">
          {detail.place < 0 ? messages.outsideFilter : messages.position(formatCount(detail.place + 1, language), formatCount(detail.total, language))}
        </span>
        <div className="row sample__move">
          <Step to={detail.previous} address={address} label={messages.previous}><ChevronLeft aria-hidden="true" /></Step>
          <Step to={detail.next} address={address} label={messages.next}><ChevronRight aria-hidden="true" /></Step>
          <LinkButton kind="quiet" small to={list} aria-label={messages.backToList} title={messages.backToList}><X aria-hidden="true" /></LinkButton>
        </div>
      </header>
      <SampleText sample={detail.sample} droppedTurns={detail.prediction?.droppedTurns ?? 0} />
      <SampleAnswers detail={detail} scheme={scheme} />
      <p className="muted small sample__keys">{messages.keys}</p>
    </article>
  )
}

interface StepProps {
  readonly to: string | null
  readonly address: AddressOf<'results'>
  readonly label: string
  readonly children: ReactElement
}

function Step({ to, address, label, children }: StepProps): ReactElement {
  if (to === null) return <span className="button button--plain button--small" aria-disabled="true" title={label}>{children}</span>
  return <LinkButton small to={{ ...address, sample: to }} aria-label={label} title={label}>{children}</LinkButton>
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName))
}
