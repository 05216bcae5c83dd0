import type { ReactElement } from 'react'
import type { Sample } from '../../domain/dataset.ts'
import { contextTurns } from '../../prompt/contextTurns.ts'
import { useLanguage } from '../../state/language.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'

interface SampleTextProps {
  readonly sample: Sample
  readonly droppedTurns: number
}

/** The context's turns and the sentence in question; turns that did not fit the model are struck. */
export function SampleText({ sample, droppedTurns }: SampleTextProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(samplesMessages)
  const turns = contextTurns(sample)
  const facts = [
    sample.scene === null ? null : (messages.scenes[sample.scene] ?? sample.scene),
    sample.speaker === null ? null : `${messages.speaker}: ${sample.speaker}`,
    sample.tier === null ? null : `${messages.tier}: ${sample.tier}`,
  ].filter((fact) => fact !== null)
  return (
    <section className="sample__text">
      {facts.length > 0 && <p className="muted small">{facts.join(' · ')}</p>}
      <h3 className="visually-hidden">{messages.context}</h3>
      {sample.text === '' ? (
        <p className="muted small">{messages.textNotHere}</p>
      ) : turns.length === 0 ? (
        <p className="muted small">{messages.noContext}</p>
      ) : (
        <ol className="turns" lang="zh-Hans">
          {turns.map((turn, at) => (
            // turns have no name but their place
            <li key={at} data-dropped={at < droppedTurns || undefined}>
              {turn}
              {at < droppedTurns && <span className="visually-hidden" lang={language}>{messages.droppedTurn}</span>}
            </li>
          ))}
        </ol>
      )}
      {droppedTurns > 0 && <p className="small warning-text">{messages.droppedTurns(formatCount(droppedTurns, language))}</p>}
      <h3 className="visually-hidden">{messages.target}</h3>
      <p className="target" lang="zh-Hans">{sample.text}</p>
    </section>
  )
}
