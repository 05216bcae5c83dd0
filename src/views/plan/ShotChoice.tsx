import type { ReactElement } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { listed } from '../../domain/listed.ts'
import { fieldOf, labelName, labelOf, type Scheme } from '../../domain/scheme.ts'
import { contextWithout } from '../../prompt/contextTurns.ts'
import { wantedShots } from '../../prompt/drawShots.ts'
import type { Shot } from '../../prompt/shotMessages.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useExampleSample } from '../../state/plan/exampleSample.ts'
import { useLanguage } from '../../state/language.ts'
import { useOnce } from '../../state/liveQuery.ts'
import { useModelState } from '../../state/models/loadedModel.ts'
import type { PlanDraft } from '../../state/plan/planning.ts'
import { type PlannedShots, previewShots, type ShotPreview } from '../../state/plan/planShots.ts'
import { shotRoom } from '../../state/plan/shotRoom.ts'
import { datasetNames } from '../data/datasetNames.ts'
import { planMethodsMessages } from '../messages/planMethods.ts'
import { planShotsMessages } from '../messages/planShots.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Failure } from '../parts/Failure.tsx'
import { Select, TextArea, TextField } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'

interface ShotChoiceProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
  /** What examples can be drawn from. */
  readonly datasets: readonly Dataset[]
}

/** Which examples the few-shot methods show: where from, how drawn, how many; what is drawn can be looked at. */
export function ShotChoice({ address, draft, datasets }: ShotChoiceProps): ReactElement | null {
  const language = useLanguage()
  const words = useMessages(planMethodsMessages)
  const named = useMessages(planShotsMessages)
  const { shots } = draft
  const change = (choice: Partial<AddressOf<'plan'>>, replace = false): void => navigate({ ...address, dataset: draft.dataset.id, ...choice }, { replace })
  if (!draft.models.some(({ model }) => model.kind === 'causal')) return null
  return (
    <section className="panel section" aria-labelledby="plan-shots">
      <h2 id="plan-shots">{words.shotsTitle}</h2>
      <p className="small muted prose">{words.shotsText}</p>
      <div className="plan__draw">
        <Select
          label={words.shotsFrom}
          value={shots?.datasetId ?? ''}
          options={[{ value: '', label: words.shotsNone }, ...datasets.filter(({ schemeId }) => schemeId === draft.scheme.id).map((each) => ({ value: each.id, label: datasetNames(datasets, language)(each) }))]}
          onChange={(id) => change({ shots: id === '' ? undefined : id })}
        />
        {shots && (
          <Select
            label={words.draw}
            value={shots.draw.kind}
            options={(['perLabel', 'balanced', 'random', 'named'] as const).map((value) => ({ value, label: words.draws[value] }))}
            onChange={(draw) => change({ draw, shotCount: undefined })}
          />
        )}
        {shots && shots.draw.kind !== 'random' && shots.draw.kind !== 'named' && (
          <Select
            label={words.field}
            value={shots.draw.field}
            options={draft.scheme.fields.map(({ id, name }) => ({ value: id, label: name[language] }))}
            onChange={(shotField) => change({ shotField })}
          />
        )}
        {shots?.draw.kind === 'named' && (
          <TextArea label={named.ids} hint={shots.draw.ids.length === 0 ? named.noIds : named.idsHint} rows={3} value={address.shotIds ?? ''} onChange={(ids) => change({ shotIds: ids === '' ? undefined : ids }, true)} />
        )}
        {shots && shots.draw.kind !== 'named' && (
          <TextField label={words.count[shots.draw.kind]} hint={words.countHint} type="number" min={1} max={32} value={address.shotCount ?? ''} onChange={(count) => change({ shotCount: count === '' ? undefined : count }, true)} />
        )}
        {shots && (
          <TextField label={words.turns} hint={words.turnsHint} type="number" min={0} max={32} value={address.shotTurns ?? ''} onChange={(turns) => change({ shotTurns: turns === '' ? undefined : turns }, true)} />
        )}
      </div>
      {shots && <Drawn draft={draft} shots={shots} />}
    </section>
  )
}

function Drawn({ draft, shots }: { readonly draft: PlanDraft; readonly shots: PlannedShots }): ReactElement {
  const language = useLanguage()
  const words = useMessages(planMethodsMessages)
  const named = useMessages(planShotsMessages)
  const { dataset, seed, limit, role } = draft
  const drawn = useOnce(JSON.stringify(['shots', dataset.id, dataset.roles, role, seed, limit, shots]), () => previewShots({ dataset, scheme: draft.scheme, seed, limit, shots, ...(role && { role }) }))
  if (drawn.status === 'loading') return <p className="small muted" role="status">{words.drawing}</p>
  if (drawn.status === 'failed') return <Failure title={words.gone} error={drawn.error} />
  if (!drawn.value) return <Notice kind="error" title={words.gone} />
  const { missing, refused, shots: found } = drawn.value
  const wanted = wantedShots(draft.scheme, shots.draw)
  const field = 'field' in shots.draw ? fieldOf(draft.scheme, shots.draw.field) : null
  return (
    <>
      {field && missing.length > 0 && (
        <Notice kind="warning" title={words.missing(listed(missing.map((id) => labelName(field, id, language)), language))}>{words.missingText}</Notice>
      )}
      {shots.draw.kind === 'random' && found.length < wanted && (
        <Notice kind="warning" title={named.fewer(formatCount(found.length, language), formatCount(wanted, language))}>{named.fewerText}</Notice>
      )}
      {refused.length > 0 && (
        <Notice kind="error" title={named.refusedTitle}>
          <ul className="plain-list">{refused.map(({ sampleId, why }) => <li key={sampleId}>{named.refused[why](sampleId)}</li>)}</ul>
        </Notice>
      )}
      <details>
        <summary className="small">{words.drawn(formatCount(found.length, language))}</summary>
        <ol className="shots small">{found.map((shot) => <ShotItem key={shot.sample.id} scheme={draft.scheme} shot={shot} />)}</ol>
      </details>
      {found.length > 0 && draft.models.filter(({ model }) => model.kind === 'causal').map((choice) => (
        <Room key={choice.model.id} draft={draft} preview={drawn.value!} choice={choice} />
      ))}
    </>
  )
}

function ShotItem({ scheme, shot: { sample, labels, dropped = 0 } }: { readonly scheme: Scheme; readonly shot: Shot }): ReactElement {
  const language = useLanguage()
  const words = useMessages(planMethodsMessages)
  const context = contextWithout(sample, dropped).trim()
  return (
    <li>
      {(context !== '' || dropped > 0) && (
        <p className="muted shots__context">{words.context}{dropped > 0 && words.cut(formatCount(dropped, language))}: <span lang="zh-Hans">{context}</span></p>
      )}
      <p>{words.target}: <span lang="zh-Hans">{sample.text}</span></p>
      <p className="muted">
        {scheme.fields.map((field) => `${field.name[language]} ${labelOf(field, labels[field.id] ?? '')?.name[language] ?? '—'}`).join(' · ')}
        {sample.tier !== null && ` · ${sample.tier}`}
      </p>
    </li>
  )
}

/** Whether the longest prompt with the examples fits a model, with numbers. */
function Room({ draft, preview, choice }: { readonly draft: PlanDraft; readonly preview: ShotPreview; readonly choice: PlanDraft['models'][number] }): ReactElement | null {
  const language = useLanguage()
  const words = useMessages(planMethodsMessages)
  const state = useModelState()
  const { model } = choice
  const ref = model.refFor(choice.dtype, choice.device, choice.graph)
  const first = useExampleSample(draft.dataset.id)
  const example = first.status === 'ready' ? first.value : null
  const few = draft.methods.filter(({ shots }) => shots !== undefined)
  const inMemory = state.status === 'ready' && state.choice.model.source === model.source
  const key = JSON.stringify(['room', model.id, inMemory, few.map(({ id }) => id), preview.set, example?.id])
  const room = useOnce(key, async () => (example ? shotRoom(draft.scheme, few, preview.shots, example, state, { ref, contextLength: model.contextLength, source: model.source }) : null))
  if (few.length === 0) return <p className="small warning-text">{words.noFew}</p>
  if (room.status !== 'ready' || !room.value) return null
  const { method, tokens, exact } = room.value
  const said = [method.name[language], formatCount(tokens, language), formatCount(model.contextLength, language)] as const
  const fits = tokens <= model.contextLength
  return fits ? (
    <p className="small muted">{exact ? words.exact(...said) : words.fits(...said)}</p>
  ) : (
    <Notice kind="warning" title={words.room(model.name[language])}>{exact ? words.doesNot(...said) : words.mayNot(...said)}</Notice>
  )
}
