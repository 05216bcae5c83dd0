import { type ReactElement, type ReactNode, useMemo } from 'react'
import { type Cell, type Column, isFigure, shownCell, shownHeader, type Table } from '../../export/table.ts'
import type { SampleLink, Section } from '../../state/results/evidence/evidenceService.ts'
import { addressOfLink } from '../../state/results/evidence/sampleAddress.ts'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { DataTable } from '../parts/DataTable.tsx'
import type { TableColumn } from '../parts/tableColumn.ts'
import { useLanguage } from '../../state/language.ts'
import { evidenceMessages } from '../messages/evidence.ts'
import { figuresMessages } from '../messages/figures.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'
import { CopyTable } from './CopyTable.tsx'

interface EvidenceTableProps {
  readonly address: AddressOf<'results'>
  readonly section: Section
  /** Beginning of the downloaded files' names. */
  readonly file: string
}

interface Row {
  readonly at: number
  readonly cells: readonly Cell[]
}

/** A section of an evidence screen: title, what it shows and what it does not, and its table, which can be sorted and taken along. */
export function EvidenceTable({ address, section, file }: EvidenceTableProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(evidenceMessages)
  const { without: none } = useMessages(figuresMessages)
  const { table, links, cells, folded } = section
  const rows = useMemo(() => table.rows.map((cells, at): Row => ({ at, cells })), [table])
  const columns = useMemo(() => columnsOf(table, cells?.map((row) => Object.fromEntries(Object.entries(row).map(([key, link]) => [key, hrefOf(address, link)]))), none), [table, cells, address, none])
  const linked = links?.some((link) => link !== null)
  const shownTable = (
    <DataTable
      columns={columns}
      rows={rows}
      keyOf={({ at }) => String(at)}
      caption={table.caption}
      {...(linked && { hrefOf: ({ at }: Row) => hrefOf(address, links?.[at] ?? null) })}
    />
  )
  return (
    <section className="section evidence" aria-labelledby={`section-${section.id}`}>
      <div className="evidence__head">
        <h2 id={`section-${section.id}`}>{section.title}</h2>
        <CopyTable table={table} file={`${file}-${section.id}`} />
      </div>
      <p className="muted small prose">{section.text}</p>
      {folded ? <details><summary>{messages.showRows(formatCount(rows.length, language))}</summary>{shownTable}</details> : shownTable}
    </section>
  )
}

function hrefOf(address: AddressOf<'results'>, link: SampleLink | null): string | undefined {
  return link ? formatAddress(addressOfLink(address, link)) : undefined
}

function columnsOf({ columns }: Table, hrefs: readonly Readonly<Record<string, string | undefined>>[] | undefined, none: string): readonly TableColumn<Row>[] {
  return columns.map((column, place): TableColumn<Row> => {
    const { align, how } = column
    return {
      id: String(place),
      header: shownHeader(column),
      ...(align && { align }),
      ...(how !== undefined && { title: how }),
      value: ({ cells }) => plainOf(cells[place]!),
      render: ({ at, cells }) => linked(shown(cells[place]!, column, none), hrefs?.[at]?.[column.key ?? column.header]),
    }
  })
}

function linked(content: ReactNode, href: string | undefined): ReactNode {
  return href === undefined ? content : <a className="table__number" href={href}>{content}</a>
}

function plainOf(cell: Cell): string | number | null {
  return isFigure(cell) ? cell.value : cell
}

/** @param none what stands where there is no interval. */
function shown(cell: Cell, column: Column, none: string): ReactNode {
  if (!isFigure(cell)) return cell === '' ? '–' : shownCell(cell, column)
  const { low, high } = cell
  const end = (value: number): string => shownCell(value, column)
  return (
    <span className="figure-cell">
      <span className="figure">{shownCell(cell.value, column)}</span>
      <span className="interval">{low === undefined || high === undefined ? (cell.value === null ? '–' : none) : column.scale === 'points' ? `${end(low)} … ${end(high)}` : `${end(low)}–${end(high)}`}</span>
    </span>
  )
}
