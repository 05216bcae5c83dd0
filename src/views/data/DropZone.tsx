import { type ReactElement, useState } from 'react'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import { FileDrop } from '../parts/FileDrop.tsx'
import { Notice } from '../parts/Notice.tsx'

/** Where a data file comes in, one at a time. */
export function DropZone({ onFile }: { readonly onFile: (file: File) => void }): ReactElement {
  const messages = useMessages(dataMessages)
  const [several, setSeveral] = useState<number | null>(null)
  function take(files: readonly File[]): void {
    const [file] = files
    setSeveral(files.length > 1 ? files.length : null)
    if (file && files.length === 1) onFile(file)
  }
  return (
    <FileDrop words={messages} kind="primary" accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt,.xlsx,.parquet" onFiles={take}>
      {several !== null && <Notice kind="warning" title={messages.severalFiles(String(several))} />}
    </FileDrop>
  )
}
