import type { ReactElement } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { listed } from '../../domain/listed.ts'
import { givenFields } from '../../domain/method.ts'
import { fieldOf } from '../../domain/scheme.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { PlanDraft } from '../../state/plan/planning.ts'
import { useAskedGold } from '../../state/plan/primaryGold.ts'
import { datasetNames } from '../data/datasetNames.ts'
import { planMessages } from '../messages/plan.ts'
import { rolesMessages } from '../messages/roles.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select, TextField } from '../parts/Field.tsx'
import { Link } from '../parts/Link.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'

interface DatasetChoiceProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
  readonly datasets: readonly Dataset[]
}

/** Which data, how many of its samples and in which order; what of it can be scored. */
export function DatasetChoice({ address, draft, datasets }: DatasetChoiceProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const roles = useMessages(rolesMessages)
  const { dataset } = draft
  const nameOf = datasetNames(datasets, language)
  // what is typed but cannot be is not drawn: said, not silently replaced
  const drawn = address.samples === undefined || Number(address.samples) === draft.limit
  const seeded = address.seed === undefined || Number(address.seed) === draft.seed
  const change = (choice: Partial<AddressOf<'plan'>>, replace = false): void => navigate({ ...address, dataset: dataset.id, ...choice }, { replace })
  return (
    <section className="panel section" aria-labelledby="plan-dataset">
      <h2 id="plan-dataset">{messages.dataset}</h2>
      <div className="row row--end">
        <Select
          label={messages.dataset}
          labelHidden
          value={dataset.id}
          options={datasets.map((each) => ({ value: each.id, label: messages.option(nameOf(each), formatCount(each.samples, language)) }))}
          onChange={(id) => navigate({ ...address, dataset: id, samples: undefined, role: undefined })}
        />
        <Link to={{ screen: 'data', dataset: dataset.id }} className="small">{messages.seeData}</Link>
      </div>
      {draft.role && (
        <Select
          label={roles.drawFrom}
          hint={draft.role === 'test' ? roles.drawTest : roles.drawDev}
          value={draft.role}
          options={(['test', 'dev'] as const).map((value) => ({ value, label: roles.option(roles.roles[value], formatCount(dataset.roles?.samples[value] ?? 0, language)) }))}
          onChange={(role) => change({ role: role === 'test' ? undefined : role, samples: undefined })}
        />
      )}
      <div className="plan__draw">
        <TextField
          label={messages.draw}
          hint={drawn ? messages.drawHint(formatCount(draft.most, language)) : <span className="warning-text">{messages.drawOdd(formatCount(draft.limit, language))}</span>}
          aria-invalid={!drawn || undefined}
          type="number"
          min={1}
          max={draft.most}
          placeholder={String(draft.most)}
          value={address.samples ?? ''}
          onChange={(samples) => change({ samples: samples === '' ? undefined : samples }, true)}
        />
        <TextField
          label={messages.seed}
          hint={seeded ? messages.seedHint : <span className="warning-text">{messages.seedOdd(String(draft.seed))}</span>}
          aria-invalid={!seeded || undefined}
          type="number"
          min={0}
          value={address.seed ?? String(draft.seed)}
          onChange={(seed) => change({ seed: seed === '' ? undefined : seed }, true)}
        />
      </div>
      {dataset.demonstration && <Notice kind="warning" title={messages.demonstration}>{messages.demonstrationText}</Notice>}
      <Gold draft={draft} />
    </section>
  )
}

/** Which tasks have gold, and what those without it will lack. */
function Gold({ draft }: { readonly draft: PlanDraft }): ReactElement | null {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const { value: asked } = useAskedGold(draft)
  if (!asked) return null
  const gold = Object.fromEntries(Object.entries(asked.fields).map(([field, counts]) => [field, Object.values(counts).reduce((sum, count) => sum + count, 0)]))
  const without = draft.fields.filter((field) => !gold[field])
  const told = new Set(draft.runs.flatMap(({ method }) => givenFields(method, 'gold')).filter((field) => (gold[field] ?? 0) < asked.samples))
  const name = (field: string): string => fieldOf(draft.scheme, field).name[language]
  return (
    <>
      {without.length === draft.fields.length && without.length > 0 ? (
        <Notice kind="warning" title={messages.noGold}>{messages.noGoldText}</Notice>
      ) : without.length > 0 ? (
        <Notice kind="warning" title={messages.partGold(listed(without.map(name), language))}>{messages.partGoldText}</Notice>
      ) : null}
      {told.size > 0 && <Notice kind="warning" title={messages.goldToTell(listed([...told].map(name), language))}>{messages.goldToTellText}</Notice>}
      {without.length < draft.fields.length && (
        <p className="small muted">
          {messages.goldCounts(formatCount(asked.samples, language))}: {draft.fields.filter((field) => gold[field]).map((field) => `${name(field)} ${formatCount(gold[field] ?? 0, language)}`).join(' · ')}
        </p>
      )}
    </>
  )
}
