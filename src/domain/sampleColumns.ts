import type { Sample } from './dataset.ts'
import type { FieldId } from './scheme.ts'

/** A closed list of values and, for each sample, the position of its own: NONE where it has none. */
export interface ValueColumn {
  readonly values: readonly string[]
  readonly of: Int32Array
}

/** The sample has no such value. */
export const NONE = -1
/** Gold that the file has and the scheme did not know. */
export const OUTSIDE = -2

/** What figures need to know of samples: everything but what they say. One entry a sample in every column. */
export interface SampleColumns {
  readonly ids: readonly string[]
  /** 1 where the sample's text is here; a run file may have left it out. */
  readonly written: Uint8Array
  readonly scenes: ValueColumn
  readonly tiers: ValueColumn
  readonly groups: ValueColumn
  /** Label ids by field; NONE where the file says nothing, OUTSIDE where it says what the scheme does not know. Fields without any gold are absent. */
  readonly gold: Readonly<Record<FieldId, ValueColumn>>
}

export function sampleColumns(samples: readonly Sample[]): SampleColumns {
  const fields = new Set(samples.flatMap(({ gold }) => Object.keys(gold)))
  return {
    ids: samples.map(({ id }) => id),
    written: Uint8Array.from(samples, ({ text }) => (text === '' ? 0 : 1)),
    scenes: valueColumn(samples, ({ scene }) => scene),
    tiers: valueColumn(samples, ({ tier }) => tier),
    groups: valueColumn(samples, ({ group }) => group),
    gold: Object.fromEntries([...fields].map((field) => [field, valueColumn(samples, ({ gold }) => {
      const said = gold[field]
      return said === undefined ? null : said.kind === 'label' ? said.label : OUTSIDE
    })])),
  }
}

function valueColumn(samples: readonly Sample[], valueOf: (sample: Sample) => string | typeof OUTSIDE | null): ValueColumn {
  const positions = new Map<string, number>()
  const of = Int32Array.from(samples, (sample) => {
    const value = valueOf(sample)
    if (typeof value !== 'string') return value ?? NONE
    let position = positions.get(value)
    if (position === undefined) positions.set(value, (position = positions.size))
    return position
  })
  return { values: [...positions.keys()], of }
}

/** Columns of consecutive stretches of samples as those of all of them. */
export function joinedColumns(parts: readonly SampleColumns[]): SampleColumns {
  const sizes = parts.map(({ ids }) => ids.length)
  const written = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0))
  let from = 0
  for (const part of parts) {
    written.set(part.written, from)
    from += part.ids.length
  }
  const fields = new Set(parts.flatMap(({ gold }) => Object.keys(gold)))
  const joined = (of: (part: SampleColumns) => ValueColumn | undefined): ValueColumn => joinedValues(parts.map(of), sizes)
  return {
    ids: parts.flatMap(({ ids }) => ids),
    written,
    scenes: joined(({ scenes }) => scenes),
    tiers: joined(({ tiers }) => tiers),
    groups: joined(({ groups }) => groups),
    gold: Object.fromEntries([...fields].map((field) => [field, joined(({ gold }) => gold[field])])),
  }
}

function joinedValues(parts: readonly (ValueColumn | undefined)[], sizes: readonly number[]): ValueColumn {
  const positions = new Map<string, number>()
  const of = new Int32Array(sizes.reduce((sum, size) => sum + size, 0)).fill(NONE)
  let from = 0
  for (const [at, part] of parts.entries()) {
    if (part) {
      const places = part.values.map((value) => {
        let position = positions.get(value)
        if (position === undefined) positions.set(value, (position = positions.size))
        return position
      })
      for (let sample = 0; sample < part.of.length; sample++) {
        const value = part.of[sample]!
        of[from + sample] = value < 0 ? value : places[value]!
      }
    }
    from += sizes[at]!
  }
  return { values: [...positions.keys()], of }
}

/** The columns of the samples at some places, in that order. */
export function columnsAt(columns: SampleColumns, places: Int32Array): SampleColumns {
  const taken = ({ values, of }: ValueColumn): ValueColumn => {
    const there = new Int32Array(places.length)
    for (let at = 0; at < places.length; at++) there[at] = of[places[at]!]!
    return { values, of: there }
  }
  const ids = new Array<string>(places.length)
  const written = new Uint8Array(places.length)
  for (let at = 0; at < places.length; at++) {
    ids[at] = columns.ids[places[at]!]!
    written[at] = columns.written[places[at]!]!
  }
  return {
    ids,
    written,
    scenes: taken(columns.scenes),
    tiers: taken(columns.tiers),
    groups: taken(columns.groups),
    gold: Object.fromEntries(Object.entries(columns.gold).map(([field, column]) => [field, taken(column)])),
  }
}
