import { FolderOpen } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { navigate } from '../../state/address.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import { useLanguage } from '../../state/language.ts'
import { canPickFolder, droppedFolder, openFolder, pickFolder, reopenFolder, useRememberedFolders } from '../../state/models/modelFolders.ts'
import { useFileDrop } from '../parts/useFileDrop.ts'
import { errorSentence } from '../messages/errors.ts'
import { modelMessages } from '../messages/model.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'

type Opening = { readonly status: 'idle' | 'reading' } | { readonly status: 'failed'; readonly reason: string }

/** A model from the user's own disk: picked, dropped, or one opened on an earlier visit. */
export function FolderPanel({ opened }: { readonly opened: readonly string[] }): ReactElement {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  const remembered = useRememberedFolders()
  const input = useRef<HTMLInputElement>(null)
  const [opening, setOpening] = useState<Opening>({ status: 'idle' })

  /** @param refused what to say where nothing was opened and nothing is wrong; null says nothing. */
  async function open(work: () => Promise<AvailableModel | null>, refused: string | null): Promise<void> {
    setOpening({ status: 'reading' })
    try {
      const model = await work()
      setOpening(model === null && refused !== null ? { status: 'failed', reason: refused } : { status: 'idle' })
      if (model) navigate({ screen: 'model', model: model.id })
    } catch (error) {
      setOpening({ status: 'failed', reason: errorSentence(error, language) })
    }
  }

  const over = useFileDrop((transfer) => {
    const folder = droppedFolder(transfer) // before anything is awaited: a drop is readable only while it happens
    void open(async () => {
      const source = await folder
      return source && openFolder(source)
    }, messages.folderNotFolder)
  })
  const earlier = remembered.status === 'ready' ? (remembered.value ?? []).filter(({ name }) => !opened.includes(name)) : []
  return (
    <section className="folder" data-over={over || undefined}>
      <h2>{over ? messages.folderDropNow : messages.folderTitle}</h2>
      <p className="small muted">{messages.folderText}</p>
      <div className="row">
        <Button disabled={opening.status === 'reading'} onClick={() => (canPickFolder() ? void open(pickFolder, null) : input.current?.click())}>
          <FolderOpen aria-hidden="true" />
          {opening.status === 'reading' ? messages.folderReading : messages.folderChoose}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={messages.folderChoose}
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void open(() => openFolder(files), null)
        }}
      />
      {earlier.length > 0 && (
        <div className="folder__earlier">
          <h3 className="small muted">{messages.folderEarlier}</h3>
          {earlier.map((folder) => (
            <Button key={folder.name} kind="quiet" small onClick={() => void open(() => reopenFolder(folder), messages.folderRefused)}>
              {messages.folderReopen(folder.name)}
            </Button>
          ))}
        </div>
      )}
      {opening.status === 'failed' && <Notice kind="error" title={messages.folderFailed}>{opening.reason}</Notice>}
    </section>
  )
}
