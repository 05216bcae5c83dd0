import { Check, Copy, Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useLanguage } from '../../state/language.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from './Button.tsx'
import { formatCount } from './numbers.ts'
import { saveFile } from './saveFile.ts'
import { delimitedText, type TableColumn } from './tableColumn.ts'

interface TableToolsProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  /** In the order shown. */
  readonly rows: readonly Row[]
  /** Name of the file, without its end. */
  readonly file: string
}

/** How many rows there are, and how to take them along. */
export function TableTools<Row>({ columns, rows, file }: TableToolsProps<Row>): ReactElement {
  const language = useLanguage()
  const messages = useMessages(partsMessages)
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(delimitedText(columns, rows, '\t'))
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
    setTimeout(() => setCopied(null), 2000)
  }

  return (
    <div className="table__tools">
      <span className="table__count">{messages.rowCount(formatCount(rows.length, language))}</span>
      <Button kind="quiet" small onClick={() => void copy()}>
        {copied === 'yes' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span aria-live="polite">{copied === 'yes' ? messages.copied : copied === 'failed' ? messages.copyFailed : messages.copy}</span>
      </Button>
      <Button kind="quiet" small onClick={() => saveFile(`${file}.csv`, delimitedText(columns, rows, ','), 'text/csv')}>
        <Download aria-hidden="true" />
        {messages.download}
      </Button>
    </div>
  )
}
