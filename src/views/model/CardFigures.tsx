import { type ReactElement, useMemo } from 'react'
import type { ModelCard } from '../../engine/modelCard.ts'
import { useLanguage } from '../../state/language.ts'
import { modelCardMessages } from '../messages/modelCard.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { formatCount } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'

type Figure = ModelCard['figures'][number]
type Kind = 'scores' | 'calibration' | 'fidelity' | 'others'

const kinds: readonly Kind[] = ['scores', 'calibration', 'fidelity', 'others']

/** What a figure is shown beside says which table it belongs to. */
function kindOf({ baseline, bandLow, winnerChange }: Figure): Kind {
  if (bandLow !== undefined) return 'calibration'
  if (winnerChange !== undefined) return 'fidelity'
  return baseline === undefined ? 'others' : 'scores'
}

/** Which columns a table has beside the figure's name, value, n and data. */
const columnsOf: Readonly<Record<Kind, readonly string[]>> = {
  scores: ['interval', 'baseline', 'gain', 'majority'],
  calibration: ['band', 'within'],
  fidelity: ['interval', 'change', 'winnerChange'],
  others: ['interval'],
}

/** An embedded model's figures, each beside what it is to be compared with. */
export function CardFigures({ card }: { readonly card: ModelCard }): ReactElement {
  const messages = useMessages(modelCardMessages)
  const columns = useColumns()
  return (
    <section className="section">
      <h3>{messages.figures}</h3>
      <p className="muted small prose">{card.figures.length === 0 ? messages.none : messages.how}</p>
      {kinds.map((kind) => {
        const rows = card.figures.filter((figure) => kindOf(figure) === kind)
        if (rows.length === 0) return null
        return (
          <div key={kind} className="section">
            <h4>{messages[kind]}</h4>
            <p className="muted small prose">{messages[`${kind}How`]}</p>
            <DataTable columns={columns[kind]} rows={rows} keyOf={({ name, on }) => `${name.en} ${on?.en ?? ''}`} caption={messages[kind]} captionHidden file={`${card.id}-${kind}`} />
          </div>
        )
      })}
    </section>
  )
}

/** The columns of every kind of table; stable between renders. */
function useColumns(): Readonly<Record<Kind, readonly TableColumn<Figure>[]>> {
  const messages = useMessages(modelCardMessages)
  const language = useLanguage()
  return useMemo(() => {
    const headers = messages.columns
    const plain = (id: 'value' | 'baseline' | 'majority' | 'change' | 'winnerChange', digits = 3): TableColumn<Figure> => ({
      id,
      header: headers[id],
      align: 'end',
      value: (figure) => figure[id] ?? null,
      render: (figure) => shown(figure[id], digits),
    })
    const between = (id: 'interval' | 'band', low: 'low' | 'bandLow', high: 'high' | 'bandHigh'): TableColumn<Figure> => ({
      id,
      header: headers[id],
      align: 'end',
      value: (figure) => range(figure[low], figure[high]),
      order: (figure) => figure[low] ?? null,
    })
    const all: Readonly<Record<string, TableColumn<Figure>>> = {
      name: { id: 'name', header: headers.name, value: ({ name }) => name[language] },
      value: plain('value'),
      interval: between('interval', 'low', 'high'),
      baseline: { ...plain('baseline'), render: ({ baseline, tuned }) => (tuned === undefined ? shown(baseline) : `${shown(baseline)}\u00a0(${shown(tuned)})`) },
      gain: {
        id: 'gain',
        header: headers.gain,
        align: 'end',
        value: ({ gain, gainLow, gainHigh }) => (gain === undefined ? null : `${signed(gain)} ${range(gainLow, gainHigh, signed) ?? ''}`.trim()),
        order: ({ gain }) => gain ?? null,
      },
      majority: plain('majority'),
      band: between('band', 'bandLow', 'bandHigh'),
      within: {
        id: 'within',
        header: headers.within,
        value: ({ value, bandLow = 0, bandHigh = 1 }) => (value > bandHigh ? messages.no : value < bandLow ? messages.below : messages.yes),
      },
      change: plain('change', 4),
      winnerChange: plain('winnerChange', 4),
      n: { id: 'n', header: headers.n, align: 'end', value: ({ n }) => n ?? null, render: ({ n }) => (n === undefined ? '' : formatCount(n, language)) },
      on: { id: 'on', header: headers.on, value: ({ on }) => on?.[language] ?? null },
    }
    const chosen = (kind: Kind): readonly TableColumn<Figure>[] => ['name', 'value', ...columnsOf[kind], 'n', 'on'].map((id) => all[id]!)
    return { scores: chosen('scores'), calibration: chosen('calibration'), fidelity: chosen('fidelity'), others: chosen('others') }
  }, [messages, language])
}

function shown(value: number | undefined, digits = 3): string {
  return value === undefined ? '' : value.toFixed(digits)
}

/** With its sign, the minus as long as the plus. */
function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`
}

/** Never broken over two lines. */
function range(low: number | undefined, high: number | undefined, written: (value: number) => string = shown): string | null {
  return low === undefined || high === undefined ? null : `[${written(low)},\u00a0${written(high)}]`
}
