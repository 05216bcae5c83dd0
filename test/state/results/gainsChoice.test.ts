import { expect, test } from 'vitest'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { methodsOf } from '../../../src/prompt/schemeMethods.ts'
import { gainsChoice } from '../../../src/state/results/evidence/gainsChoice.ts'
import type { RunSet } from '../../../src/state/results/evidence/runSet.ts'
import { ruleText } from '../../../src/metrics/gainsRule.ts'
import { question } from './evidenceFixtures.ts'

const { methods, classifier } = methodsOf(builtInScheme)
const method = (id: string) => (id === classifier.id ? classifier : methods.find((each) => each.id === id)!)
const setOf = (...asked: readonly (readonly [model: string, method: string])[]): RunSet => ({ members: asked.map(([model, id]) => ({ model, run: { method: method(id) } })) }) as unknown as RunSet
const chosen = (set: RunSet, choices: Readonly<Record<string, string>> = {}) => gainsChoice(set, question('gains', { choices }), (id) => id, false)

test('a gain is offered over methods that the model was asked by, and no others', () => {
  const found = chosen(setOf(['lm', 'matrix'], ['lm', 'direct'], ['classifier model', 'classifier']))!
  expect(found.choice).toMatchObject({ method: 'matrix', baseline: { kind: 'rechosen', among: ['direct'] }, aggregation: { models: ['lm'] } })
  const options = (key: string) => found.choices.find((choice) => choice.key === key)!.options.map(({ value }) => value)
  expect(options('of')).toEqual(['matrix', 'direct'])
  expect(options('baseline')).toEqual(['rechosen', 'strongest', 'named:direct'])
})

test('models that were asked by one method each have no gain to show', () => {
  expect(chosen(setOf(['lm', 'matrix'], ['classifier model', 'classifier']))).toBeNull()
})

test('a model without a candidate is in no mean over models, and keeps its gain over baselines without a model', () => {
  const { choice } = chosen(setOf(['small', 'matrix'], ['small', 'direct'], ['large', 'matrix']))!
  expect([choice.aggregation.models, choice.models]).toEqual([['small'], ['small', 'large']])
})

test('the rule names a candidate only with the models that were asked by it', () => {
  const asked: Readonly<Record<string, readonly string[]>> = { direct: ['small', 'large'], cot: ['large'], reason: [] }
  const rule = ruleText({ method: 'matrix', baseline: { kind: 'strongest', among: ['direct', 'cot', 'reason'] }, aggregation: { models: ['small', 'large'], mean: 'mean', unit: 'points' }, askedBy: (id) => asked[id]! })
  expect(rule.en).toContain('of direct, cot (large); difference in points')
  expect(rule.zh).toContain('：direct, cot (large)）')
})
