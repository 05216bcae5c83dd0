import type { Dataset, DatasetRoles, Role, Sample } from './dataset.ts'
import { seededRandom } from './random.ts'

/**
 * The samples of a dataset that are for development: to choose prompts, priors, examples and thresholds on. All others are for the test.
 * None where the dataset names no roles: then all is test.
 */
export function devIds({ roles }: Pick<Dataset, 'roles'>, samples: readonly Sample[]): ReadonlySet<string> {
  if (!roles) return new Set()
  if (roles.kind === 'column') {
    const values = new Set(roles.dev)
    return new Set(samples.filter((sample) => values.has(roleValue(sample, roles.column) ?? '')).map(({ id }) => id))
  }
  return splitIds(samples, roles.seed, roles.share)
}

/** The samples of a role; all of them where the dataset names no roles. */
export function samplesFor(role: Role, dataset: Pick<Dataset, 'roles'>, samples: readonly Sample[]): readonly Sample[] {
  if (!dataset.roles) return samples
  const dev = devIds(dataset, samples)
  return samples.filter(({ id }) => dev.has(id) === (role === 'dev'))
}

/** What a sample has in a column that no other role claims, or as its tier (`tier`), or group (`group`). */
function roleValue(sample: Sample, column: string): string | null {
  if (column === 'tier' || column === 'group') return sample[column]
  return sample.other[column] ?? null
}

/** Values of a column, each with how many samples have it, the most frequent first; null where it has none, or too many to be a role. */
export function roleValues(samples: readonly Sample[], column: string): readonly { readonly value: string; readonly count: number }[] | null {
  const counts = new Map<string, number>()
  for (const sample of samples) {
    const value = roleValue(sample, column)
    if (value === null || value === '') continue
    counts.set(value, (counts.get(value) ?? 0) + 1)
    if (counts.size > MOST) return null
  }
  return counts.size === 0 ? null : [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count)
}

const MOST = 20

const partWords: Readonly<Record<Role, RegExp>> = {
  dev: /^(?:dev|development|valid|validation|val|train|training|开发|验证|训练)$/,
  test: /^(?:test|testing|eval|evaluation|heldout|测试|评测)$/,
}

/** What a value says its sample is for, where it names a part of a data set (`train`, `Dev set`, `测试集`); undefined where it names anything else. */
export function partRole(value: string): Role | undefined {
  const bare = value.normalize('NFKC').toLowerCase().replace(/[\s._-]+/g, '').replace(/(?<=.)(?:set|split|集)$/, '')
  return (['dev', 'test'] as const).find((role) => partWords[role].test(bare))
}

/** Columns that can tell a role: those of the dataset's own that can, then those that nothing else claims, each with its values. */
export function roleColumns(samples: readonly Sample[]): readonly { readonly name: string; readonly values: NonNullable<ReturnType<typeof roleValues>> }[] {
  return ['tier', 'group', ...new Set(samples.slice(0, 1000).flatMap(({ other }) => Object.keys(other)))].flatMap((name) => {
    const values = roleValues(samples, name)
    return values ? [{ name, values }] : []
  })
}

/** The roles that a column's values tell by themselves: all of them name parts, and both roles have samples. Null where no column does. @param columns the samples' `roleColumns`. */
export function guessedRoles(samples: readonly Sample[], columns = roleColumns(samples)): Extract<DatasetRoles, { kind: 'column' }> | null {
  for (const { name, values } of columns) {
    const roles = values.map(({ value }) => partRole(value))
    if (roles.includes(undefined) || !roles.includes('dev') || !roles.includes('test')) continue
    const dev = values.flatMap(({ value }, at) => (roles[at] === 'dev' ? [value] : []))
    return { kind: 'column', column: name, dev, samples: countedRoles({ kind: 'column', column: name, dev }, samples).samples }
  }
  return null
}

/** Definition and its counts, as they are kept. */
export function countedRoles(definition: Omit<Extract<DatasetRoles, { kind: 'column' }>, 'samples'> | Omit<Extract<DatasetRoles, { kind: 'split' }>, 'samples'>, samples: readonly Sample[]): DatasetRoles {
  const dev = devIds({ roles: { ...definition, samples: { dev: 0, test: 0 } } }, samples).size
  return { ...definition, samples: { dev, test: samples.length - dev } }
}

/**
 * A part of about `share` of the samples, drawn whole group by whole group by the seed: a group is what the dataset calls one, else the samples of one
 * context, else the samples of one text, so that nothing in the test is known from development. At least one group is left for each side.
 */
function splitIds(samples: readonly Sample[], seed: number, share: number): ReadonlySet<string> {
  const groups = new Map<string, string[]>()
  for (const { id, group, context, text } of samples) {
    const key = group !== null ? `g${group}` : context.trim() !== '' ? `c${context.trim()}` : `t${text.trim()}`
    const members = groups.get(key)
    if (members) members.push(id)
    else groups.set(key, [id])
  }
  const wanted = share * samples.length
  const dev: string[] = []
  // sorted before it is drawn: the order of the file changes nothing
  const order = seededRandom(seed).derive('roles').shuffle([...groups.keys()].sort())
  for (const key of order.slice(0, -1)) {
    if (dev.length >= wanted) break
    dev.push(...groups.get(key)!)
  }
  return new Set(dev)
}
