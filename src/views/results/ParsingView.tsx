import { type ReactElement, useMemo } from 'react'
import { PARSER_VERSION } from '../../answer/parseAnswer.ts'
import { type Field, fieldOf, labelName } from '../../domain/scheme.ts'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { tableFileName } from '../../state/results/exportName.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import type { Reread, RereadRow } from '../../state/results/reread.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { useComparison, useDifferences, useReread } from '../../state/results/useRunResults.ts'
import { figuresMessages } from '../messages/figures.ts'
import { parsingMessages } from '../messages/parsing.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { DifferenceTable } from './DifferenceTable.tsx'

interface ParsingViewProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  readonly runKey: RunKey
}

/** What a run's written answers are without our parser and with it: which ones change, and what that does to each figure. */
export function ParsingView({ address, selection, runKey }: ParsingViewProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(parsingMessages)
  const { run, plan, filter, filtered } = selection
  const field = fieldOf(plan.scheme, selection.field)
  const first: RunKey = { ...runKey, reading: { ...runKey.reading, parser: 0 } }
  const second: RunKey = { ...runKey, reading: { ...runKey.reading, parser: PARSER_VERSION } }
  const { value: found, error } = useReread(first, second, filter)
  const compared = useComparison(first, second, filter)
  const differences = useDifferences(first, second, filter, [field.id], found !== undefined && found.changed > 0)
  if (run.method.asking !== 'free') return <Notice title={messages.guided} />
  if (error) return <Failure title={messages.failed} error={error} />
  if (!found) return <p className="muted">{messages.loading}</p>
  const number = (count: number): string => formatCount(count, language)
  const sides = [plan.imported ? messages.stated : messages.literal, messages.parsed] as const
  return (
    <>
      <header className="section">
        <h2>{messages.title}</h2>
        <p className="muted small prose">{plan.imported ? messages.imported : messages.own} {messages.shows} {messages.exploratory}</p>
        <p className="balance">{messages.counts(number(found.changed), number(found.worded), number(found.answers))}</p>
      </header>
      {found.worded === 0 ? <Notice title={messages.noWords} /> : found.changed === 0 && <Notice title={messages.none} />}
      {found.changed > 0 && (
        <>
          <DifferenceTable
            caption={messages.figuresCaption(field.name[language], compared.value ? number(compared.value.records) : '…')}
            differences={differences.value?.[field.id]}
            filtered={filtered}
            sides={sides}
          />
          <Kinds found={found} />
          <Changed found={found} field={field} address={address} sides={sides} file={tableFileName(selection, `${field.id}-reread`)} />
        </>
      )}
    </>
  )
}

function Kinds({ found }: { readonly found: Reread }): ReactElement {
  const messages = useMessages(parsingMessages)
  const { statuses } = useMessages(figuresMessages)
  const columns = useMemo((): readonly TableColumn<Reread['kinds'][number]>[] => [
    { id: 'from', header: messages.from, value: ({ first }) => (first === 'chosen' ? messages.label : statuses[first]) },
    { id: 'to', header: messages.to, value: ({ first, second }) => (second !== 'chosen' ? statuses[second] : first === 'chosen' ? messages.otherLabel : messages.label) },
    { id: 'times', header: messages.times, align: 'end', value: ({ count }) => count },
  ], [messages, statuses])
  return <DataTable columns={columns} rows={found.kinds} keyOf={({ first, second }) => `${first} ${second}`} caption={messages.kindsCaption} />
}

interface ChangedProps {
  readonly found: Reread
  readonly field: Field
  readonly address: AddressOf<'results'>
  readonly sides: readonly [first: string, second: string]
  readonly file: string
}

function Changed({ found, field, address, sides, file }: ChangedProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(parsingMessages)
  const { statuses } = useMessages(figuresMessages)
  const [left, right] = sides
  const columns = useMemo((): readonly TableColumn<RereadRow>[] => {
    const label = (id: string): string => labelName(field, id, language)
    const answer = ({ label: id, status }: RereadRow['first']): string => (id === null ? statuses[status] : label(id))
    return [
      { id: 'id', header: messages.sample, width: '9rem', value: ({ id }) => id },
      { id: 'gold', header: messages.gold, width: '8rem', value: ({ gold }) => gold && label(gold) },
      { id: 'first', header: left, width: '8rem', value: ({ first }) => answer(first) },
      { id: 'second', header: right, width: '8rem', value: ({ second }) => answer(second) },
      { id: 'words', header: messages.words, value: ({ words }) => words, render: ({ words }) => <span className="mono table__raw" title={words ?? ''}>{words}</span> },
    ]
  }, [messages, statuses, field, language, left, right])
  return (
    <section className="section">
      <DataTable
        columns={columns}
        rows={found.rows}
        keyOf={({ id }) => id}
        caption={messages.rowsCaption}
        hrefOf={({ id }) => formatAddress({ ...address, view: 'samples', sample: id })}
        file={file}
        height="28rem"
      />
      {found.changed > found.rows.length && <p className="muted small">{messages.listed(formatCount(found.rows.length, language))}</p>}
    </section>
  )
}
