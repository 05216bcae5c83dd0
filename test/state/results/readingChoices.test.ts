import { describe, expect, it } from 'vitest'
import { methodLevels } from '../../../src/answer/methodLevels.ts'
import { readPrediction } from '../../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { Method } from '../../../src/domain/method.ts'
import type { Conditional, Reading } from '../../../src/domain/prediction.ts'
import { type Random, seededRandom } from '../../../src/domain/random.ts'
import { builtInMethods, studyMethods } from '../../../src/prompt/builtInMethods.ts'
import { readingChoices } from '../../../src/state/results/readingChoices.ts'
import { prediction, runOf } from './fixtures.ts'

const plan = { scheme: builtInScheme }
const guided = [...builtInMethods, ...studyMethods].filter(({ asking }) => asking === 'guided')
const plain: Reading = { prior: 'none', rule: 'joint', parser: 1 }

/** Everything asked, behind every path. */
function everything(method: Method, random: Random): Conditional[] {
  const { levels } = methodLevels(builtInScheme, method)
  let paths: Readonly<Record<string, string>>[] = [{}]
  return levels.flatMap((field) => {
    const asked = paths.map((given): Conditional => {
      const weights = field.labels.map(() => random.uniform() ** 3 + 1e-6)
      const sum = weights.reduce((all, weight) => all + weight, 0)
      return { field: field.id, given, logProbabilities: Float32Array.from(weights, (weight) => Math.log(weight / sum)) }
    })
    paths = paths.flatMap((given) => field.labels.map(({ id }) => ({ ...given, [field.id]: id })))
    return asked
  })
}

describe('readingChoices', () => {
  it.each(guided.map((method) => [method.id, method] as const))('offers of a %s run what can change an answer, and nothing else', (_, method) => {
    const random = seededRandom(method.id)
    const can = readingChoices(plan, { ...runOf(), method }, true)
    const changed = { rule: false, later: false }
    for (let one = 0; one < 30; one++) {
      const said = prediction('s', { outcome: { kind: 'guided', reasons: [], conditionals: everything(method, random) }, given: { stance: 'Neutral' } })
      const labels = (reading: Reading) => JSON.stringify(Object.entries(readPrediction(said, builtInScheme, method, reading)).map(([field, answer]) => [field, answer.kind === 'chosen' ? answer.label : answer.kind]))
      if (labels(plain) !== labels({ ...plain, rule: 'path' })) changed.rule = true
      if (labels(plain) !== labels({ ...plain, later: 'marginal' })) changed.later = true
    }
    expect({ rule: can.rule, later: can.later }).toEqual(changed)
  })

  it('offers nothing of written answers, be they a model’s own or taken from a file, and no rule of a classifier’s', () => {
    const nothing = { priors: { none: true, contentFree: false, pool: false, batch: false }, rule: false, later: false }
    const free = builtInMethods.find(({ id }) => id === 'matrix-free')!
    const matrix = builtInMethods.find(({ id }) => id === 'matrix')!
    const run = runOf()
    const imported = { ref: { id: 'cloud', kind: 'causal', origin: 'imported', revision: null, files: [], dtype: 'unknown', device: 'unknown', graph: 'unknown' } } as const
    const classifier = { ref: { id: 'classifier', kind: 'classifier', origin: 'embedded', revision: null, files: [], dtype: 'q8', device: 'wasm', graph: 'asShipped' } } as const
    expect(readingChoices(plan, { ...run, method: free }, true)).toEqual(nothing)
    expect(readingChoices(plan, { method: free, model: imported }, false)).toEqual(nothing)
    expect(readingChoices(plan, { method: matrix, model: classifier }, true)).toMatchObject({ priors: { contentFree: true, batch: true }, rule: false, later: false })
  })
})
