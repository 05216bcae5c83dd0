import { expect, test } from 'vitest'

interface Tool {
  readonly listedValues: (values: readonly string[] | undefined, isWhole: (value: string) => boolean) => readonly string[]
}

const { listedValues } = (await import(new URL('../../tools/listedValues.mjs', import.meta.url).href)) as Tool

test('an option is given once a value; what is something as it stands keeps its commas, the rest is parted at them', () => {
  const there = new Set(['a,b.txt', 'c.txt'])
  const isWhole = (value: string) => there.has(value)
  expect(listedValues(['a,b.txt', 'c.txt'], isWhole)).toEqual(['a,b.txt', 'c.txt'])
  expect(listedValues(['a,b.txt,c.txt'], isWhole)).toEqual(['a', 'b.txt', 'c.txt'])
  expect(listedValues(['c.txt, d.txt', ' e '], isWhole)).toEqual(['c.txt', 'd.txt', 'e'])
  expect(listedValues(undefined, isWhole)).toEqual([])
})
