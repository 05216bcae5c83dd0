import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { useLanguage } from '../../state/language.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
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
  return (
    <div className="table__tools">
      <span className="table__count">{messages.rowCount(formatCount(rows.length, language))}</span>
      <CopyButton label={messages.copy} text={() => delimitedText(columns, rows, '\t')} />
      <Button kind="quiet" small onClick={() => saveFile(`${file}.csv`, delimitedText(columns, rows, ','), 'text/csv')}>
        <Download aria-hidden="true" />
        {messages.download}
      </Button>
    </div>
  )
}
