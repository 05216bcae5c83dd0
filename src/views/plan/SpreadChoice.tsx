import type { ReactElement } from 'react'
import { OTHER_WORDINGS } from '../../prompt/variants.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { PlanDraft } from '../../state/plan/planning.ts'
import { planSpreadMessages } from '../messages/planSpread.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'

interface SpreadChoiceProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
}

/** How often each method is asked in other ways that ought to change nothing. */
export function SpreadChoice({ address, draft }: SpreadChoiceProps): ReactElement | null {
  const language = useLanguage()
  const words = useMessages(planSpreadMessages)
  if (!draft.models.some(({ model }) => model.kind === 'causal')) return null
  const added = draft.runs.filter(({ method }) => method.variant).length
  const varied = draft.methods.filter(({ variant }) => !variant).flatMap((method) => {
    const own = draft.methods.flatMap(({ variant }) => (variant?.of === method.id ? [variant.kind] : []))
    return own.length > 0 ? [{ method, kinds: [...new Set(own)].map((kind) => words.kinds[kind](formatCount(own.filter((each) => each === kind).length, language))) }] : []
  })
  return (
    <section className="panel section" aria-labelledby="plan-spread">
      <h2 id="plan-spread">{words.title}</h2>
      <p className="small muted prose">{words.text}</p>
      <div className="plan__draw">
        <Select
          label={words.each}
          value={String(draft.spread)}
          options={Array.from({ length: OTHER_WORDINGS + 1 }, (_, each) => ({ value: String(each), label: each === 0 ? words.none : words.times(formatCount(each, language)) }))}
          hint={draft.spread === 0 ? undefined : added > 0 ? words.added(formatCount(added, language)) : words.nothing}
          onChange={(spread) => navigate({ ...address, dataset: draft.dataset.id, spread: spread === '0' ? undefined : spread })}
        />
      </div>
      {varied.length > 0 && (
        <>
          <h3>{words.varied}</h3>
          <ul className="small plan__list">
            {varied.map(({ method, kinds }) => <li key={method.id}>{method.name[language]}{language === 'zh' ? '：' : ': '}{kinds.join(language === 'zh' ? '；' : '; ')}</li>)}
          </ul>
        </>
      )}
    </section>
  )
}
