import { FileUp } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { answersMessages } from '../messages/answers.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { useFileDrop } from '../data/useFileDrop.ts'

const endings = '.jsonl,.ndjson,.json,.csv,.tsv,.txt'

/** Where files of answers come in: dropped anywhere on the screen, or chosen, several at once. */
export function AnswerDrop({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactElement {
  const messages = useMessages(answersMessages)
  const input = useRef<HTMLInputElement>(null)
  const over = useFileDrop((transfer) => onFiles([...transfer.files]))
  return (
    <div className="drop" data-over={over || undefined}>
      <FileUp className="drop__icon" aria-hidden="true" />
      <div>
        <p className="drop__title">{over ? messages.dropNow : messages.dropTitle}</p>
        <p className="small muted">{messages.dropText}</p>
      </div>
      <Button onClick={() => input.current?.click()}>{messages.choose}</Button>
      <input
        ref={input}
        type="file"
        accept={endings}
        multiple
        hidden
        aria-label={messages.choose}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = '' // the same files can be chosen again
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}
