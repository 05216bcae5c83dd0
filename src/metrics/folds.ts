import type { Random } from '../domain/random.ts'

/**
 * Parts records into so many folds of about equal size, records with the same key together: what shares a text or a group never
 * stands on both sides of a fit. Each record's fold, from 0. The same keys and seed give the same folds.
 * @throws on fewer than two folds.
 */
export function foldsOf(keys: readonly string[], folds: number, random: Random): Uint8Array {
  if (!Number.isInteger(folds) || folds < 2 || folds > 255) throw new RangeError(`${folds} folds`)
  const members = new Map<string, number[]>()
  keys.forEach((key, record) => {
    const listed = members.get(key)
    if (listed) listed.push(record)
    else members.set(key, [record])
  })
  const sizes = new Array<number>(folds).fill(0)
  const parted = new Uint8Array(keys.length)
  for (const records of random.shuffle([...members.values()])) {
    const smallest = sizes.indexOf(Math.min(...sizes))
    for (const record of records) parted[record] = smallest
    sizes[smallest]! += records.length
  }
  return parted
}
