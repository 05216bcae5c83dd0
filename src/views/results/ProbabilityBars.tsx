import type { CSSProperties, ReactElement } from 'react'
import type { Gold } from '../../domain/dataset.ts'
import type { Field } from '../../domain/scheme.ts'
import { useLanguage } from '../../state/language.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount, formatShare } from '../parts/numbers.ts'

interface ProbabilityBarsProps {
  readonly field: Field
  /** In label order. */
  readonly probabilities: readonly number[]
  readonly gold: Gold | undefined
}

const SHOWN = 5

/** A field's likeliest labels and the gold one as bars; the rest behind a fold. */
export function ProbabilityBars({ field, probabilities, gold }: ProbabilityBarsProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(samplesMessages)
  const bars = field.labels
    .map((label, at) => ({ label, share: probabilities[at] ?? 0, gold: gold?.kind === 'label' && gold.label === label.id }))
    .sort((one, other) => other.share - one.share)
  const shown = bars.filter((bar, at) => at < SHOWN || bar.gold)
  const rest = bars.filter((bar) => !shown.includes(bar))
  const bar = ({ label, share, gold: isGold }: (typeof bars)[number]): ReactElement => {
    const style: CSSProperties & Record<`--${string}`, number> = { '--share': share }
    return (
      <li key={label.id} className="bar" style={style} data-gold={isGold || undefined}>
        <span className="bar__name">{label.name[language]}{isGold && <span className="badge">{messages.gold}</span>}</span>
        <span className="bar__track" aria-hidden="true" />
        <span className="bar__share">{formatShare(share, language)}</span>
      </li>
    )
  }
  return (
    <div className="bars">
      <h4>{field.name[language]}</h4>
      <ul>{shown.map(bar)}</ul>
      {rest.length > 0 && (
        <details>
          <summary className="small muted">{messages.others(formatCount(rest.length, language))}</summary>
          <ul>{rest.map(bar)}</ul>
        </details>
      )}
    </div>
  )
}
