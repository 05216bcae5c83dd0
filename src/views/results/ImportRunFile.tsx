import { Upload } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { importRunFile } from '../../state/results/runFiles.ts'
import { errorSentence } from '../messages/errors.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'

/** Takes in a run made elsewhere and goes to its results. */
export function ImportRunFile(): ReactElement {
  const messages = useMessages(resultsMessages)
  const input = useRef<HTMLInputElement>(null)
  const language = useLanguage()
  const [problem, setProblem] = useState<unknown>(null)

  async function take(file: File): Promise<void> {
    setProblem(null)
    try {
      const { plan } = await importRunFile(file)
      navigate({ screen: 'results', plan: plan.id })
    } catch (error) {
      setProblem(error)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        aria-label={messages.importRun}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void take(file)
        }}
      />
      <Button onClick={() => input.current?.click()}><Upload aria-hidden="true" />{messages.importRun}</Button>
      {problem !== null && <Notice kind="error" title={messages.importFailed}>{errorSentence(problem, language)}</Notice>}
    </>
  )
}
