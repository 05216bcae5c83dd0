import { Check, Copy, Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { csvText } from '../../export/csv.ts'
import { latexText } from '../../export/latex.ts'
import { markdownText } from '../../export/markdown.ts'
import type { Table } from '../../export/table.ts'
import { evidenceMessages } from '../messages/evidence.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { saveFile } from '../parts/saveFile.ts'

interface CopyTableProps {
  readonly table: Table
  /** Name of the downloaded file, without its end, and of the LaTeX label. */
  readonly file: string
}

const formats = ['Markdown', 'LaTeX'] as const

/** Takes a table along with its caption: to the clipboard as Markdown or LaTeX, or as a CSV file. */
export function CopyTable({ table, file }: CopyTableProps): ReactElement {
  const messages = useMessages(evidenceMessages)
  const parts = useMessages(partsMessages)
  const [copied, setCopied] = useState<{ readonly format: string; readonly done: boolean } | null>(null)
  const textOf = { Markdown: () => markdownText(table), LaTeX: () => latexText(table, `tab:${file}`) }

  async function copy(format: (typeof formats)[number]): Promise<void> {
    try {
      await navigator.clipboard.writeText(textOf[format]())
      setCopied({ format, done: true })
    } catch {
      setCopied({ format, done: false })
    }
    setTimeout(() => setCopied(null), 2_000)
  }

  return (
    <div className="evidence__tools">
      {formats.map((format) => {
        const mine = copied?.format === format ? copied : null
        return (
          <Button key={format} kind="quiet" small aria-label={`${messages.copyAs} ${format}: ${table.caption}`} onClick={() => void copy(format)}>
            {mine?.done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            <span aria-live="polite">{mine === null ? format : mine.done ? messages.copied : messages.copyFailed}</span>
          </Button>
        )
      })}
      <Button kind="quiet" small aria-label={`${parts.download}: ${table.caption}`} onClick={() => saveFile(`${file}.csv`, csvText(table), 'text/csv')}>
        <Download aria-hidden="true" />
        CSV
      </Button>
    </div>
  )
}
