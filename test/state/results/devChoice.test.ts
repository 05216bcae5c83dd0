import { describe, expect, test } from 'vitest'
import type { Dataset, DatasetRoles, Sample } from '../../../src/domain/dataset.ts'
import type { Plan } from '../../../src/domain/plan.ts'
import { fittedOn } from '../../../src/state/results/evidence/baselineAnswers.ts'
import { devChoices } from '../../../src/state/results/devChoice.ts'
import { CROSS_FITTED } from '../../../src/state/results/overlapChoice.ts'
import { devSamples } from '../../../src/state/results/overlapLookup.ts'
import { planOf, sample } from './fixtures.ts'

const tested = ['a', 'b'].map((id) => sample(id, 'Positive', { tier: 'test' }))
const dev = ['c', 'd', 'e'].map((id) => sample(id, 'Positive', { tier: 'dev' }))
const roles: DatasetRoles = { kind: 'column', column: 'tier', dev: ['dev'], samples: { dev: 3, test: 2 } }
const base = planOf(tested)
const frozen: Plan = { ...base, drawn: { role: 'test', roles } }
/** As answers from elsewhere are kept: nothing was drawn. */
const imported: Plan = { ...base, imported: [] }

const undivided = (id: string, more: Partial<Dataset> = {}): Dataset => ({
  id, name: `data ${id}`, hash: base.dataset.hash, schemeId: base.scheme.id, rows: 5, samples: 5, problems: 0, notices: 0,
  source: { file: 'd.csv', bytes: 1, format: 'csv', encoding: null, mapping: {} }, importedAt: 1, demonstration: false, ...more,
})
const dataset = (id: string, more: Partial<Dataset> = {}): Dataset => undivided(id, { roles, ...more })
const own = dataset(base.dataset.id)
/** The same file, deleted and taken in again. */
const again = dataset('again')
const other = undivided('other', { hash: 'f'.repeat(64) })

/** What a worker reads, and what the tables then say. */
async function both(plan: Plan, here: readonly Dataset[], chosen: string | undefined) {
  const found = await devSamples({
    readDataset: (id, hash) => {
      const one = here.find((each) => each.id === id) ?? here.find((each) => each.hash === hash)
      return Promise.resolve(one && { dataset: one, samples: one.hash === base.dataset.hash ? [...tested, ...dev] : [sample('z', 'Positive')] })
    },
    readFile: () => Promise.reject(new Error('no file')),
  }, plan, chosen)
  return { screen: devChoices(plan, here, chosen).taken?.name ?? null, tables: found?.name ?? null, ids: found?.samples.map(({ id }: Sample) => id), said: fittedOn({ dev: found, samples: tested }).en }
}

describe('what baselines are fitted on', () => {
  test.each([
    ['a plan of the test part takes the development part', frozen, [own, other], undefined, own.name],
    ['also where the dataset was deleted and taken in again', frozen, [again, other], undefined, again.name],
    ['by whichever id of the same content', frozen, [own, again, other], again.id, own.name],
    ['the tested dataset, where it has no development part: folds', imported, [undivided(own.id), other], own.id, null],
    ['and by the id that the plan knows it by', frozen, [again, other], base.dataset.id, again.name],
    ['answers from elsewhere: folds, where nothing is said', imported, [own, other], undefined, null],
    ['answers from elsewhere: the development part, where it is chosen', imported, [own, other], own.id, own.name],
    ['folds, where they are chosen', frozen, [own, other], CROSS_FITTED, null],
    ['another dataset', frozen, [own, other], 'other', other.name],
    ['a dataset that is not here: as if nothing were said', frozen, [own, other], 'gone', own.name],
    ['a dataset that is not here, and no part frozen', imported, [own, other], 'gone', null],
    ['the dataset is gone: folds', frozen, [other], undefined, null],
    ['what a run file brought of it is not the dataset: folds', frozen, [{ ...own, standIn: true as const }, other], undefined, null],
    ['another scheme’s labels: as if nothing were said', frozen, [own, dataset('odd', { hash: 'e'.repeat(64), schemeId: 'odd' })], 'odd', own.name],
  ] as const)('%s: the choice and the tables say the same', async (_, plan, here, chosen, name) => {
    const { screen, tables } = await both(plan, here, chosen)
    expect([screen, tables]).toEqual([name, name])
  })

  test('the part itself, and never what was tested', async () => {
    const { ids, said } = await both(frozen, [again], undefined)
    expect(ids).toEqual(['c', 'd', 'e'])
    expect(said).toContain('the development part of “data again”')
    expect((await both(imported, [own, other], 'other')).said).toContain('on “data other”')
    expect((await both(frozen, [other], undefined)).said).toContain('cross-fitted')
  })

  test('answers from elsewhere can be offered the tested dataset’s own part, where it has one', () => {
    expect(devChoices(imported, [own, other], undefined)).toMatchObject({ own: { id: own.id }, others: [{ id: 'other' }], unknown: false })
    expect(devChoices(imported, [undivided(own.id), other], undefined).own).toBeUndefined()
  })

  test('one that is not here is said', () => {
    expect(devChoices(frozen, [own], 'gone').unknown).toBe(true)
    expect(devChoices(frozen, [own], CROSS_FITTED).unknown).toBe(false)
  })
})
