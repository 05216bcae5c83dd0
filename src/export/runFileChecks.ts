import { type Method, schemeOf } from '../domain/method.ts'
import type { Plan, Run } from '../domain/plan.ts'
import type { Field, Scheme } from '../domain/scheme.ts'
import { RunFileError } from './runFileError.ts'

/** What a schema cannot say: that the parts of a run file belong together. Each check throws a RunFileError. */

export function checkPlan(plan: Plan): void {
  checkScheme(plan.scheme, 'plan.scheme')
  const fields = new Set(plan.scheme.fields.map(({ id }) => id))
  unique(plan.sampleIds, 'plan.sampleIds')
  unique(plan.methods.map(({ id }) => id), 'plan.methods')
  for (const [at, method] of plan.methods.entries()) checkMethod(method, plan.scheme, `plan.methods[${at}]`)
  if (!fields.has(plan.primaryMetric.field)) throw noField('plan.primaryMetric.field', plan.primaryMetric.field)
  checkFamily(plan)
}

function checkFamily({ family, methods, models }: Plan): void {
  if (!family) return
  const { pairs } = family
  const path = 'plan.family.pairs'
  if ('method' in pairs && !methods.some(({ id }) => id === pairs.method)) throw new RunFileError('inconsistent', `${path}.method`, `the plan has no method ${pairs.method}`)
  if ('model' in pairs && !models.some(({ ref }) => ref.id === pairs.model)) throw new RunFileError('inconsistent', `${path}.model`, `the plan has no model ${pairs.model}`)
}

export function checkRuns(plan: Plan, runs: readonly Run[]): void {
  unique(runs.map(({ id }) => id), 'runs')
  for (const [at, run] of runs.entries()) {
    if (run.planId !== plan.id) throw new RunFileError('inconsistent', `runs[${at}].run.planId`, `the file's plan is ${plan.id}`)
    checkMethod(run.method, plan.scheme, `runs[${at}].run.method`)
  }
}

export function checkSamples(plan: Plan, samples: readonly { readonly id: string }[]): void {
  const drawn = new Set(plan.sampleIds)
  unique(samples.map(({ id }) => id), 'samples')
  for (const [at, { id }] of samples.entries()) {
    if (!drawn.has(id)) throw new RunFileError('inconsistent', `samples[${at}].id`, `the plan has no sample ${id}`)
  }
}

/** @param seen the run's samples so far; this one is added. */
export function checkPrediction(sampleId: string, drawn: ReadonlySet<string>, seen: Set<string>, path: string): void {
  if (!drawn.has(sampleId)) throw new RunFileError('inconsistent', `${path}.sampleId`, `the plan has no sample ${sampleId}`)
  if (seen.has(sampleId)) throw new RunFileError('inconsistent', `${path}.sampleId`, `a second prediction for ${sampleId}`)
  seen.add(sampleId)
}

function checkScheme(scheme: Scheme, at: string): void {
  const fields = new Map(scheme.fields.map((field) => [field.id, field]))
  unique(scheme.fields.map(({ id }) => id), `${at}.fields`)
  for (const [place, field] of scheme.fields.entries()) {
    const path = `${at}.fields[${place}]`
    unique(field.labels.map(({ id }) => id), `${path}.labels`)
    if (field.kind !== 'derived') continue
    for (const [part, id] of field.from.entries()) if (!fields.has(id)) throw noField(`${path}.from[${part}]`, id)
    for (const [row, { given, label }] of field.table.entries()) {
      const known = given.length === field.from.length && given.every((id, part) => has(fields.get(field.from[part]!), id)) && has(field, label)
      if (!known) throw new RunFileError('inconsistent', `${path}.table[${row}]`, 'names labels that the fields do not have')
    }
  }
  if (scheme.matrix !== undefined && fields.get(scheme.matrix)?.kind !== 'derived') {
    throw new RunFileError('inconsistent', `${at}.matrix`, `${scheme.matrix} is no derived field`)
  }
  checkCells(scheme, `${at}.matrix`)
}

/** A cell is drawn, counted and known by its label: each combination needs one of its own. */
function checkCells({ fields, matrix }: Scheme, path: string): void {
  const cell = fields.find(({ id }) => id === matrix)
  if (cell?.kind !== 'derived') return
  if (cell.from.length !== 2) throw new RunFileError('inconsistent', path, `${cell.id} is derived from ${cell.from.length} fields, not from two`)
  const wanted = cell.from.reduce((product, part) => product * (fields.find(({ id }) => id === part)?.labels.length ?? 0), 1)
  const given = new Set(cell.table.map((row) => JSON.stringify(row.given)))
  if (given.size !== wanted) throw new RunFileError('inconsistent', path, `the table of ${cell.id} has ${given.size} of ${wanted} combinations`)
  if (new Set(cell.table.map(({ label }) => label)).size !== cell.table.length) throw new RunFileError('inconsistent', path, `two cells of ${cell.id} have one label`)
}

function checkMethod(method: Method, planScheme: Scheme, path: string): void {
  if (method.scheme) checkScheme(method.scheme, `${path}.scheme`)
  const fields = new Set(schemeOf(planScheme, method).fields.map(({ id }) => id))
  checkSteps(method.steps, fields, path)
}

function checkSteps(steps: Method['steps'], fields: ReadonlySet<string>, path: string): void {
  for (const [at, step] of steps.entries()) {
    if (step.kind !== 'reason' && !fields.has(step.field)) throw noField(`${path}.steps[${at}].field`, step.field)
  }
}

function has(field: Field | undefined, label: string): boolean {
  return field !== undefined && field.labels.some(({ id }) => id === label)
}

function unique(ids: readonly string[], path: string): void {
  const seen = new Set<string>()
  for (const [at, id] of ids.entries()) {
    if (seen.has(id)) throw new RunFileError('inconsistent', `${path}[${at}]`, `${id} stands there twice`)
    seen.add(id)
  }
}

function noField(path: string, id: string): RunFileError {
  return new RunFileError('inconsistent', path, `the scheme has no field ${id}`)
}
