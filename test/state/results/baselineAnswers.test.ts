import { expect, test } from 'vitest'
import { Baselines, fittedOn } from '../../../src/state/results/evidence/baselineAnswers.ts'
import { planOf, sample } from './fixtures.ts'

const tested = ['a', 'b'].map((id) => sample(id, 'Positive', { text: `目标句 ${id}` }))

test('where every development sample shares its sentence with the test there are no baselines, and the caption says why', () => {
  const { scheme } = planOf(tested)
  const same = new Baselines(scheme, tested, { name: 'd2', part: false, samples: tested.map((each) => ({ ...each, id: `other ${each.id}` })) })
  for (const { id } of scheme.fields) expect(same.answers(id)).toEqual([])
  expect(fittedOn(same).en).toBe('every sample of “d2” shares its sentence with the test, so nothing is left to fit on: no baselines')
  const some = new Baselines(scheme, tested, { name: 'd2', part: false, samples: [sample('c', 'Positive', { text: '另一句' })] })
  expect(fittedOn(some).en).toContain('baselines fitted on “d2”')
  expect(scheme.fields.some(({ id }) => some.answers(id).length > 0)).toBe(true)
})

test('where the texts are not here there are no baselines, and the caption says why', () => {
  const { scheme } = planOf(tested)
  const bare = new Baselines(scheme, tested.map((each) => ({ ...each, text: '' })), null)
  for (const { id } of scheme.fields) expect(bare.answers(id)).toEqual([])
  expect(fittedOn(bare).en).toBe('the samples’ texts are not here, so nothing can be held apart to fit on: no baselines')
})
