import { expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Gold, Sample } from '../../src/domain/dataset.ts'
import { type AddressOf, parseAddress } from '../../src/state/address.ts'
import { goldCounts, matrixCells } from '../../src/views/data/goldCounts.ts'
import { selectSamples } from '../../src/views/data/sampleFilter.ts'

function sample(id: string, text: string, gold: Readonly<Record<string, Gold>>, context = ''): Sample {
  return { id, hash: '0'.repeat(64), text, context, scene: null, speaker: null, gold, tier: null, group: null, row: 1, other: {} }
}

const label = (name: string, derived?: true): Gold => ({ kind: 'label', label: name, ...(derived && { derived }) })

const samples = [
  sample('a', '随便你吧', { stance: label('Veiled Negative', true), intent: label('Resistance') }),
  sample('b', '到家说一声', { stance: label('Understated Positive'), emotion: { kind: 'outOfScheme', raw: 'Concern' } }),
  sample('c', 'OK', {}, '你定吧'),
  sample('d', '哦', { stance: label('Veiled Negative') }),
]

function selected(hash: string): readonly string[] {
  const address = parseAddress(hash)
  if (address.screen !== 'data') throw new Error(hash)
  return ids(address)
}

function ids(address: AddressOf<'data'>): readonly string[] {
  return selectSamples(samples, address, 'stance').map(({ id }) => id)
}

test('what a dataset’s gold says of each field: labelled, derived, outside', () => {
  const counts = goldCounts(builtInScheme, samples)
  expect(counts.map(({ field, labelled, derived, outOfScheme }) => [field, labelled, derived, outOfScheme])).toEqual([
    ['explicit', 0, 0, 0],
    ['implicit', 0, 0, 0],
    ['stance', 3, 1, 0],
    ['intent', 1, 0, 0],
    ['emotion', 0, 0, 1],
  ])
  expect(matrixCells(counts[2]!)).toEqual({ 'Veiled Negative': { count: 2, share: 2 / 3 }, 'Understated Positive': { count: 1, share: 1 / 3 } })
})

test.each([
  ['#/data/x', ['a', 'b', 'c', 'd']],
  ['#/data/x?stance=Veiled+Negative', ['a', 'd']],
  ['#/data/x?stance=Veiled+Negative&field=intent&label=Resistance', ['a']],
  ['#/data/x?field=intent&label=-', ['b', 'c', 'd']],
  ['#/data/x?field=emotion&label=%3F', ['b']],
  ['#/data/x?search=%E4%BD%A0', ['a', 'c']],
  ['#/data/x?search=ok', ['c']],
  ['#/data/x?search=D', ['d']],
  ['#/data/x?field=intent', ['a', 'b', 'c', 'd']],
  ['#/data/x?stance=Nonsense', []],
])('%s selects %j', (hash, expected) => {
  expect(selected(hash)).toEqual(expected)
})
