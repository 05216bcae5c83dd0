import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Destination, formatAddress, parseAddress, unreadParameters } from '../../src/state/address.ts'

test('an empty address is the first screen', () => {
  for (const hash of ['', '#', '#/', '#/?']) expect(parseAddress(hash), hash).toEqual({ screen: 'home' })
})

test('the subject stands in the path, the rest behind the question mark', () => {
  expect(formatAddress({ screen: 'data', dataset: 'a b/c', stance: 'Veiled Negative' })).toBe('#/data/a%20b%2Fc?stance=Veiled+Negative')
  expect(parseAddress('#/data/a%20b%2Fc?stance=Veiled+Negative')).toMatchObject({ screen: 'data', dataset: 'a b/c', stance: 'Veiled Negative', view: 'samples' })
})

test('what equals the default is left out: one selection, one address', () => {
  expect(formatAddress({ screen: 'data', dataset: 'x', view: 'samples', search: '' })).toBe('#/data/x')
  expect(formatAddress({ screen: 'plan', dataset: 'x', models: [] })).toBe('#/plan/x')
})

test('a repeated parameter is a list, a single one too', () => {
  expect(parseAddress('#/plan/x?models=a&models=b&methods=c')).toMatchObject({ models: ['a', 'b'], methods: ['c'] })
})

test('a value that a screen does not know falls back; the screen still opens', () => {
  expect(parseAddress('#/data/x?view=nonsense&stance=a&stance=b&unknown=1')).toEqual(parseAddress('#/data/x'))
})

test('what a screen does not read is told, name and value; what it reads is not', () => {
  expect(unreadParameters('#/data/x?view=nonsense&stance=a&stance=b&unknown=1&search=y')).toEqual([
    { name: 'view', value: 'nonsense' }, { name: 'stance', value: 'a, b' }, { name: 'unknown', value: '1' },
  ])
  for (const hash of ['', '#/', '#/data/x?view=problems', '#/plan/x?models=a&models=b&prior=pool', '#/results/p?run=r&view=gains&runs=a', '#/nowhere?x=1']) expect(unreadParameters(hash), hash).toEqual([])
  expect(unreadParameters('#/results/p?screen=data&view=overviews')).toEqual([{ name: 'screen', value: 'data' }, { name: 'view', value: 'overviews' }])
})

test.each(['#/nowhere', '#/data/x/y', '#/about/x', '#/__proto__', '#/toString', '#main'])('%s names no screen', (hash) => {
  expect(parseAddress(hash)).toEqual({ screen: 'unknown', path: hash.replace(/^#\/?/, '') })
})

test('nothing that is typed throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    parseAddress(`#/${text}`)
    parseAddress(`#/data/${text}`)
    parseAddress(`#/plan/x?${text}`)
  }))
  expect(parseAddress('#/data/%E0%A4%A')).toMatchObject({ screen: 'data', dataset: '%E0%A4%A' })
})

test('formatted and parsed again, an address says the same', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{Surrogate}/u.test(text))
  const optional = fc.option(word, { nil: undefined })
  const destination: fc.Arbitrary<Destination> = fc.oneof(
    fc.record({ screen: fc.constant('home' as const) }),
    fc.record({
      screen: fc.constant('data' as const),
      dataset: optional,
      view: fc.constantFrom('samples' as const, 'problems' as const, 'notices' as const, 'columns' as const),
      stance: optional,
      search: optional,
      sample: optional,
    }),
    fc.record({ screen: fc.constant('plan' as const), dataset: optional, models: fc.array(word), methods: fc.array(word) }),
    fc.record({ screen: fc.constant('results' as const), plan: optional, run: optional, gold: optional }),
  )
  fc.assert(fc.property(destination, (wanted) => {
    const parsed = parseAddress(formatAddress(wanted))
    expect(parsed).toMatchObject(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)))
    if (parsed.screen !== 'unknown') expect(formatAddress(parsed)).toBe(formatAddress(wanted))
  }))
})
