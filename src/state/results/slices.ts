import type { Sample } from '../../domain/dataset.ts'
import { NONE, type ValueColumn } from '../../domain/sampleColumns.ts'
import type { Field, FieldId } from '../../domain/scheme.ts'

/** Columns by which samples can be parted: an id that stands in the address. */
export type SliceColumn = 'scene' | 'tier' | 'speaker' | 'length' | 'turns' | `gold:${FieldId}` | `column:${string}`

/** More values than these are a text, not a category. */
const MOST = 60

/** The columns that part these samples into two parts at least, in a fixed order; those of the file last. */
export function sliceColumns(fields: readonly Field[], samples: readonly Sample[]): SliceColumn[] {
  const names = new Set(samples.flatMap(({ other }) => Object.keys(other)))
  const candidates: SliceColumn[] = [
    'scene', 'tier', 'length', 'turns', 'speaker',
    ...fields.map(({ id }): SliceColumn => `gold:${id}`),
    ...[...names].map((name): SliceColumn => `column:${name}`),
  ]
  return candidates.filter((column) => {
    const { values } = sliceOf(fields, samples, column)
    return values.length > 1 && values.length <= MOST
  })
}

/** Which part each sample is in; -1 for none. Gold labels and lengths come in their own order, the rest as text is sorted. */
export function sliceOf(fields: readonly Field[], samples: readonly Sample[], column: string): ValueColumn {
  if (column === 'length') return ordered(samples.map(({ text }) => binOf(Array.from(text).length, LENGTHS)), binNames(LENGTHS))
  if (column === 'turns') return ordered(samples.map(({ context }) => binOf(context === '' ? 0 : context.split('\n').length, TURNS)), binNames(TURNS))
  if (column.startsWith('gold:')) {
    const field = fields.find(({ id }) => id === column.slice(5))
    return ordered(samples.map(({ gold }) => (field ? goldOf(gold[field.id]) : null)), field?.labels.map(({ id }) => id) ?? [])
  }
  const values = samples.map((sample) => valueOf(sample, column))
  return ordered(values, [...new Set(values)].filter((value) => value !== null).sort())
}

function valueOf({ scene, tier, speaker, other }: Sample, column: string): string | null {
  if (column === 'scene') return scene
  if (column === 'tier') return tier
  if (column === 'speaker') return speaker
  return column.startsWith('column:') ? (other[column.slice(7)] ?? null) : null
}

function goldOf(gold: Sample['gold'][string] | undefined): string | null {
  return gold?.kind === 'label' ? gold.label : null
}

/** Ends of bins, in characters of the sentence and turns of the context: fixed, so that links mean the same on all data. */
const LENGTHS = [10, 20, 40, 80, Infinity] as const
const TURNS = [0, 1, 3, 6, 12, Infinity] as const

function binOf(size: number, ends: readonly number[]): string {
  return binName(ends.findIndex((end) => size <= end), ends)
}

function binNames(ends: readonly number[]): string[] {
  return ends.map((_, bin) => binName(bin, ends))
}

function binName(bin: number, ends: readonly number[]): string {
  const low = (ends[bin - 1] ?? -1) + 1
  const high = ends[bin]!
  return high === Infinity ? `${low}+` : low === high ? String(low) : `${low}–${high}`
}

function ordered(each: readonly (string | null)[], values: readonly string[]): ValueColumn {
  const used = new Set(each)
  const kept = values.filter((value) => used.has(value))
  const position = new Map<string | null, number>(kept.map((value, at) => [value, at]))
  return { values: kept, of: Int32Array.from(each, (value) => position.get(value) ?? NONE) }
}
