import { type ReactElement, useMemo } from 'react'
import type { Dataset, Sample } from '../../domain/dataset.ts'
import { listed } from '../../domain/listed.ts'
import { fieldOf, type LabelId, type Scheme } from '../../domain/scheme.ts'
import { isBuiltInMatrix, stanceMatrix } from '../../domain/stanceMatrix.ts'
import { formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { StanceMatrix } from '../matrix/StanceMatrix.tsx'
import { dataMessages } from '../messages/data.ts'
import { schemesMessages } from '../messages/schemes.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { formatCount } from '../parts/numbers.ts'
import { TableFrame } from '../parts/TableFrame.tsx'
import { type GoldCount, goldCounts, matrixCells } from './goldCounts.ts'

interface GoldOverviewProps {
  readonly scheme: Scheme
  readonly dataset: Dataset
  /** Null while they are read: the room is kept. */
  readonly samples: readonly Sample[] | null
  /** The cell chosen. */
  readonly stance: LabelId | null
}

/** The stance matrix of the data itself, and how much gold there is. */
export function GoldOverview({ scheme, dataset, samples, stance }: GoldOverviewProps): ReactElement | null {
  const messages = useMessages(dataMessages)
  const schemes = useMessages(schemesMessages)
  const language = useLanguage()
  const matrix = useMemo(() => stanceMatrix(scheme), [scheme])
  const counts = useMemo(() => goldCounts(scheme, samples ?? []), [scheme, samples])
  const ofStance = counts.find((count) => count.field === scheme.matrix)
  const missing = samples === null ? 0 : samples.length - (ofStance?.labelled ?? 0)
  const none = samples !== null && ofStance?.labelled === 0
  const own = matrix && !isBuiltInMatrix(matrix) ? matrix : null
  const name = own?.stance.name[language] ?? ''
  return (
    <div className="overview">
      {matrix && ofStance && (
        <section className={none ? 'section' : 'section overview__matrix'}>
          <h2>{own ? schemes.matrixTitle(name) : messages.matrixTitle}</h2>
          {none ? (
            <p className="muted">{own ? schemes.matrixNone(name, listed([own.explicit, own.implicit].map((part) => part.name[language]), language)) : messages.matrixNone}</p>
          ) : (
            <StanceMatrix
              matrix={matrix}
              cells={matrixCells(ofStance)}
              caption={own ? schemes.matrixCaption(formatCount(ofStance.labelled, language), name) : messages.matrixCaption(formatCount(ofStance.labelled, language))}
              hrefOf={(cell) => formatAddress({ screen: 'data', dataset: dataset.id, ...(cell !== stance && { stance: cell }) })}
              selected={stance}
            />
          )}
          {!none && missing > 0 && <p className="small muted">{own ? schemes.matrixMissing(formatCount(missing, language), name) : messages.matrixMissing(formatCount(missing, language))}</p>}
        </section>
      )}
      <section className="section">
        <h2>{messages.goldTitle}</h2>
        <GoldTable scheme={scheme} counts={counts} dataset={dataset} />
      </section>
    </div>
  )
}

function GoldTable({ scheme, counts, dataset }: { readonly scheme: Scheme; readonly counts: readonly GoldCount[]; readonly dataset: Dataset }): ReactElement {
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  const number = (count: number): string => formatCount(count, language)
  const caption = messages.goldCaption(number(dataset.samples), dataset.roles ? { dev: number(dataset.roles.samples.dev), test: number(dataset.roles.samples.test) } : null)
  return (
    <>
      <p className="small muted">{caption}</p>
      <TableFrame caption={caption}>
        <HeadRow columns={[messages.goldField, messages.goldLabelled, messages.goldDerived, messages.goldOut]} numbersFrom={1} />
        <tbody>
          {counts.map((count) => (
            <tr key={count.field}>
              <th scope="row">{fieldOf(scheme, count.field).name[language]}</th>
              <td data-align="end">{number(count.labelled)}</td>
              <td data-align="end">{number(count.derived)}</td>
              <td data-align="end">{number(count.outOfScheme)}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  )
}
