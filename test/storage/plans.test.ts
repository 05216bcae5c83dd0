import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { database } from '../../src/storage/database.ts'
import { deletePlan, importRun, observePlan, observePlans, readPlan, readRun, savePlan } from '../../src/storage/plans.ts'
import { predictionSink, readPredictedIds, readPredictions } from '../../src/storage/predictions.ts'
import { readPriors, savePriors } from '../../src/storage/priors.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { shamMatrix } from '../../src/prompt/shamMatrix.ts'
import { conditional, plan, prediction, run } from './fixtures.ts'

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})

describe('a plan', () => {
  test('comes back as it was saved, runs in order, however often it is saved', async () => {
    const runs = [run('z', 'p'), run('a', 'p')]
    await savePlan(plan('p'), runs)
    await savePlan(plan('p', { createdAt: 99 }), runs)
    expect(await readPlan('p')).toEqual({ plan: plan('p'), runs })
    expect(await readRun('a')).toEqual(runs[1])
    expect(await readPlan('q')).toBeUndefined()
    expect(await readRun('q')).toBeUndefined()
  })

  test('keeps a classifier’s outputs', async () => {
    const model = { ...plan('p').models[0]!, outputs: [{ field: 'explicit', label: 'Positive' }, null], context: true }
    await savePlan(plan('p', { models: [model] }), [{ ...run('a', 'p'), model }])
    expect((await readRun('a'))?.model).toEqual(model)
  })

  test('keeps whose answers its runs tell', async () => {
    const reading = { prior: 'none', rule: 'path', parser: 1 } as const
    const labels = { stance: 'Neutral' }
    const few = { ...builtInMethods[0]!, id: 'few', shots: { dataset: { id: 'd', name: 'd', hash: 'h' }, draw: { kind: 'perLabel', field: 'emotion', labels: 5 }, seed: 1, shots: [{ sampleId: '1', hash: 'h', labels }] } } as const
    for (const [at, source] of [{ kind: 'method', method: 'matrix' } as const, { kind: 'run', run: 'r', reading } as const].entries()) {
      const told = plan(`p${at}`, { source, methods: [...studyMethods, shamMatrix(builtInScheme, builtInMethods[0]!, 'permuted', at), few] })
      const own = { ...run('a', told.id), method: studyMethods.at(-1)!, source: { run: 'r', reading } }
      await savePlan(told, [own])
      expect(await readPlan(told.id)).toEqual({ plan: told, runs: [own] })
    }
  })

  test('keeps the comparisons named beforehand, and what is a variant of what', async () => {
    const pairs = [{ kind: 'none' }, { kind: 'allPairs' }, { kind: 'againstMethod', method: 'direct' }, { kind: 'againstRun', model: 'toy', method: 'direct' }] as const
    for (const [at, pair] of pairs.entries()) {
      const variant = { ...builtInMethods[0]!, id: 'v', variant: { kind: 'wording', of: 'matrix', seed: at } } as const
      const saved = plan(`p${at}`, { family: { pairs: pair, ...(at > 0 && { margin: 0.02 }) }, methods: [...builtInMethods, variant] })
      await savePlan(saved, [])
      expect((await readPlan(saved.id))?.plan).toEqual(saved)
    }
  })

  test('does not take runs of another', async () => {
    await expect(savePlan(plan('p'), [run('a', 'q')])).rejects.toThrow('belongs to plan q')
  })

  test('deleted takes along the predictions that no other plan holds', async () => {
    await savePlan(plan('p'), [run('a', 'p'), run('b', 'p')])
    await savePlan(plan('q', { createdAt: 6 }), [run('b', 'q')])
    for (const id of ['a', 'b']) {
      await predictionSink(id).append([prediction(id, 's')])
      await savePriors(id, [conditional('explicit', 3)])
    }
    await deletePlan('p')
    expect(await readPlan('p')).toBeUndefined()
    expect(await readPredictions('a')).toEqual([])
    expect(await readPriors('a')).toBeUndefined()
    expect(await readPredictions('b')).toHaveLength(1)
    expect(await readPriors('b')).toBeDefined()
    expect((await readRun('b'))?.planId).toBe('q')
  })

  test('list is live, the newest first', async () => {
    const seen: string[][] = []
    const leave = observePlans().subscribe((plans) => seen.push(plans.map((one) => `${one.plan.id} ${one.runs.map(({ id }) => id).join()}`)))
    await savePlan(plan('p'), [run('a', 'p'), run('b', 'p')])
    await savePlan(plan('q', { createdAt: 6 }), [run('b', 'q')])
    await expect.poll(() => seen.at(-1)).toEqual(['q b', 'p a,b'])
    await deletePlan('q')
    await expect.poll(() => seen.at(-1)).toEqual(['p a,b'])
    leave()
  })

  test('alone is live, from before it is there until it is deleted', async () => {
    const seen: unknown[] = []
    const leave = observePlan('p').subscribe((found) => seen.push(found))
    await expect.poll(() => seen).toEqual([undefined])
    await savePlan(plan('q'), [run('b', 'q')])
    await savePlan(plan('p'), [run('a', 'p')])
    await expect.poll(() => seen.at(-1)).toEqual({ plan: plan('p'), runs: [run('a', 'p')] })
    await deletePlan('p')
    await expect.poll(() => seen.at(-1)).toBeUndefined()
    await savePlan(plan('p', { createdAt: 7 }), [run('a', 'p')])
    await expect.poll(() => seen.at(-1)).toEqual({ plan: plan('p', { createdAt: 7 }), runs: [run('a', 'p')] })
    leave()
  })

  test('is read once, however many lists show it', async () => {
    await savePlan(plan('p', { createdAt: 8 }), [run('a', 'p')])
    const read = vi.spyOn(database.plans, 'bulkGet')
    const all = vi.spyOn(database.plans, 'toArray')
    const listed = async () => {
      const seen: unknown[] = []
      const ends = [observePlans().subscribe((plans) => seen.push(plans[0]?.plan)), observePlan('p').subscribe((found) => seen.push(found?.plan))]
      await expect.poll(() => seen).toEqual([plan('p', { createdAt: 8 }), plan('p', { createdAt: 8 })])
      for (const end of ends) end()
    }
    await listed()
    const first = read.mock.calls.length
    await listed()
    expect(first).toBeGreaterThan(0)
    expect(read).toHaveBeenCalledTimes(first)
    expect(all).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

describe('a run file', () => {
  test('adds what is missing and what had failed, twice the same', async () => {
    await savePlan(plan('p'), [run('a', 'p')])
    await predictionSink('a').append([
      prediction('a', 'mine', undefined, { duration: 1 }),
      prediction('a', 'bad', { kind: 'failed', reason: 'x' }),
      prediction('a', 'worse', { kind: 'failed', reason: 'x' }),
    ])
    const file = {
      plan: plan('p'),
      runs: [run('a', 'p')],
      predictions: new Map([
        ['a', [prediction('a', 'mine', undefined, { duration: 2 }), prediction('a', 'bad'), prediction('a', 'new'), prediction('a', 'worse', { kind: 'failed', reason: 'y' })]],
      ]),
      priors: new Map([['a', [conditional('explicit', 3)]]]),
    }
    expect(await importRun(file)).toBe(2)
    expect(await importRun(file)).toBe(0)
    expect([...(await readPredictedIds('a'))]).toEqual([['mine', 'done'], ['bad', 'done'], ['worse', 'failed'], ['new', 'done']])
    expect((await readPredictions('a'))[0]!.duration).toBe(1)
    expect(await readPriors('a')).toHaveLength(1)
  })

  test('adds to a prior that is here, and replaces nothing of it', async () => {
    const [kept, again, more] = [conditional('explicit', 3), { ...conditional('explicit', 3), logProbabilities: Float32Array.of(0, -9, -9) }, conditional('implicit', 3, { explicit: 'Neutral' })]
    await savePriors('a', [kept])
    const file = { plan: plan('p'), runs: [run('a', 'p')], predictions: new Map(), priors: new Map([['a', [more, again]]]) }
    await importRun(file)
    expect(await readPriors('a')).toEqual([kept, more])
  })

  test('is taken whole or not at all', async () => {
    const predictions = new Map([['a', [{ ...prediction('a', 's'), at: Symbol('not a time') as never }]]])
    await expect(importRun({ plan: plan('p'), runs: [run('a', 'p')], predictions })).rejects.toThrow()
    expect(await readPlan('p')).toBeUndefined()
  })
})
