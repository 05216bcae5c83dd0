import { Upload } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { navigate } from '../../state/address.ts'
import { importRunFile } from '../../state/results/runFiles.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Failure } from '../parts/Failure.tsx'
import { FileButton } from '../parts/FileButton.tsx'

/** Takes in a run made elsewhere and goes to its results. */
export function ImportRunFile(): ReactElement {
  const messages = useMessages(resultsMessages)
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
      <FileButton label={messages.importRun} icon={<Upload aria-hidden="true" />} accept=".json" onFiles={([file]) => void take(file)} />
      {problem !== null && <Failure title={messages.importFailed} error={problem} />}
    </>
  )
}
