import { FileUp } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { ButtonKind } from './Button.tsx'
import { FileButton } from './FileButton.tsx'
import { useFileDrop } from './useFileDrop.ts'
import './fileDrop.css'

interface FileDropProps {
  readonly words: { readonly dropTitle: string; readonly dropText: string; readonly dropNow: string; readonly choose: string }
  /** How the names of the files end, for the button: `.json,.txt`. */
  readonly accept: string
  readonly multiple?: boolean
  readonly kind?: ButtonKind
  /** Several may be dropped, whatever `multiple` says. */
  readonly onFiles: (files: readonly File[]) => void
  /** Below the words. */
  readonly children?: ReactNode
}

/** Where files come in: dropped anywhere on the screen, or chosen. */
export function FileDrop({ words, onFiles, children, ...button }: FileDropProps): ReactElement {
  const over = useFileDrop((transfer) => onFiles([...transfer.files]))
  return (
    <div className="drop" data-over={over || undefined}>
      <FileUp className="drop__icon" aria-hidden="true" />
      <div>
        <p className="drop__title">{over ? words.dropNow : words.dropTitle}</p>
        <p className="small muted">{words.dropText}</p>
        {children}
      </div>
      <FileButton {...button} label={words.choose} onFiles={onFiles} />
    </div>
  )
}
