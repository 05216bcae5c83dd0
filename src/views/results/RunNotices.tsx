import type { ReactElement } from 'react'
import type { Plan } from '../../domain/plan.ts'
import { fieldOf } from '../../domain/scheme.ts'
import type { RunFigures } from '../../metrics/figures.ts'
import type { AddressOf } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { ChecksNotice } from './ChecksNotice.tsx'

interface RunNoticesProps {
  readonly address: AddressOf<'results'>
  readonly plan: Plan
  readonly figures: RunFigures
  readonly filtered: boolean
  /** Only what no figure may be read without: on the parts behind the overview. */
  readonly brief: boolean
  /** The run has a prior, and this reading does not subtract it. */
  readonly priorAtHand: boolean
}

/** Interim figures, failed samples, samples that a reading leaves out, an engine that doubted itself, and a label that takes over: said before any figure. */
export function RunNotices({ address, plan, figures, filtered, brief, priorAtHand }: RunNoticesProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const notAsked = figures.fields.filter((row) => row.notAsked > 0)
  const leaning = filtered || brief ? [] : figures.fields.flatMap(({ field, leaning: { warning } }) => (warning ? [{ field: fieldOf(plan.scheme, field), warning }] : []))
  return (
    <>
      {figures.waiting > 0 && !filtered && (
        <Notice
          title={messages.interim(formatCount(figures.answered + figures.failed, language), formatCount(figures.samples, language))}
          actions={<LinkButton small to={{ screen: 'run', plan: plan.id }}>{messages.toRun}</LinkButton>}
        >
          {messages.interimText}
        </Notice>
      )}
      {figures.failed > 0 && !filtered && !brief && (
        <Notice
          kind="warning"
          title={messages.failedSamples(formatCount(figures.failed, language))}
          actions={
            <>
              <LinkButton small to={{ ...address, view: 'samples', state: 'failed', sample: undefined }}>{messages.showThem}</LinkButton>
              <LinkButton small to={{ screen: 'run', plan: plan.id }}>{messages.toRun}</LinkButton>
            </>
          }
        >
          {messages.failedSamplesText}
        </Notice>
      )}
      {notAsked[0] && (
        <Notice
          kind="warning"
          title={messages.notAskedTitle}
          actions={
            <LinkButton small to={{ ...address, view: 'samples', field: notAsked[0].field, gold: undefined, answer: 'notAsked', verdict: undefined, sample: undefined }}>
              {messages.showThem}
            </LinkButton>
          }
        >
          <ul className="plain-list">
            {notAsked.map((row) => (
              <li key={row.field}>
                {messages.notAskedField(fieldOf(plan.scheme, row.field).name[language], formatCount(row.notAsked, language), formatCount(figures.answered, language))}
              </li>
            ))}
          </ul>
          {!brief && <p>{messages.notAskedText}</p>}
        </Notice>
      )}
      <ChecksNotice checks={figures.checks} />
      {leaning.length > 0 && (
        <Notice kind="warning" title={messages.leaningTitle}>
          <ul className="plain-list">
            {leaning.map(({ field, warning }) => {
              const label = field.labels[warning.label]
              const text = messages.leaning(field.name[language], label?.name[language] ?? '', formatShare(warning.share, language, 0), formatShare(warning.reference, language, 0))
              return <li key={field.id}>{warning.against === 'gold' ? text : messages.leaningWithoutGold(field.name[language], label?.name[language] ?? '', formatShare(warning.share, language, 0))}</li>
            })}
          </ul>
          <p>{messages.leaningText}{priorAtHand && ` ${messages.leaningPrior}`}</p>
        </Notice>
      )}
    </>
  )
}
