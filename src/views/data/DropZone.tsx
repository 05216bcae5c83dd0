import { FileUp } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import { FileButton } from '../parts/FileButton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useFileDrop } from './useFileDrop.ts'

const endings = '.jsonl,.ndjson,.json,.csv,.tsv,.txt,.xlsx,.parquet'

/** Where a file comes in: dropped anywhere on the screen, or chosen. */
export function DropZone({ onFile }: { readonly onFile: (file: File) => void }): ReactElement {
  const messages = useMessages(dataMessages)
  const [several, setSeveral] = useState<number | null>(null)
  const over = useFileDrop((transfer) => {
    const file = transfer.files[0]
    setSeveral(transfer.files.length > 1 ? transfer.files.length : null)
    if (file && transfer.files.length === 1) onFile(file)
  })
  return (
    <div className="drop" data-over={over || undefined}>
      <FileUp className="drop__icon" aria-hidden="true" />
      <div>
        <p className="drop__title">{over ? messages.dropNow : messages.dropTitle}</p>
        <p className="small muted">{messages.dropText}</p>
        {several !== null && <Notice kind="warning" title={messages.severalFiles(String(several))} />}
      </div>
      <FileButton kind="primary" label={messages.choose} accept={endings} onFiles={([file]) => onFile(file)} />
    </div>
  )
}
