import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react'
import type { Sample } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { contextTurns } from '../../prompt/contextTurns.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { partsMessages } from '../messages/parts.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { goldName } from './goldName.ts'

interface SampleDetailProps {
  readonly scheme: Scheme
  readonly sample: Sample
  /** Addresses of the neighbours in the list as filtered. */
  readonly previous: string | null
  readonly next: string | null
  readonly onClose: () => void
}

/** One sample in full: what was said before, the sentence, its labels, where it stands in the file. */
export function SampleDetail({ scheme, sample, previous, next, onClose }: SampleDetailProps): ReactElement {
  const messages = useMessages(dataMessages)
  const shared = useMessages(samplesMessages)
  const parts = useMessages(partsMessages)
  const language = useLanguage()
  const turns = contextTurns(sample)
  const article = useRef<HTMLElement>(null)
  // on a phone it stands above the list that was clicked
  useEffect(() => {
    // newer browsers return a promise, which React would take for the effect's clean-up and call
    article.current?.scrollIntoView({ block: 'nearest' })
  }, [sample.id])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLElement && ['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName)
    if (event.key === 'Escape' && !typing && !document.querySelector('dialog[open]')) onClose()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  const facts: readonly (readonly [string, string | null])[] = [
    [messages.scene, sample.scene === null ? null : messages.scenes[sample.scene]],
    [messages.speaker, sample.speaker],
    [messages.tier, sample.tier],
    [messages.group, sample.group],
    ...Object.entries(sample.other),
  ]
  return (
    <article ref={article} className="detail panel" aria-label={messages.sampleTitle(sample.id)}>
      <div className="screen__head">
        <h2 className="mono">{sample.id}</h2>
        <div className="row">
          <NeighbourLink href={previous} label={messages.previous}><ChevronLeft aria-hidden="true" /></NeighbourLink>
          <NeighbourLink href={next} label={messages.next}><ChevronRight aria-hidden="true" /></NeighbourLink>
          <Button kind="quiet" small aria-label={parts.close} onClick={onClose}><X aria-hidden="true" /></Button>
        </div>
      </div>
      <section className="detail__text">
        <h3 className="small muted">{messages.context}</h3>
        {sample.text === '' ? <p className="muted small">{shared.textNotHere}</p> : turns.length === 0 ? <p className="muted small">{messages.noContext}</p> : <ol className="detail__turns" lang="zh-Hans">{turns.map((turn, at) => <li key={at}>{turn}</li>)}</ol>}
        <h3 className="small muted">{messages.target}</h3>
        <p className="detail__target" lang="zh-Hans">{sample.text}</p>
      </section>
      <dl className="facts">
        {scheme.fields.map((field) => {
          const gold = sample.gold[field.id]
          return (
            <div key={field.id} className="facts__row">
              <dt>{field.name[language]}</dt>
              <dd>
                {goldName(field, gold, language) ?? <span className="muted">{messages.noGold}</span>}
                {gold?.kind === 'label' && gold.derived && <span className="badge">{messages.derived}</span>}
                {gold?.kind === 'outOfScheme' && <span className="badge">{messages.outOfScheme}</span>}
              </dd>
            </div>
          )
        })}
        {facts.map(([name, value]) => value !== null && value !== '' && (
          <div key={name} className="facts__row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{messages.rowNumber(String(sample.row))}</p>
    </article>
  )
}

function NeighbourLink({ href, label, children }: { readonly href: string | null; readonly label: string; readonly children: ReactElement }): ReactElement {
  return href === null ? (
    <Button kind="quiet" small disabled aria-label={label}>{children}</Button>
  ) : (
    <a className="button button--quiet button--small" href={href} aria-label={label} title={label}>{children}</a>
  )
}
