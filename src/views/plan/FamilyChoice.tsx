import type { ReactElement } from 'react'
import { type Asks, controlGroups, type FamilyPairs, familyPairs } from '../../domain/family.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { familyChoices, familyText } from '../../state/plan/planFamily.ts'
import { draftedRuns, type PlanDraft } from '../../state/plan/planning.ts'
import { planFamilyMessages } from '../messages/planFamily.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select, TextField } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'

interface FamilyChoiceProps {
  readonly address: AddressOf<'plan'>
  readonly draft: PlanDraft
}

/** Which comparisons are named before anything is run, and how little is called no difference. */
export function FamilyChoice({ address, draft }: FamilyChoiceProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planFamilyMessages)
  const runs = draftedRuns(draft.runs)
  const choices = familyChoices(draft.scheme, draft.primaryMetric, runs)
  const pairs = familyPairs(draft, runs)
  const modelName = (id: string): string => draft.models.find(({ model }) => model.id === id)?.model.name[language] ?? id
  const methodName = (id: string): string => draft.methods.find((method) => method.id === id)?.name[language] ?? id
  const severalModels = draft.models.length > 1
  const runName = ({ model, method }: Asks): string => (severalModels ? `${modelName(model.ref.id)} · ${method.name[language]}` : method.name[language])
  return (
    <section className="panel section" aria-labelledby="plan-family">
      <h2 id="plan-family">{messages.title}</h2>
      <p className="small muted prose">{messages.text}</p>
      {choices.length === 1 ? (
        <p className="small">{messages.one}</p>
      ) : (
        <Select
          label={messages.pairs}
          value={familyText(draft.family.pairs)}
          options={choices.map((choice) => ({ value: familyText(choice), label: choiceName(choice) }))}
          onChange={(family) => navigate({ ...address, dataset: draft.dataset.id, family })}
        />
      )}
      {pairs.length > 0 && (
        <details>
          <summary className="small">{messages.count(formatCount(pairs.length, language))}</summary>
          <ul className="small plan__list">
            {pairs.map(({ run, baseline }) => <li key={`${runName(run)} ${runName(baseline)}`}>{messages.pair(runName(run), runName(baseline))}</li>)}
          </ul>
        </details>
      )}
      <Controls address={address} draft={draft} runs={runs} />
    </section>
  )

  function choiceName(choice: FamilyPairs): string {
    if (choice.kind === 'againstMethod') return messages.options.againstMethod(methodName(choice.method))
    if (choice.kind === 'againstRun') return messages.options.againstRun(methodName(choice.method), modelName(choice.model))
    return messages.options[choice.kind]
  }
}

/** Runs with their controls, and the margin that equivalence is tested by. */
function Controls({ address, draft, runs }: FamilyChoiceProps & { readonly runs: readonly Asks[] }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planFamilyMessages)
  const groups = controlGroups(runs)
  const alone = (['structure', 'shuffled'] as const).filter((kind) => runs.some(({ method }) => method.control?.kind === kind) && !groups.some((group) => group.kind === kind))
  const warnings = alone.map((kind) => <p key={kind} className="small warning-text">{messages.alone[kind]}</p>)
  if (groups.length === 0) return <>{warnings}</>
  const margin = String(Number(((draft.family.margin ?? 0) * 100).toFixed(2)))
  const taken = address.margin === undefined || Number(address.margin) === Number(margin)
  return (
    <>
      <h3>{messages.controls}</h3>
      <p className="small muted prose">{messages.controlsText}</p>
      <ul className="small plan__list">
        {groups.map(({ run, kind, controls }) => (
          <li key={`${run.model.ref.id} ${run.method.id} ${kind}`}>{messages.control[kind](run.method.name[language], formatCount(controls.length, language))}</li>
        ))}
      </ul>
      {warnings}
      <div className="plan__draw">
      <TextField
        label={messages.margin}
        hint={taken ? messages.marginHint : <span className="warning-text">{messages.marginOdd(margin)}</span>}
        aria-invalid={!taken || undefined}
        inputMode="decimal"
        value={address.margin ?? margin}
        onChange={(value) => navigate({ ...address, dataset: draft.dataset.id, margin: value === '' ? undefined : value }, { replace: true })}
      />
      </div>
    </>
  )
}
