import type { ReactElement } from 'react'
import type { Dataset, Sample } from '../../domain/dataset.ts'
import { listed } from '../../domain/listed.ts'
import { fieldOf, type Scheme } from '../../domain/scheme.ts'
import { navigate } from '../../state/address.ts'
import { useAnswerDesk } from '../../state/answers/answerDesk.ts'
import { importedRuns, type MatchedFile, overlapping, type RunOutline, runOutlines } from '../../state/answers/importedRuns.ts'
import { useLanguage } from '../../state/language.ts'
import { answersMessages } from '../messages/answers.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'

interface ImportRunsProps {
  /** Null for a file whose columns are not settled. */
  readonly matched: readonly (MatchedFile | null)[]
  readonly dataset: Dataset
  readonly samples: readonly Sample[]
  readonly scheme: Scheme
}

/** What the files on the desk come to, and the one thing to do. */
export function ImportRuns({ matched, dataset, samples, scheme }: ImportRunsProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const { desk, state } = useAnswerDesk()
  const usable = matched.filter((file) => file !== null && file.counts.taken > 0 && file.choices.model.trim() !== '') as readonly MatchedFile[]
  const clashes = overlapping(usable)
  const runs = clashes.length > 0 ? [] : runOutlines(usable, scheme)
  const settled = usable.length === matched.length && clashes.length === 0

  async function save(): Promise<void> {
    const plans = await desk.save(importedRuns(usable, dataset, samples, scheme))
    const [only, ...others] = plans ?? []
    if (only) navigate(others.length === 0 ? { screen: 'results', plan: only.id } : { screen: 'results' })
  }

  return (
    <section className="panel section" aria-labelledby="answers-runs">
      <h2 id="answers-runs">{messages.runs}</h2>
      {clashes.map(({ field, names }) => (
        <Notice key={`${field} ${names.join(' ')}`} kind="error" title={messages.overlap(listed(names, language), fieldOf(scheme, field).name[language])}>{messages.overlapText}</Notice>
      ))}
      {runs.length > 0 && (
        <ul className="plain-list">
          {runs.map((outline) => <li key={outline.key}><RunLine outline={outline} scheme={scheme} /></li>)}
        </ul>
      )}
      <p className="small muted">{messages.exploratoryNote}</p>
      {!settled && <p className="small warning-text">{messages.incomplete}</p>}
      {state.problem !== null && <Failure title={messages.importFailed} error={state.problem} />}
      <div className="row">
        <Button kind="primary" disabled={runs.length === 0 || !settled || state.saving || state.reading > 0} onClick={() => void save()}>
          {state.saving ? messages.importing : messages.import(formatCount(runs.length, language))}
        </Button>
      </div>
    </section>
  )
}

function RunLine({ outline: { model, method, fields, samples }, scheme }: { readonly outline: RunOutline; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  return (
    <>
      {messages.runLine(model, method[language])}{' '}
      <span className="muted small">
        {messages.runFields(listed(fields.map((id) => fieldOf(scheme, id).name[language]), language), formatCount(samples, language))}
      </span>
    </>
  )
}
