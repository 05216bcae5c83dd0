import type { ReactElement } from 'react'
import type { ModelCard } from '../../engine/modelCard.ts'
import { useLanguage } from '../../state/language.ts'
import { modelMessages } from '../messages/model.ts'
import { useMessages } from '../messages/useMessages.ts'

/** What an embedded model's card says, as lines of a list of facts. */
export function CardFacts({ card }: { readonly card: ModelCard }): ReactElement {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  return (
    <>
      <dt>{messages.licence}</dt>
      <dd>
        {card.licence}
        {card.licenceNote && <span className="muted small"> {card.licenceNote[language]}</span>}
      </dd>
      <dt>{messages.languages}</dt>
      <dd>{card.languages.join(', ')}</dd>
      <dt>{messages.revision}</dt>
      <dd className="mono">{card.revision}</dd>
      <dt>{messages.trainedOn}</dt>
      <dd>{card.trainedOn[language]}</dd>
    </>
  )
}
