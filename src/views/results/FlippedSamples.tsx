import type { ReactElement } from 'react'
import { type AddressOf, formatAddress } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { ComparisonFigures } from '../../state/results/metricsService.ts'
import { compareMessages } from '../messages/compare.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'

interface FlippedSamplesProps {
  readonly address: AddressOf<'results'>
  readonly comparison: ComparisonFigures
}

const LISTED = 200

/** Samples that only one of the runs got right, both ways, and those that both got wrong differently. */
export function FlippedSamples({ address, comparison }: FlippedSamplesProps): ReactElement {
  const language = useLanguage()
  const words = useMessages(compareMessages)
  const list = (title: string, ids: readonly string[]): ReactElement => (
    <details>
      <summary>{title}</summary>
      <ul className="id-list">
        {ids.slice(0, LISTED).map((id) => (
          <li key={id}><a className="mono small" href={formatAddress({ ...address, view: 'samples', sample: id })}>{id}</a></li>
        ))}
      </ul>
      {ids.length > LISTED && <p className="muted small">{words.shown(formatCount(LISTED, language))}</p>}
    </details>
  )
  return (
    <section className="section">
      {list(words.lost(formatCount(comparison.lost.length, language)), comparison.lost)}
      {list(words.won(formatCount(comparison.won.length, language)), comparison.won)}
      {list(words.otherwiseWrong(formatCount(comparison.otherwiseWrong.length, language)), comparison.otherwiseWrong)}
    </section>
  )
}
