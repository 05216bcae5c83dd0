import type { Plan } from '../../domain/plan.ts'
import { fileNamePart } from '../../export/textFile.ts'
import type { RunFilter } from './runFilter.ts'
import type { RunSelection } from './runSelection.ts'

/** The beginning of the names of all files about a plan. */
export function planFileName(plan: Plan): string {
  return `${fileNamePart(plan.dataset.name).slice(0, PART)}-${plan.id.slice(0, 8)}`
}

/**
 * The name, without its end, of a table made of what is selected: plan, model, method, what is in it, and, where they are not the plan's own
 * reading and all samples, which reading and which filter (CSV has no other place to say so).
 */
export function tableFileName({ plan, run, reading, exploratory, filter }: RunSelection, what: string): string {
  const chosen = [
    ...(exploratory ? [`exploratory-${reading.prior}-${reading.rule}${reading.later ? `-${reading.later}` : ''}`] : []),
    ...filterParts(filter).map(([key, value]) => `${key}_${value}`),
  ].map((part) => fileNamePart(part).slice(0, PART))
  return [planFileName(plan), fileNamePart(run.model.ref.id).slice(0, PART), fileNamePart(run.method.id), fileNamePart(what), ...chosen].join('-')
}

/** What a filter restricts, with the field that gold, answer, verdict and relation are about. */
export function filterParts({ field, ...restricting }: RunFilter): readonly (readonly [key: keyof RunFilter, value: string])[] {
  const parts = Object.entries(restricting).filter((part): part is [Exclude<keyof RunFilter, 'field'>, string] => part[1] !== undefined)
  return parts.some(([key]) => OF_A_FIELD.has(key)) ? [['field', field], ...parts] : parts
}

const OF_A_FIELD: ReadonlySet<keyof RunFilter> = new Set(['gold', 'answer', 'verdict', 'relation', 'together', 'path'])

/** Longest part in characters: systems take 255 bytes for the whole name, and Chinese takes three each. */
const PART = 32
