import { type ReactElement, type ReactNode, useRef } from 'react'
import { Button, type ButtonKind } from './Button.tsx'

interface FileButtonProps {
  readonly label: string
  /** Before the label. */
  readonly icon?: ReactNode
  /** How the names of the files end: `.json,.txt`. */
  readonly accept: string
  readonly multiple?: boolean
  readonly kind?: ButtonKind
  readonly small?: boolean
  /** At least one. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void
}

/** A button that lets a file be chosen, or several; the same one can be chosen again, mended. */
export function FileButton({ label, icon, accept, multiple = false, onFiles, ...look }: FileButtonProps): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()}>{icon}{label}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? []
          target.value = '' // else the same file, chosen again, would be no change
          if (first) onFiles([first, ...others])
        }}
      />
    </>
  )
}
