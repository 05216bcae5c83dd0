import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Outcome, Prediction } from '../../src/domain/prediction.ts'
import { database } from '../../src/storage/database.ts'
import { createDataset, deleteDataset, setDatasetRoles } from '../../src/storage/datasets.ts'
import { compactPredictions, observeRunVersion, predictionSink, readPredictedIds, readPredictions, readRunVersion } from '../../src/storage/predictions.ts'
import { predictionValuesRecord, toBatch } from '../../src/storage/predictionRecord.ts'
import { parseRecord, stamped } from '../../src/storage/record.ts'
import { readPriors, savePriors } from '../../src/storage/priors.ts'
import { deletePlan, savePlan } from '../../src/storage/plans.ts'
import { conditional, dataset, guided, plan, prediction, run, samples } from './fixtures.ts'

beforeEach(async () => {
  await savePlan(plan('p'), ['r', 's', 'plain', 'compacted'].map((id) => run(id, 'p')))
})

afterEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})

const outcomes: readonly Outcome[] = [
  guided,
  { ...guided, reasons: ['说得平淡。', '其实不满。'] },
  { kind: 'guided', conditionals: [], reasons: [] },
  { kind: 'free', text: '立场：反讽性负面\n', finish: 'stop' },
  { kind: 'free', text: '', finish: 'length' },
  { kind: 'classified', conditionals: [conditional('explicit', 3), conditional('emotion', 25)] },
  { kind: 'failed', reason: '目标句太长' },
]

describe('predictions', () => {
  test.each(outcomes.map((outcome) => [outcome.kind, outcome] as const))('of kind %s come back as they went in', async (_, outcome) => {
    const one = prediction('r', 'a', outcome, { droppedTurns: 3, at: 1_790_000_000_123.25 })
    await predictionSink('r').append([one])
    expect(await readPredictions('r')).toEqual([one])
  })

  test('keep what the model was told', async () => {
    const told = [{ stance: 'Neutral' }, undefined, { stance: 'Neutral', intent: 'Irony' }, { stance: 'Neutral' }]
    const all = told.map((given, at) => prediction('r', String(at), guided, given && { given }))
    await predictionSink('r').append(all)
    expect(await readPredictions('r')).toEqual(all)
    await predictionSink('r').append([prediction('r', '4', guided, { given: { intent: 'Humor' } })])
    await compactPredictions('r')
    expect((await readPredictions('r')).map(({ given }) => given)).toEqual([...told, { intent: 'Humor' }])
  })

  test('stored before labels were told are read as told none', () => {
    const { values } = toBatch('r', [prediction('r', 'a'), prediction('r', 'b')], false)
    const { givens, given, ...before } = stamped(predictionValuesRecord, values)
    expect(parseRecord(predictionValuesRecord, { ...before, v: 1 })).toEqual(values)
    expect([givens, [...given]]).toEqual([[], [0, 0]])
  })

  test('have another version when one is replaced and when the prior comes, though their number stays', async () => {
    const next = async (): Promise<string> => new Promise((resolve, reject) => {
      const leave = observeRunVersion('r').subscribe(({ version }) => {
        setTimeout(() => leave())
        resolve(version)
      }, reject)
    })
    const versions = [await next()]
    await predictionSink('r').append([prediction('r', 'a')])
    versions.push(await next(), await next())
    await predictionSink('r').append([prediction('r', 'a', { kind: 'free', text: '另一个', finish: 'stop' })])
    versions.push(await next())
    await savePriors('r', [conditional('explicit', 3)])
    versions.push(await next())
    await predictionSink('s').append([prediction('s', 'b')])
    versions.push(await next())
    expect(versions.map((version) => versions.indexOf(version))).toEqual([0, 1, 1, 3, 4, 4])
    expect((await readRunVersion('r')).version).toBe(versions.at(-1))
  })

  test('have another version when a data set comes, goes, or is parted otherwise: figures are read beside data sets, too', async () => {
    const now = async (): Promise<string> => (await readRunVersion('r')).version
    const versions = [await now()]
    const writer = await createDataset(dataset('d'))
    await writer.append({ samples: samples(2) })
    versions.push(await now())
    await writer.finish(dataset('d', { rows: 2, samples: 2 }))
    versions.push(await now())
    await setDatasetRoles('d', { kind: 'split', seed: 1, share: 0.5, samples: { dev: 1, test: 1 } })
    versions.push(await now())
    await setDatasetRoles('d', { kind: 'split', seed: 2, share: 0.5, samples: { dev: 1, test: 1 } })
    versions.push(await now(), await now())
    await deleteDataset('d')
    versions.push(await now())
    expect(versions.map((version) => versions.indexOf(version))).toEqual([0, 0, 2, 3, 4, 4, 0])
  })

  test('with impossible labels keep -Infinity', async () => {
    const one = prediction('r', 'a', { kind: 'classified', conditionals: [{ field: 'f', given: {}, logProbabilities: Float32Array.of(0, -Infinity) }] })
    await predictionSink('r').append([one])
    expect(await readPredictions('r')).toEqual([one])
  })

  test('of different runs stay apart', async () => {
    await predictionSink('r').append([prediction('r', 'a')])
    await predictionSink('s').append([prediction('s', 'a'), prediction('s', 'b')])
    expect(await readPredictions('r')).toHaveLength(1)
    expect([...(await readPredictedIds('s')).keys()]).toEqual(['a', 'b'])
    await expect(predictionSink('r').append([prediction('s', 'a')])).rejects.toThrow('does not belong')
  })

  const failed: Outcome = { kind: 'failed', reason: 'x' }

  test('the latest counts, and a success more than a failure', async () => {
    const sink = predictionSink('r')
    await sink.append([prediction('r', 'a', failed), prediction('r', 'b'), prediction('r', 'c', failed)])
    await sink.append([prediction('r', 'a'), prediction('r', 'b', failed), prediction('r', 'c', { kind: 'failed', reason: 'y' })])
    expect((await readPredictions('r')).map(({ sampleId, outcome }) => [sampleId, outcome.kind === 'failed' ? outcome.reason : outcome.kind])).toEqual([
      ['a', 'guided'],
      ['b', 'guided'],
      ['c', 'y'],
    ])
    expect([...(await readPredictedIds('r'))]).toEqual([['a', 'done'], ['b', 'done'], ['c', 'failed']])
  })

  test('of a run that nobody holds any more are refused: they would stay for ever', async () => {
    const sink = predictionSink('r')
    await sink.append([prediction('r', 'a')])
    await deletePlan('p')
    await expect(sink.append([prediction('r', 'b')])).rejects.toMatchObject({ code: 'gone' })
    expect(await database.predictionIds.count()).toBe(0)
  })

  test('of earlier sessions are compacted by the next', async () => {
    for (let session = 0; session < 3; session++) {
      const sink = predictionSink('r')
      for (let at = 0; at < 5; at++) await sink.append([prediction('r', `${session} ${at}`)])
    }
    expect(await database.predictionIds.count()).toBe(5)
    expect(await readPredictions('r')).toHaveLength(15)
  })

  test('compacting changes nothing that is read, whenever it happens', async () => {
    const batch = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom(...outcomes)), { minLength: 1, maxLength: 320 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(batch, fc.boolean()), { maxLength: 9 }), async (batches) => {
        await Promise.all([database.predictionIds, database.predictionValues, database.predictionTexts].map((table) => table.clear()))
        let at = 0
        for (const [entries, compact] of batches) {
          await Promise.all(
            (['plain', 'compacted'] as const).map((runId) =>
              predictionSink(runId).append(entries.map(([id, outcome], place) => prediction(runId, String(id), outcome, { at: at + place }))),
            ),
          )
          at += entries.length
          if (compact) await compactPredictions('compacted')
        }
        await compactPredictions('compacted')
        const read = async (runId: string): Promise<readonly Prediction[]> => (await readPredictions(runId)).map((one) => ({ ...one, runId: '' }))
        expect(await read('compacted')).toEqual(await read('plain'))
        expect([...(await readPredictedIds('compacted'))]).toEqual([...(await readPredictedIds('plain'))])
        expect(await database.predictionIds.where('[runId+small]').equals(['compacted', 1]).count()).toBeLessThan(2)
      }),
      { numRuns: 25 },
    )
  })

  test('50,000 are read fast, by id and whole', async () => {
    const sink = predictionSink('r')
    for (let at = 0; at < 50_000; at += 500) {
      await sink.append(Array.from({ length: 500 }, (_, place) => prediction('r', String(at + place))))
    }
    const begun = performance.now()
    expect((await readPredictedIds('r')).size).toBe(50_000)
    const ids = performance.now()
    expect(await readPredictions('r')).toHaveLength(50_000)
    const whole = performance.now()
    console.log(`50,000 predictions: ids in ${Math.round(ids - begun)} ms, whole in ${Math.round(whole - ids)} ms`)
    expect(ids - begun).toBeLessThan(2_000)
  })
})

test('priors are kept by run', async () => {
  expect(await readPriors('r')).toBeUndefined()
  await savePriors('r', [conditional('explicit', 3)])
  expect(await readPriors('r')).toEqual([conditional('explicit', 3)])
})
