import type { Sample } from '../domain/dataset.ts'

/**
 * Samples of one dataset out of two run files: those that were here first, each with the text that only the second file
 * has, then the second's others. Groups keep the names they have here: a file without texts numbers its own anew, so
 * equal names say nothing; a sample in both files does.
 */
export function mergedSamples(kept: readonly Sample[], brought: readonly Sample[]): readonly Sample[] {
  const places = new Map(kept.map(({ id }, at) => [id, at]))
  const groupOf = groupNames(kept, brought, places)
  const merged = [...kept]
  for (const sample of brought) {
    const at = places.get(sample.id)
    if (at === undefined) merged.push({ ...sample, group: groupOf(sample.group) })
    else if (merged[at]!.text === '' && sample.text !== '') merged[at] = { ...sample, group: merged[at]!.group }
  }
  return merged
}

function groupNames(kept: readonly Sample[], brought: readonly Sample[], places: ReadonlyMap<string, number>): (group: string | null) => string | null {
  const names = new Map<string, string>()
  for (const { id, group } of brought) {
    const here = kept[places.get(id) ?? -1]?.group
    if (group !== null && here != null) names.set(group, here)
  }
  const used = new Set(kept.map(({ group }) => group))
  return (group) => {
    if (group === null) return null
    let name = names.get(group) ?? group
    if (!names.has(group)) {
      for (let number = used.size + 1; used.has(name); number++) name = String(number)
      names.set(group, name)
      used.add(name)
    }
    return name
  }
}
