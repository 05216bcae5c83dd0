import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { csvText } from '../../export/csv.ts'
import { latexText } from '../../export/latex.ts'
import { markdownText } from '../../export/markdown.ts'
import type { Table } from '../../export/table.ts'
import { evidenceMessages } from '../messages/evidence.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { saveFile } from '../parts/saveFile.ts'

interface CopyTableProps {
  readonly table: Table
  /** Name of the downloaded file, without its end, and of the LaTeX label. */
  readonly file: string
}

/** Takes a table along with its caption: to the clipboard as Markdown or LaTeX, or as a CSV file. */
export function CopyTable({ table, file }: CopyTableProps): ReactElement {
  const messages = useMessages(evidenceMessages)
  const parts = useMessages(partsMessages)
  const formats = { Markdown: () => markdownText(table), LaTeX: () => latexText(table, `tab:${file}`) }
  return (
    <div className="evidence__tools">
      {Object.entries(formats).map(([format, text]) => <CopyButton key={format} label={format} spoken={`${messages.copyAs} ${format}: ${table.caption}`} text={text} />)}
      <Button kind="quiet" small aria-label={`${parts.download}: ${table.caption}`} onClick={() => saveFile(`${file}.csv`, csvText(table), 'text/csv')}>
        <Download aria-hidden="true" />
        CSV
      </Button>
    </div>
  )
}
