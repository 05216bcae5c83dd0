import { type ReactElement, useState } from 'react'
import { guessOutputs } from '../../answer/outputMapping.ts'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import { useLanguage } from '../../state/language.ts'
import type { ModelState } from '../../state/models/loadedModel.ts'
import { useSchemes } from '../../state/data/schemes.ts'
import { modelMessages } from '../messages/model.ts'
import { schemesMessages } from '../messages/schemes.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'
import { formatBytes, formatCount } from '../parts/numbers.ts'
import { CardFacts } from './CardFacts.tsx'
import { CardTables } from './CardTables.tsx'
import { DistancePanel } from './DistancePanel.tsx'
import { FolderFacts } from './FolderFacts.tsx'
import { LoadPanel } from './LoadPanel.tsx'
import { OutputsPanel } from './OutputsPanel.tsx'
import { TrialPanel } from './TrialPanel.tsx'
import { TrySentence } from './TrySentence.tsx'
import { WalkFacts } from './WalkFacts.tsx'

interface ModelDetailProps {
  readonly model: AvailableModel
  /** Of the page's one model, which may be another. */
  readonly state: ModelState
}

/** One model in full. */
export function ModelDetail({ model, state }: ModelDetailProps): ReactElement {
  const messages = useMessages(modelMessages)
  const words = useMessages(schemesMessages)
  const language = useLanguage()
  const live = useSchemes()
  const [schemeId, setSchemeId] = useState(builtInScheme.id)
  const schemes = live.status === 'ready' ? live.value : [builtInScheme]
  const scheme = schemes.find(({ id }) => id === schemeId) ?? builtInScheme
  const own: ModelState = state.status !== 'none' && state.choice.model.source === model.source ? state : { status: 'none' }
  // what the names do not say must be settled before anything can be asked
  const clear = guessOutputs(model.outputs, scheme).every((output) => output !== null)
  return (
    <div className="section model">
      <header className="section">
        <div className="row">
          <h2>{model.name[language]}</h2>
          <span className="badge">{messages.kinds[model.kind]}</span>
          <span className="badge">{model.origin === 'embedded' ? messages.embedded : messages.fromFolder}</span>
        </div>
        {model.card && <p className="prose">{model.card.summary[language]}</p>}
        <dl className="facts">
          <dt>{messages.context}</dt>
          <dd>{messages.tokens(formatCount(model.contextLength, language))}</dd>
          <dt>{messages.size}</dt>
          <dd>{formatBytes(model.bytes)}</dd>
          {model.card && <CardFacts card={model.card} />}
        </dl>
      </header>
      <LoadPanel model={model} state={own} elsewhere={state.status !== 'none' && own.status === 'none'} />
      {schemes.length > 1 && <Select label={words.choose} hint={words.forModel} value={scheme.id} options={schemes.map(({ id, name }) => ({ value: id, label: name[language] }))} onChange={setSchemeId} />}
      {model.kind === 'classifier' && !clear && <OutputsPanel model={model} scheme={scheme} folded={clear} />}
      <section className="section">
        <h2>{messages.tryTitle}</h2>
        {own.status === 'ready' ? <TrySentence key={scheme.id} state={own} scheme={scheme} /> : <p className="muted small">{messages.tryClosed}</p>}
      </section>
      <TrialPanel model={model} />
      {own.status === 'ready' && <WalkFacts walk={own.loaded.walk} />}
      <DistancePanel model={model} />
      {model.kind === 'classifier' && clear && <OutputsPanel model={model} scheme={scheme} folded={clear} />}
      {model.card && <CardTables card={model.card} />}
      {model.folder && <FolderFacts folder={model.folder} />}
    </div>
  )
}
