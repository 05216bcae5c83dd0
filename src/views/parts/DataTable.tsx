import { createColumnHelper, createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactElement, type ReactNode, useMemo, useRef } from 'react'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { compareValues, type TableColumn } from './tableColumn.ts'
import { TableTools } from './TableTools.tsx'
import './table.css'

export interface DataTableProps<Row> {
  /** Stable between renders (a module's constant or a memo). */
  readonly columns: readonly TableColumn<Row>[]
  /** Stable between renders. */
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** What the table shows; read out, and shown unless hidden. */
  readonly caption: string
  readonly captionHidden?: boolean
  /** Where a row leads: its first cell becomes the link, the whole row can be clicked. */
  readonly hrefOf?: (row: Row) => string | undefined
  readonly currentKey?: string | null
  /** Name of the downloaded file, without its end; without it there are no tools. */
  readonly file?: string
  /** A CSS height: the table scrolls inside it and draws only what can be seen (tens of thousands of rows). */
  readonly height?: string
  /** What stands there instead of rows when there are none. */
  readonly empty?: ReactNode
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

/** A table that can be sorted, copied and downloaded; sorted by a click on a column's name: up, down, as it came. */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactElement {
  const { columns, rows, keyOf, caption, captionHidden = false, hrefOf, currentKey = null, file, height, empty } = props
  const messages = useMessages(partsMessages)
  const definitions = useMemo(() => columns.map((column) => definition(column)), [columns])
  const table = useTable({ features, columns: definitions, data: rows, getRowId: keyOf })
  const shown = table.getRowModel().rows.map((row) => row.original)
  const scroller = useRef<HTMLDivElement>(null)
  // nothing here is memoised that its functions could leave stale
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: shown.length,
    enabled: height !== undefined,
    getScrollElement: () => scroller.current,
    estimateSize: () => 33,
    overscan: 12,
  })
  const window = virtual.getVirtualItems()
  const before = window[0]?.start ?? 0
  const after = virtual.getTotalSize() - (window.at(-1)?.end ?? 0)
  const drawn = height === undefined ? shown.map((_, index) => index) : window.map((item) => item.index)

  return (
    <div className="table-frame">
      {file !== undefined && <TableTools columns={columns} rows={shown} file={file} />}
      {/* a scrolling box must be reachable by keyboard */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={scroller} className="table-scroll" style={{ maxHeight: height }} tabIndex={height === undefined ? undefined : 0} role="region" aria-label={caption}>
        <table className="table" data-fixed={height !== undefined || undefined} aria-rowcount={shown.length + 1}>
          <caption className={captionHidden ? 'visually-hidden' : 'table__caption'}>{caption}</caption>
          {height !== undefined && <colgroup>{columns.map((column) => <col key={column.id} style={{ width: column.width }} />)}</colgroup>}
          <thead>
            <tr>
              {table.getHeaderGroups()[0]?.headers.map(({ column }, index) => (
                <HeaderCell
                  key={column.id}
                  title={columns[index]?.title}
                  align={columns[index]?.align}
                  sorted={column.getIsSorted()}
                  label={messages.sortBy(columns[index]?.header ?? '')}
                  onSort={() => column.toggleSorting()}
                >
                  {columns[index]?.header}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr aria-hidden="true" style={{ height: before }} />}
            {drawn.map((index) => {
              const row = shown[index]
              if (row === undefined) return null
              const key = keyOf(row)
              return (
                <tr
                  key={key}
                  ref={height === undefined ? undefined : virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  data-current={key === currentKey || undefined}
                >
                  {columns.map((column, at) => (
                    <BodyCell key={column.id} align={column.align} href={at === 0 ? hrefOf?.(row) : undefined} title={height === undefined ? undefined : cutText(column.value(row))} current={key === currentKey}>
                      {column.render ? column.render(row) : column.value(row)}
                    </BodyCell>
                  ))}
                </tr>
              )
            })}
            {after > 0 && height !== undefined && <tr aria-hidden="true" style={{ height: after }} />}
            {shown.length === 0 && (
              <tr><td className="table__empty" colSpan={columns.length}>{empty ?? messages.nothing}</td></tr>
            )}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function definition<Row extends object>(column: TableColumn<Row>) {
  const order = column.order ?? column.value
  // undefined, not null: the table keeps it last in both directions
  return createColumnHelper<typeof features, Row>().accessor((row): unknown => order(row) ?? undefined, {
    id: column.id,
    sortUndefined: 'last',
    sortFn: (a, b) => compareValues(order(a.original), order(b.original)),
    sortDescFirst: false,
  })
}

interface HeaderCellProps {
  readonly title: string | undefined
  readonly align: 'start' | 'end' | undefined
  readonly sorted: false | 'asc' | 'desc'
  readonly label: string
  readonly onSort: () => void
  readonly children: ReactNode
}

function HeaderCell({ title, align, sorted, label, onSort, children }: HeaderCellProps): ReactElement {
  return (
    <th scope="col" data-align={align} aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}>
      <button type="button" className="table__sort" title={title ?? label} onClick={onSort}>
        {children}
        <span className="table__arrow" aria-hidden="true">{sorted === 'asc' ? <ArrowUp /> : sorted === 'desc' ? <ArrowDown /> : null}</span>
      </button>
    </th>
  )
}

/** What a cell of fixed width may not have the room for. */
function cutText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

interface BodyCellProps {
  readonly align: 'start' | 'end' | undefined
  readonly title: string | undefined
  readonly href: string | undefined
  readonly current: boolean
  readonly children: ReactNode
}

function BodyCell({ align, title, href, current, children }: BodyCellProps): ReactElement {
  return (
    <td data-align={align} title={title}>
      {href === undefined ? children : <a className="table__link" href={href} aria-current={current || undefined}>{children}</a>}
    </td>
  )
}
