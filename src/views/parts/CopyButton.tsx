import { Check, Copy } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from './Button.tsx'

type CopyButtonProps = CopyButtonBase & ({
  /** Made when it is pressed. */
  readonly text: () => string
} | {
  /** Does the copying itself. */
  readonly write: () => Promise<void>
})

interface CopyButtonBase {
  /** What stands on it until it is pressed. */
  readonly label: string
  /** What it copies, in full, where the label alone does not say it. */
  readonly spoken?: string
}

/** Puts something on the clipboard, and says for two seconds whether that was done. */
export function CopyButton({ label, spoken, ...what }: CopyButtonProps): ReactElement {
  const messages = useMessages(partsMessages)
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null)

  async function copy(): Promise<void> {
    try {
      await ('write' in what ? what.write() : navigator.clipboard.writeText(what.text()))
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
    setTimeout(() => setCopied(null), 2000)
  }

  return (
    <Button kind="quiet" small aria-label={spoken} onClick={() => void copy()}>
      {copied === 'yes' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{copied === 'yes' ? messages.copied : copied === 'failed' ? messages.copyFailed : label}</span>
    </Button>
  )
}
