import { type ReactElement, useState } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { Method } from '../../domain/method.ts'
import { laterFields, methodsOf } from '../../prompt/schemeMethods.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { fitsScheme } from '../../state/plan/ownMethods.ts'
import { controlIds, type MethodEntry, methodEntries, type MethodGroup } from '../../state/plan/methodGroups.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import type { PlanDraft } from '../../state/plan/planning.ts'
import { planMessages } from '../messages/plan.ts'
import { planMethodsMessages } from '../messages/planMethods.ts'
import { schemesMessages } from '../messages/schemes.ts'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { TextField } from '../parts/Field.tsx'
import { Link } from '../parts/Link.tsx'
import { formatCount } from '../parts/numbers.ts'
import { MethodItem } from './MethodItem.tsx'
import { OwnMethods, RemoveMethod } from './OwnMethods.tsx'

interface MethodChoiceProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
  /** The user's own methods. */
  readonly own: readonly Method[]
  readonly available: readonly AvailableModel[]
}

const groups: readonly MethodGroup[] = ['basic', 'paper', 'controls', 'own']

/** How the models are asked, under headings, each method with its steps as a chain and the very prompt. */
export function MethodChoice({ address, draft, own: remembered, available }: MethodChoiceProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const prompts = useMessages(promptsMessages)
  const words = useMessages(planMethodsMessages)
  const schemes = useMessages(schemesMessages)
  const [search, setSearch] = useState('')
  const causal = draft.models.some(({ model }) => model.kind === 'causal')
  const addable = available.find(({ kind, dtypes }) => kind === 'causal' && dtypes.wasm.length + dtypes.webgpu.length > 0)
  const classifier = draft.models.some(({ model }) => model.kind === 'classifier')
  const chosen = draft.methods.map(({ id }) => id)
  const { methods: offered, shams, classifier: classifierMethod } = methodsOf(draft.scheme)
  const own = remembered.filter((method) => fitsScheme(draft.scheme, method))
  const entries = methodEntries(draft.scheme, own).map(shown)
  const exported = draft.methods.filter(({ id, shots, scheme, variant }) => !shots && !scheme && !variant && id !== classifierMethod.id)
  const wanted = search.trim().toLowerCase()
  const found = entries.filter(({ method: { id, name, summary } }) => `${id} ${name[language]} ${summary[language]}`.toLowerCase().includes(wanted))
  const whyNot = controlIds(draft.scheme).length === 0 ? schemes.noControls : shams.permuted.length === 0 ? schemes.noMatrixControls : shams.arbitrary.length > 0 ? null : laterFields(draft.scheme).length === 0 ? schemes.noLater : schemes.noArbitrary
  function toggle(ids: readonly string[], on: boolean): void {
    const methods = [...offered, ...own].map((method) => method.id).filter((other) => (ids.includes(other) ? on : chosen.includes(other)))
    navigate({ ...address, dataset: draft.dataset.id, methods })
  }
  /** Without them no method would be left. */
  const areAll = (ids: readonly string[]): boolean => ![...offered, ...own].some(({ id }) => chosen.includes(id) && !ids.includes(id))
  return (
    <section className="panel section" aria-labelledby="plan-methods">
      <h2 id="plan-methods">{messages.methods}</h2>
      {causal && <p><Link className="small" to={{ screen: 'prompts', left: chosen[0], right: chosen.find((id) => id !== chosen[0] && [...offered, ...own].some((method) => method.id === id)), ...(draft.scheme.id !== builtInScheme.id && { scheme: draft.scheme.id }) }}>{prompts.title}</Link></p>}
      {!causal && <p className="small muted">{messages.methodsNeedCausal}</p>}
      {!causal && addable && (
        <div className="row">
          <Button small onClick={() => navigate({ ...address, dataset: draft.dataset.id, models: [...draft.models.map(({ model }) => model.id), addable.id] })}>{messages.alsoModel(addable.name[language])}</Button>
        </div>
      )}
      {classifier && <MethodItem method={classifierMethod} checked draft={draft} onChange={null} />}
      {causal && (
        <div className="plan__draw">
          <TextField
            label={words.search}
            type="search"
            hint={wanted === '' ? words.searchHint : found.length === 0 ? words.nothing : words.found(formatCount(found.length, language), formatCount(entries.length, language))}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {causal && whyNot && <p className="small muted prose">{whyNot}</p>}
      {causal && groups.map((group) => {
        const listed = found.filter((entry) => entry.group === group)
        if (listed.length === 0 && group !== 'own') return null
        const ticked = listed.flatMap(({ methods }) => methods).filter(({ id }) => chosen.includes(id)).length
        return (
          // a heading that is searched for, or has something chosen under it, stands open
          <details key={`${group} ${wanted === ''}`} className="method-group" open={group === 'basic' || wanted !== '' || ticked > 0 || undefined}>
            <summary>
              <span>{words.groups[group]}</span>
              <span className="small muted">{formatCount(listed.length, language)}{ticked > 0 && ` · ${words.chosen(formatCount(ticked, language))}`}</span>
            </summary>
            {group === 'controls' && <Controls address={address} draft={draft} own={own} chosen={chosen} />}
            {group === 'own' && <OwnMethods scheme={draft.scheme} others={remembered.filter((method) => !own.includes(method))} chosen={exported} onAdded={(ids) => navigate({ ...address, dataset: draft.dataset.id, methods: [...new Set([...chosen.filter((id) => [...offered, ...own].some((method) => method.id === id)), ...ids])] })} />}
            {listed.map(({ method, methods }) => {
              const ids = methods.map(({ id }) => id)
              const checked = ids.every((id) => chosen.includes(id))
              const last = checked && areAll(ids)
              return (
                <MethodItem
                  key={method.id}
                  method={method}
                  checked={checked}
                  draft={draft}
                  remark={method.control && words.shows[method.control.kind]}
                  fixed={last ? words.lastOne : undefined}
                  action={group === 'own' ? <RemoveMethod method={method} /> : undefined}
                  onChange={last ? null : (on) => toggle(ids, on)}
                />
              )
            })}
          </details>
        )
      })}
    </section>
  )

  /** An entry with the method that stands for it. */
  function shown(entry: MethodEntry): MethodEntry & { readonly method: Method } {
    const [first] = entry.methods
    if (!first) throw new Error('an entry without methods')
    const { sham, methods } = entry
    return { ...entry, method: sham ? { ...first, name: { zh: planMessages.zh.shams[sham](methods.length), en: planMessages.en.shams[sham](methods.length) } } : first }
  }
}

/** All controls with one click, and what they are for. */
function Controls({ address, draft, own, chosen }: Omit<MethodChoiceProps, 'available'> & { readonly chosen: readonly string[] }): ReactElement {
  const words = useMessages(planMethodsMessages)
  const wanted = controlIds(draft.scheme)
  const there = wanted.every((id) => chosen.includes(id)) && draft.reading.prior === 'none'
  const add = (): void => {
    const methods = [...methodsOf(draft.scheme).methods, ...own].map(({ id }) => id).filter((id) => wanted.includes(id) || chosen.includes(id))
    navigate({ ...address, dataset: draft.dataset.id, methods, prior: 'none' })
  }
  return (
    <div className="method-controls">
      {/* not disabled: the button that was just pressed would lose the keyboard's focus */}
      <Button small aria-disabled={there || undefined} onClick={() => !there && add()}>{words.addControls}</Button>
      <p className="small muted prose" role="status">{there ? words.controlsThere : words.addControlsText} {words.shows.prior}</p>
    </div>
  )
}
