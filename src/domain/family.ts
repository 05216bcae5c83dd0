import { controlKinds, type MethodControl, scoredFields } from './method.ts'
import type { Plan, Run } from './plan.ts'

/** The comparisons that a plan's conclusions rest on, by the plan's primary figure: named before anything is run. */
export interface Family {
  readonly pairs: FamilyPairs
  /**
   * The largest difference of the primary figure that is still called none, in its own units (0.02: two points): what a
   * run's equivalence with its controls is tested by. Absent where the plan has no controls, or nobody named it.
   */
  readonly margin?: number
}

export type FamilyPairs =
  /** Nothing is claimed by comparing: whatever is compared is exploratory. */
  | { readonly kind: 'none' }
  | { readonly kind: 'allPairs' }
  /** Within each model every other method against the one of that id. */
  | { readonly kind: 'againstMethod'; readonly method: string }
  /** Every other run against the one of that model (`ref.id`) and method. */
  | { readonly kind: 'againstRun'; readonly model: string; readonly method: string }

/** What of a run decides whether it is compared: a plan that is being made has no more of it. */
export type Asks = Pick<Run, 'model' | 'method'>

/** Two runs that are compared: the difference is `run` minus `baseline`. */
export interface RunPair<Of extends Asks = Run> {
  readonly baseline: Of
  readonly run: Of
}

/** A run with the controls of one kind that were planned for it. */
export interface ControlGroup<Of extends Asks = Run> {
  readonly run: Of
  readonly kind: MethodControl['kind']
  /** The same model's, in plan order: one at least. */
  readonly controls: readonly Of[]
}

type FamilyPlan = Pick<Plan, 'scheme' | 'primaryMetric' | 'family'>

/**
 * The pairs that a plan's family holds, in the order of its runs: what Holm is taken over. Every other comparison is exploratory.
 *
 * Only runs that answer the primary figure's field are members. Controls and variants are none: they are read against the run that they
 * control (`controlGroups`) or as its spread. But for structure-only, which is a method that somebody may use.
 * None where the plan froze no family.
 * @param runs the plan's.
 */
export function familyPairs<Of extends Asks>(plan: FamilyPlan, runs: readonly Of[]): readonly RunPair<Of>[] {
  const pairs = plan.family?.pairs
  const members = runs.filter((run) => isMember(plan, run))
  switch (pairs?.kind) {
    case 'allPairs':
      return members.flatMap((baseline, at) => members.slice(at + 1).map((run) => ({ baseline, run })))
    case 'againstMethod': {
      const baselines = members.filter(({ method }) => method.id === pairs.method)
      return baselines.flatMap((baseline) => members.filter((run) => run !== baseline && sameModel(run, baseline)).map((run) => ({ baseline, run })))
    }
    case 'againstRun': {
      const baseline = members.find(({ model, method }) => model.ref.id === pairs.model && method.id === pairs.method)
      return baseline ? members.filter((run) => run !== baseline).map((run) => ({ baseline, run })) : []
    }
    case 'none':
    case undefined:
      return []
  }
}

/** The plan's runs that have controls in it, with those controls, by kind: equivalence is tested for each group. */
export function controlGroups<Of extends Asks>(runs: readonly Of[]): readonly ControlGroup<Of>[] {
  return runs.flatMap((run) =>
    controlKinds.flatMap((kind): ControlGroup<Of>[] => {
      const controls = runs.filter((other) => other.method.control?.kind === kind && other.method.control.of === run.method.id && sameModel(other, run))
      return controls.length > 0 ? [{ run, kind, controls }] : []
    }),
  )
}

/** Whether a run can be a member of a pair. */
export function isMember({ scheme, primaryMetric }: FamilyPlan, { method }: Pick<Asks, 'method'>): boolean {
  const alone = method.variant === undefined && method.scheme === undefined && (method.control === undefined || method.control.kind === 'structure')
  return alone && scoredFields(scheme, method).includes(primaryMetric.field)
}

function sameModel(one: Asks, other: Asks): boolean {
  return one.model === other.model || JSON.stringify(one.model) === JSON.stringify(other.model)
}
