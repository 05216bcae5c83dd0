import { X } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import type { Scheme } from '../../domain/scheme.ts'
import { openedPrompts, usePromptFiles } from '../../state/plan/promptFiles.ts'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { KeepPrompt } from './KeepPrompt.tsx'
import '../parts/lists.css'

/** The prompt files that are open in this page: each can be kept as a method, and put away again; so can those that were not taken. */
export function OpenedPrompts({ scheme }: { readonly scheme: Scheme }): ReactElement {
  const messages = useMessages(promptsMessages)
  const { files, refused } = usePromptFiles(scheme)
  const list = useRef<HTMLDivElement>(null)
  function close(name: string): void {
    openedPrompts.remove(name)
    // the button that had the focus is gone: whoever works by keyboard goes on from here
    list.current?.focus()
  }
  const button = (name: string): ReactElement => <Button kind="quiet" small aria-label={messages.remove(name)} title={messages.remove(name)} onClick={() => close(name)}><X aria-hidden="true" /></Button>
  return (
    <div ref={list} tabIndex={-1}>
      {refused.map(({ name, error }) => (
        <div key={name} className="row">
          <Failure title={messages.refused(name)} error={error} />
          {button(name)}
        </div>
      ))}
      {files.length > 0 && (
        <ul className="plain-list">
          {files.map((file) => (
            <li key={file.name} className="row">
              <span className="mono small">{file.name}</span>
              <KeepPrompt file={file} scheme={scheme} />
              {button(file.name)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
