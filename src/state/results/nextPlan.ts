import { methodsOf } from '../../prompt/schemeMethods.ts'
import type { Destination } from '../address.ts'
import type { AvailableModel } from '../models/availableModels.ts'
import { controlIds } from '../plan/methodGroups.ts'
import type { EvidenceKind } from './evidence/evidenceService.ts'
import type { RunSelection } from './runSelection.ts'

type PlanDestination = Extract<Destination, { readonly screen: 'plan' }>

/** How often each method is asked otherwise where nobody has said: two ways of each kind show a spread. */
const WAYS = '2'

/**
 * The plan that would fill an evidence screen which has nothing to show: the same data, samples and seed, the same model where it is a
 * language model that is at hand (else the first that is), and the methods that the screen sets side by side. What was answered already
 * is not asked again.
 * @returns null where no plan would help, or the scheme has no such methods.
 */
export function nextPlan(kind: EvidenceKind, { plan, run }: Pick<RunSelection, 'plan' | 'run'>, available: readonly Pick<AvailableModel, 'id' | 'kind'>[]): PlanDestination | null {
  const causal = available.filter((model) => model.kind === 'causal')
  const model = causal.find(({ id }) => id === run.model.ref.id) ?? causal[0]
  const wanted = model && choicesFor(kind, { plan, run })
  if (!wanted || wanted.methods.length === 0) return null
  return {
    screen: 'plan', dataset: plan.dataset.id, models: [model.id], seed: String(plan.seed),
    ...(plan.sampleIds.length < plan.dataset.samples && !plan.drawn && { samples: String(plan.sampleIds.length) }),
    ...(plan.drawn?.role === 'dev' && { role: 'dev' }),
    ...wanted,
  }
}

interface Wanted extends Pick<PlanDestination, 'prior' | 'spread'> {
  readonly methods: string[]
}

function choicesFor(kind: EvidenceKind, { plan: { scheme }, run: { method } }: Pick<RunSelection, 'plan' | 'run'>): Wanted | null {
  const offered = methodsOf(scheme).methods.map(({ id }) => id)
  const asked = [method.id, method.variant?.of, method.control?.of].find((id) => id !== undefined && offered.includes(id)) ?? offered[0]!
  switch (kind) {
    case 'shams':
      return { methods: [...controlIds(scheme)], prior: 'none' }
    case 'ladder':
      return { methods: offered.includes('oracle-stance') ? ladder.filter((id) => offered.includes(id)) : [] }
    case 'spread':
      return { methods: [asked], spread: WAYS }
    case 'gains':
    case 'family':
    case 'agreement':
      return { methods: [asked, offered.find((id) => id === 'direct' && id !== asked) ?? offered.find((id) => id !== asked)].filter((id) => id !== undefined) }
    case 'baselines':
    case 'chain':
    case 'leaning':
    case 'overlap':
    case 'slices':
    case 'stances':
      return null
  }
}

/** Told no stance, a shuffled one, the model's own, the true one. */
const ladder: readonly string[] = ['direct', 'shuffled-stance', 'predicted-stance', 'oracle-stance']
