import type { Sample } from '../domain/dataset.ts'

/**
 * Which samples the model cannot tell apart.
 * @param reads everything of a sample that makes its prompt, as data; null for one that is not to have a twin.
 * @returns a sample's key, shared by its twins; null for a sample that has none among `samples`, or is not one of them.
 */
export function twinsOf(samples: readonly Sample[], reads: (sample: Sample) => unknown): (sample: Sample) => string | null {
  // Few texts occur twice, and only for those the rest is looked at.
  const byText = grouped(samples, ({ text }) => text)
  const keys = new Map<string, string>()
  for (const same of byText.values()) {
    if (same.length === 1) continue
    for (const [key, twins] of grouped(same, (sample) => JSON.stringify(reads(sample)))) {
      if (twins.length === 1 || key === 'null') continue
      for (const { id } of twins) keys.set(id, key)
    }
  }
  return ({ id }) => keys.get(id) ?? null
}

function grouped(samples: readonly Sample[], keyOf: (sample: Sample) => string): ReadonlyMap<string, readonly Sample[]> {
  const groups = new Map<string, Sample[]>()
  for (const sample of samples) {
    const key = keyOf(sample)
    const group = groups.get(key)
    if (group) group.push(sample)
    else groups.set(key, [sample])
  }
  return groups
}
