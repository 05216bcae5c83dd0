import { FileUp } from 'lucide-react'
import type { ReactElement } from 'react'
import { answersMessages } from '../messages/answers.ts'
import { useMessages } from '../messages/useMessages.ts'
import { FileButton } from '../parts/FileButton.tsx'
import { useFileDrop } from '../data/useFileDrop.ts'

const endings = '.jsonl,.ndjson,.json,.csv,.tsv,.txt'

/** Where files of answers come in: dropped anywhere on the screen, or chosen, several at once. */
export function AnswerDrop({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactElement {
  const messages = useMessages(answersMessages)
  const over = useFileDrop((transfer) => onFiles([...transfer.files]))
  return (
    <div className="drop" data-over={over || undefined}>
      <FileUp className="drop__icon" aria-hidden="true" />
      <div>
        <p className="drop__title">{over ? messages.dropNow : messages.dropTitle}</p>
        <p className="small muted">{messages.dropText}</p>
      </div>
      <FileButton label={messages.choose} accept={endings} multiple onFiles={onFiles} />
    </div>
  )
}
