import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sample } from '../../src/domain/dataset.ts'
import { countedRoles, devIds, guessedRoles, partRole, roleValues, samplesFor } from '../../src/domain/roles.ts'

const sample = (at: number, change: Partial<Sample> = {}): Sample => ({
  id: `s${at}`, hash: '', text: `第 ${at} 句`, context: '', scene: null, speaker: null, gold: {}, tier: null, group: null, row: at, other: {}, ...change,
})
const many = (count: number, of: (at: number) => Partial<Sample> = () => ({})): Sample[] => Array.from({ length: count }, (_, at) => sample(at, of(at)))

describe('a seeded split', () => {
  test('keeps groups, contexts and texts whole, whatever the order of the file', () => {
    fc.assert(fc.property(fc.array(fc.record({ group: fc.constantFrom(null, 'a', 'b', 'c'), context: fc.constantFrom('', 'x', 'y'), text: fc.constantFrom('一', '二', '三') }), { minLength: 2, maxLength: 40 }), fc.nat(99), (parts, seed) => {
      const samples = parts.map((part, at) => sample(at, part))
      const roles = countedRoles({ kind: 'split', seed, share: 0.3 }, samples)
      const dev = devIds({ roles }, samples)
      expect(devIds({ roles }, samples.toReversed())).toEqual(dev)
      for (const one of samples) for (const other of samples) {
        const together = one.group !== null ? one.group === other.group : other.group === null && (one.context !== '' ? one.context === other.context : other.context === '' && one.text === other.text)
        if (together) expect(dev.has(one.id)).toBe(dev.has(other.id))
      }
      expect(roles.samples.dev + roles.samples.test).toBe(samples.length)
    }))
  })

  test('takes about the share asked for, and never all', () => {
    const samples = many(1000)
    expect(countedRoles({ kind: 'split', seed: 3, share: 0.2 }, samples).samples).toEqual({ dev: 200, test: 800 })
    expect(countedRoles({ kind: 'split', seed: 3, share: 0.99 }, many(2)).samples).toEqual({ dev: 1, test: 1 })
  })

  test('is another with another seed', () => {
    const samples = many(100)
    const dev = (seed: number) => [...devIds({ roles: countedRoles({ kind: 'split', seed, share: 0.5 }, samples) }, samples)].sort()
    expect(dev(1)).toEqual(dev(1))
    expect(dev(1)).not.toEqual(dev(2))
  })
})

describe('roles by a column', () => {
  const samples = many(6, (at) => ({ other: { split: ['train', 'dev', 'test'][at % 3]! }, tier: at < 2 ? 'human' : null }))

  test('are development where it says so, test everywhere else', () => {
    const dataset = { roles: countedRoles({ kind: 'column', column: 'split', dev: ['train', 'dev'] }, samples) }
    expect(dataset.roles.samples).toEqual({ dev: 4, test: 2 })
    expect(samplesFor('test', dataset, samples).map(({ id }) => id)).toEqual(['s2', 's5'])
    expect(samplesFor('dev', dataset, samples)).toHaveLength(4)
  })

  test('can be the tier; a column with a value for every sample is none', () => {
    expect(roleValues(samples, 'tier')).toEqual([{ value: 'human', count: 2 }])
    expect(roleValues(many(30, (at) => ({ other: { id: String(at) } })), 'id')).toBeNull()
    expect(roleValues(samples, 'nowhere')).toBeNull()
  })
})

test('without roles all samples are for the test, and for whatever else is drawn', () => {
  const samples = many(3)
  expect(samplesFor('test', {}, samples)).toEqual(samples)
  expect(samplesFor('dev', {}, samples)).toEqual(samples)
  expect(devIds({}, samples).size).toBe(0)
})

describe('roles that the values of a column tell', () => {
  test.each([['dev', 'dev'], ['Dev', 'dev'], ['train', 'dev'], ['TRAINING', 'dev'], ['valid', 'dev'], ['validation', 'dev'], ['val', 'dev'], ['dev_set', 'dev'], ['开发集', 'dev'], ['验证', 'dev'], ['训练集', 'dev'], ['test', 'test'], ['Test set', 'test'], ['测试集', 'test'], ['eval', 'test'], ['held-out', 'test'], ['tester', undefined], ['user', undefined], ['', undefined], ['developer', undefined]] as const)('%s is %s', (value, role) => {
    expect(partRole(value)).toBe(role)
  })

  test('are found where all of a column’s values are parts of both kinds', () => {
    const samples = many(6, (at) => ({ other: { topic: 'x', part: ['train', 'valid', 'test'][at % 3]! } }))
    expect(guessedRoles(samples)).toEqual({ kind: 'column', column: 'part', dev: ['train', 'valid'], samples: { dev: 4, test: 2 } })
  })

  test('are none where a value is something else, or one side has no sample', () => {
    expect(guessedRoles(many(4, (at) => ({ other: { part: ['test', 'dev', 'x'][at % 3]! } })))).toBeNull()
    expect(guessedRoles(many(4, () => ({ other: { part: 'test' } })))).toBeNull()
    expect(guessedRoles(many(4))).toBeNull()
  })
})
