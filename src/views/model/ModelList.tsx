import type { ReactElement } from 'react'
import { formatAddress } from '../../state/address.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import { useLanguage } from '../../state/language.ts'
import { modelMessages } from '../messages/model.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatBytes } from '../parts/numbers.ts'

interface ModelListProps {
  readonly models: readonly AvailableModel[]
  readonly chosen: string | undefined
  readonly inMemory: string | undefined
}

/** All models that can be loaded, each a link to itself. */
export function ModelList({ models, chosen, inMemory }: ModelListProps): ReactElement {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  return (
    <nav className="model-list" aria-label={messages.list}>
      {models.map((model) => (
        <a key={`${model.origin} ${model.id}`} href={formatAddress({ screen: 'model', model: model.id })} aria-current={model.id === chosen ? 'page' : undefined}>
          <span className="model-list__name">{model.name[language]}</span>
          <span className="model-list__facts">
            {messages.kinds[model.kind]} · {formatBytes(model.bytes)} · {model.origin === 'embedded' ? messages.embedded : messages.fromFolder}
          </span>
          {model.id === inMemory && <span className="badge model-list__mark">{messages.loadedMark}</span>}
        </a>
      ))}
    </nav>
  )
}
