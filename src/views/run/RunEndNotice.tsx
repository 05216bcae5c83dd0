import type { ReactElement } from 'react'
import type { RunEnd, RunProblem } from '../../state/run/activeRun.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { errorSentence } from '../messages/errors.ts'
import { runMessages } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'

/** How the last run of this page ended, and what to do where it broke off. */
export function RunEndNotice({ end }: { readonly end: RunEnd }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(runMessages)
  if (!end.problem) {
    return (
      <Notice title={end.end === 'finished' && end.asked === 0 ? messages.nothingLeft : messages.ended[end.end]}>
        {end.end === 'finished' && <p>{end.asked === 0 ? messages.nothingLeftText : messages.finishedText}</p>}
        {end.priorError !== undefined && <p>{messages.noPrior(errorSentence(end.priorError, language))}</p>}
      </Notice>
    )
  }
  const model = end.problem.code === 'modelGone' || end.problem.code === 'modelChanged'
  return (
    <Notice
      kind="error"
      title={messages.ended[end.end]}
      actions={model ? <LinkButton small to={{ screen: 'model' }}>{messages.toModel}</LinkButton> : undefined}
    >
      {problemSentence(end.problem, messages, language)}
    </Notice>
  )
}

function problemSentence(problem: RunProblem, messages: (typeof runMessages)['zh'], language: Language): string {
  switch (problem.code) {
    case 'elsewhere':
    case 'datasetGone':
    case 'otherCut':
      return messages.problems[problem.code]
    case 'modelGone':
    case 'modelChanged':
      return messages[problem.code](problem.model)
    case 'broken':
      return errorSentence(problem.error, language)
  }
}
