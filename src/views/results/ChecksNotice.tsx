import type { ReactElement } from 'react'
import type { Checks } from '../../metrics/figures.ts'
import { useLanguage } from '../../state/language.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'

/** Where the engine's checks found that its fast way to an answer was not the model's own: nothing otherwise. */
export function ChecksNotice({ checks: { checked, fellBack, largest } }: { readonly checks: Checks }): ReactElement | null {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  if (fellBack === 0) return null
  return (
    <Notice kind="warning" title={messages.fellBackTitle(formatCount(fellBack, language), formatCount(checked, language))}>
      {messages.fellBackText(largest.toFixed(2))}
    </Notice>
  )
}
