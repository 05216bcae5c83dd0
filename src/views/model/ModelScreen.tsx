import type { ReactElement } from 'react'
import type { AddressOf } from '../../state/address.ts'
import { useAvailableModels } from '../../state/models/availableModels.ts'
import { useModelState } from '../../state/models/loadedModel.ts'
import { modelMessages } from '../messages/model.ts'
import { partsMessages } from '../messages/parts.ts'
import { showsMessages } from '../messages/shows.ts'
import { useMessages } from '../messages/useMessages.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { FolderPanel } from './FolderPanel.tsx'
import { ModelDetail } from './ModelDetail.tsx'
import { ModelList } from './ModelList.tsx'
import './model.css'

/** Which models there are, one of them in full, loading it, trying a sentence on it. */
export default function ModelScreen({ address }: { readonly address: AddressOf<'model'> }): ReactElement {
  const messages = useMessages(modelMessages)
  const parts = useMessages(partsMessages)
  const shows = useMessages(showsMessages)
  const models = useAvailableModels()
  const state = useModelState()
  const all = models.status === 'ready' ? models.value : []
  const inMemory = state.status === 'none' ? undefined : all.find(({ source }) => source === state.choice.model.source)?.id
  const chosen = [address.model, inMemory].map((id) => all.find((model) => model.id === id)).find((model) => model !== undefined) ?? all[0]
  return (
    <div className="screen">
      <ScreenHead title={messages.title} shows={shows.model} />
      {models.status === 'failed' && <Failure title={messages.catalogueFailed} error={models.error} />}
      {models.status === 'ready' && address.model !== undefined && chosen && chosen.id !== address.model && <Notice kind="warning" title={messages.unknownModel(address.model)}>{messages.unknownModelText(chosen.id)}</Notice>}
      <div className="models">
        <div className="section">
          {models.status === 'loading' && <p className="muted small">{parts.loading}</p>}
          {all.length > 0 && <ModelList models={all} chosen={chosen?.id} inMemory={state.status === 'ready' ? inMemory : undefined} />}
          <FolderPanel opened={all.filter((model) => model.origin === 'folder').map((model) => model.id)} />
        </div>
        {chosen ? (
          <ModelDetail key={chosen.id} model={chosen} state={state} />
        ) : (
          models.status === 'ready' && <EmptyState title={messages.none}>{messages.noneText}</EmptyState>
        )}
      </div>
    </div>
  )
}
