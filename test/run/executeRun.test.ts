import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Sample } from '../../src/domain/dataset.ts'
import type { Method } from '../../src/domain/method.ts'
import { readPrediction } from '../../src/answer/readPrediction.ts'
import { classifierMethod, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { drawShots, withShots } from '../../src/prompt/drawShots.ts'
import { shotsOf } from '../../src/prompt/shotMessages.ts'
import { shamMatrix } from '../../src/prompt/shamMatrix.ts'
import { promptFor } from '../../src/prompt/messages.ts'
import { askSentence } from '../../src/run/askSentence.ts'
import { freezePlan } from '../../src/run/freezePlan.ts'
import { labelsGivenBy } from '../../src/run/given.ts'
import type { RunProgress } from '../../src/run/runRequest.ts'
import { choice, method, planned, toyClassifier, toySample } from './fixtures.ts'
import { setting, twelve } from './setting.ts'
import { ToyEngine } from './toyEngine.ts'

describe('a run', () => {
  test('asks every sample once, in the plan’s order, identical prompts once', async () => {
    const { plan, sink, calls, execute } = await setting()
    expect(await execute()).toEqual({ end: 'finished', done: 12, failed: 0, asked: 11 })
    expect([...sink.predictions.keys()]).toEqual(plan.sampleIds)
    expect(calls('answer')).toHaveLength(11)
    expect(calls('prepare')).toHaveLength(1)
    const twins = ['7', '11'].map((id) => sink.predictions.get(id)!.outcome)
    expect(twins[0]).toEqual(twins[1])
    expect(sink.predictions.get('3')!.outcome).not.toEqual(twins[0])
    expect(sink.predictions.get('3')).toMatchObject({ sampleId: '3', sampleHash: 'hash-3', droppedTurns: 0 })
  })

  test('does not depend on seed, draw or company', async () => {
    const whole = await setting()
    await whole.execute()
    for (const id of ['0', '7', '11']) {
      const alone = await setting({ samples: twelve.filter((sample) => sample.id === id) })
      await alone.execute()
      expect(alone.sink.content[id]).toEqual(whole.sink.content[id])
    }
  })

  test('has the whole joint of the matrix and what follows from its best cell', async () => {
    const { sink, execute } = await setting()
    await execute()
    const { outcome } = sink.predictions.get('0')!
    if (outcome.kind !== 'guided') throw new Error(outcome.kind)
    expect(outcome.conditionals.map(({ field }) => field)).toEqual(['explicit', 'implicit', 'implicit', 'implicit', 'intent', 'emotion'])
    for (const { logProbabilities } of outcome.conditionals) {
      expect(logProbabilities.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 5)
    }
  })

  test('of a sham matrix answers intent and emotion behind a sham cell', async () => {
    const sham = shamMatrix(builtInScheme, method('matrix'), 'arbitrary', 1)
    const { plan, sink, execute } = await setting({ method: sham })
    expect(await execute()).toMatchObject({ end: 'finished', done: 12, failed: 0 })
    const answers = readPrediction(sink.predictions.get('0')!, plan.scheme, sham, plan.reading)
    expect(Object.entries(answers).map(([field, { kind }]) => [field, kind])).toEqual(['sham-1', 'sham-2', 'sham-cell', 'intent', 'emotion'].map((field) => [field, 'chosen']))
  })

  test('of a few-shot method has its shots in every prompt and in the shared prefix, and refuses one that gives a sample away', async () => {
    const gold = Object.fromEntries(Object.entries({ explicit: 'Neutral', implicit: 'Negative', stance: 'Veiled Negative', intent: 'Irony', emotion: 'Contempt' }).map(([field, label]) => [field, { kind: 'label' as const, label }]))
    const pool = ['x', 'y', 'z'].map((id) => toySample(id, { gold, text: `例句${id}` }))
    const { set } = drawShots({ scheme: builtInScheme, dataset: { id: 'dev', name: 'dev', hash: 'dev' }, pool, test: twelve, draw: { kind: 'random', count: 2 }, seed: 1 })
    const used = withShots(builtInScheme, method('matrix'), set)
    const { plan, runs } = await freezePlan(choice(twelve, { methods: [used], shotSamples: pool }))
    const few = await setting({ plan, run: runs[0]!, shotSamples: pool })
    expect(await few.execute()).toMatchObject({ end: 'finished', done: 12, failed: 0 })
    const zero = await setting()
    await zero.execute()
    const shown = promptFor(builtInScheme, used, twelve[0]!, 0, shotsOf(used, pool)).messages.slice(1, -1)
    expect(shown).toHaveLength(4)
    const length = shown.reduce((sum, { role, content }) => sum + role.length + 2 + content.length, 0)
    for (const [id, { promptTokens }] of few.sink.predictions) expect(promptTokens).toBe(zero.sink.predictions.get(id)!.promptTokens + length)
    expect(() => few.execute({ shotSamples: [] })).toThrow('not there as it was drawn')
    const leaking = twelve.map((sample) => (sample.id === '4' ? { ...sample, text: `${pool[0]!.text}！` } : sample))
    const all = { ...set, shots: pool.map(({ id, hash }) => ({ sampleId: id, hash, labels: set.shots[0]!.labels })) }
    const frozen = await freezePlan(choice(leaking, { methods: [withShots(builtInScheme, method('matrix'), all)], shotSamples: pool }))
    const leaky = await setting({ samples: leaking, plan: frozen.plan, run: frozen.runs[0]!, shotSamples: pool })
    expect(() => leaky.execute()).toThrow('example x is under test')
  })

  test('keeps reasoning, and free text with how it ended', async () => {
    const reasoned = await setting({ method: method('reason') })
    await reasoned.execute()
    expect(reasoned.sink.predictions.get('0')!.outcome).toMatchObject({ kind: 'guided', reasons: [expect.stringContaining('想想')] })
    const free = await setting({ method: method('direct-free') })
    await free.execute()
    expect(free.sink.predictions.get('0')!.outcome).toMatchObject({ kind: 'free', text: expect.stringContaining('立场：中性') as string, finish: 'stop' })
    expect(free.calls('answer')).toEqual([])
  })

  test.each([['reason', 12], ['direct-free', 12], ['matrix', 0]] as const)('%s: shows what is being written, an answer or the reasoning before one', async (id, shown) => {
    const texts = new Map<string, string>()
    const { sink, execute } = await setting({ method: method(id), onText: (sampleId, text) => void texts.set(sampleId, text) })
    await execute()
    // identical prompts are asked once
    expect(texts.size).toBe(Math.max(shown - 1, 0))
    for (const [sampleId, text] of texts) {
      const { outcome } = sink.predictions.get(sampleId)!
      expect(outcome.kind === 'guided' ? outcome.reasons : outcome.kind === 'free' ? [outcome.text] : []).toEqual([text])
    }
  })

  test('of a classifier asks several texts in one call, and keeps of each what it says of it alone', async () => {
    const samples = Array.from({ length: 60 }, (_, at) => toySample(String(at), at === 40 ? { text: '长'.repeat(99) } : {}))
    const { sink, engines, execute } = await setting({ samples, method: classifierMethod, toy: { contextLength: 50 } })
    expect(await execute()).toMatchObject({ end: 'finished', done: 59, failed: 1, asked: 60 })
    const sizes = engines[0]!.calls.flatMap(({ texts }) => (texts ? [texts.length] : []))
    expect(sizes.reduce((sum, size) => sum + size)).toBe(59)
    expect(sizes[0]).toBe(8)
    expect(Math.max(...sizes)).toBeGreaterThan(8)
    expect([...sink.predictions.keys()]).toEqual((await planned(samples)).plan.sampleIds)
    for (const sample of samples.filter(({ id }) => id !== '40')) {
      const alone = await askSentence({
        scheme: builtInScheme, decoding: { maxTokens: 1 }, model: toyClassifier, method: classifierMethod, sample, engine: new ToyEngine({ outputs: 7 }), contextLength: 50,
      })
      expect(sink.predictions.get(sample.id)).toMatchObject({ outcome: alone.outcome, promptTokens: alone.promptTokens })
    }
    expect(sink.predictions.get('40')!.outcome).toEqual({ kind: 'failed', reason: expect.stringMatching(/^targetTooLong: /) as string })
  })

  test.each([0, 3, 11])('of a classifier takes apart a call that an engine was lost over: the one text at fault fails (place %i)', async (place) => {
    const calm = await setting({ method: classifierMethod })
    await calm.execute()
    const asked = calm.engines[0]!.calls.flatMap(({ texts }) => texts ?? [])
    const poison = asked[Math.min(place, asked.length - 1)]!
    const { sink, engines, execute } = await setting({ method: classifierMethod, toy: { fault: ({ texts }) => (texts?.includes(poison) ? 'outOfMemory' : null) } })
    const twins = twelve.filter(({ text }) => text === poison).map(({ id }) => id)
    expect(await execute()).toMatchObject({ end: 'finished', done: 12 - twins.length, failed: twins.length })
    expect(engines.length).toBeLessThanOrEqual(4)
    for (const { id } of twelve) {
      if (twins.includes(id)) expect(sink.predictions.get(id)!.outcome).toEqual({ kind: 'failed', reason: 'outOfMemory: toy outOfMemory' })
      else expect(sink.content[id]).toEqual(calm.sink.content[id])
    }
  })

  test('of a classifier adds the outputs of one label up', async () => {
    const { sink, calls, execute } = await setting({ method: classifierMethod })
    expect(await execute()).toMatchObject({ end: 'finished', done: 12 })
    expect(calls('prepare')).toEqual([])
    const { outcome } = sink.predictions.get('0')!
    if (outcome.kind !== 'classified') throw new Error(outcome.kind)
    const [explicit, implicit] = outcome.conditionals
    expect(outcome.conditionals.map(({ field }) => field)).toEqual(['explicit', 'implicit'])
    const logits = (await new ToyEngine({ outputs: 7 }).classify([{ text: '句子0', pair: null }]))[0]!
    const weights = [...logits].map(Math.exp)
    const implicitTotal = weights[3]! + weights[4]! + weights[5]!
    expect([...implicit!.logProbabilities]).toEqual([Math.fround(Math.log(weights[3]! / implicitTotal)), -Infinity, expect.closeTo(Math.log((weights[4]! + weights[5]!) / implicitTotal), 5)])
    expect(explicit!.logProbabilities.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 5)
  })

  test('keeps with a sample’s answer where the engine compared its fast way with the slow one, once for twins', async () => {
    const fidelity = { mean: 0.01, largest: 0.2, fellBack: true }
    const { sink, execute } = await setting({ toy: { fidelity: (text) => (/【目标句】(句子4|嗯)/.test(text) ? fidelity : undefined) } })
    await execute()
    expect(sink.predictions.get('4')!.fidelity).toEqual(fidelity)
    const checked = [...sink.predictions.values()].filter((prediction) => 'fidelity' in prediction).map(({ sampleId }) => sampleId)
    expect(checked.filter((id) => id === '7' || id === '11')).toHaveLength(1)
    expect(new Set(checked)).toEqual(new Set(['4', '3', checked.find((id) => id === '7' || id === '11')]))
  })

  test('tells how far it is', async () => {
    const seen: RunProgress[] = []
    const { execute } = await setting({ onProgress: (progress) => seen.push(progress) })
    await execute()
    expect(seen[0]).toMatchObject({ stage: 'starting', done: 0, failed: 0, total: 12, remaining: 11 })
    expect(seen.at(-1)).toMatchObject({ stage: 'asking', done: 12, remaining: 0 })
    expect(seen.at(-1)!.paces[0]!.count).toBe(11)
  })
})

describe('a sample that cannot be asked', () => {
  const long = toySample('long', { context: ['甲：一', '乙：二二二二二二', '甲：三'].join('\n') })

  /** The fewest tokens that the prompt of `sample` takes. */
  async function lengthOf(sample: Sample, used: Method): Promise<number> {
    const { sink, execute } = await setting({ samples: [sample], method: used })
    await execute()
    return sink.predictions.get(sample.id)!.promptTokens
  }

  test.each(['matrix', 'direct-free'])('whole loses the oldest turns of its context first (%s)', async (id) => {
    const whole = await lengthOf(long, method(id))
    // Some room is kept for the answer, so the length at which the first turn has to go is looked for from above.
    let contextLength = whole + 120
    for (; contextLength > whole; contextLength--) {
      const { sink, execute } = await setting({ samples: [long], method: method(id), toy: { contextLength } })
      await execute()
      const { outcome, droppedTurns, promptTokens } = sink.predictions.get('long')!
      expect(outcome.kind).not.toBe('failed')
      if (droppedTurns === 0) continue
      expect([droppedTurns, promptTokens]).toEqual([1, whole - '甲：一\n'.length])
      break
    }
    expect(contextLength).toBeGreaterThan(whole)
  })

  test('of a classifier loses turns where it reads the context, and fails where it does not', async () => {
    const input = (context: string): number => `${long.text}|${context}`.length
    const reading = { ...toyClassifier, context: true }
    for (const [contextLength, droppedTurns, promptTokens] of [
      [input(long.context), 0, input(long.context)],
      [input(long.context) - 1, 1, input('乙：二二二二二二\n甲：三')],
      [input('甲：三'), 2, input('甲：三')],
      [input(''), 3, input('')],
    ] as const) {
      const { sink, execute } = await setting({ samples: [long], method: classifierMethod, model: reading, toy: { contextLength } })
      await execute()
      expect(sink.predictions.get('long')).toMatchObject({ droppedTurns, promptTokens, outcome: { kind: 'classified' } })
    }
    const { sink, execute } = await setting({ samples: [long], method: classifierMethod, toy: { contextLength: input('') - 1 } })
    await execute()
    expect(sink.predictions.get('long')).toMatchObject({ droppedTurns: 0, outcome: { kind: 'failed', reason: expect.stringMatching(/^targetTooLong: /) as string } })
  })

  test('even without any context is failed with the reason, and the run goes on', async () => {
    const far = toySample('far', { text: '长'.repeat(5_000), context: '甲：一' })
    const { sink, execute } = await setting({ samples: [far, ...twelve], toy: { contextLength: 3_000 } })
    expect(await execute()).toMatchObject({ end: 'finished', done: 12, failed: 1 })
    expect(sink.predictions.get('far')!.outcome).toEqual({ kind: 'failed', reason: expect.stringMatching(/^targetTooLong: /) as string })
  })

  test('for want of a label to give is failed; the others are told theirs', async () => {
    const oracle: Method = { ...method('direct'), id: 'oracle', steps: [{ kind: 'give', field: 'stance', from: 'gold' }, { kind: 'choose', field: 'intent' }] }
    const told = toySample('told', { gold: { stance: { kind: 'label', label: 'Veiled Negative' } } })
    const { sink, calls, execute } = await setting({ samples: [told, toySample('bare')], method: oracle })
    expect(await execute()).toMatchObject({ end: 'finished', done: 1, failed: 1 })
    expect(sink.predictions.get('bare')!.outcome).toMatchObject({ reason: expect.stringContaining('nothingToGive') as string })
    expect(calls('answer')).toEqual([expect.stringContaining('隐晦负面')])
  })

  test('is told what another run answered, and what it was told is kept; a changed sample is not', async () => {
    const predicted = studyMethods.find(({ id }) => id === 'predicted-stance')!
    const source = await setting()
    await source.execute()
    const changed = twelve.map((sample) => (sample.id === '4' ? { ...sample, hash: 'new' } : sample))
    const { plan, runs } = await freezePlan(choice(changed, { methods: [method('matrix'), predicted], source: { kind: 'method', method: 'matrix' } }))
    const run = runs[1]!
    const given = labelsGivenBy({ run: source.run, scheme: builtInScheme, predictions: [...source.sink.predictions.values()], priors: undefined }, run.source!, changed)
    const { sink, execute } = await setting({ plan, run, samples: changed, givenByRun: given })
    expect(await execute()).toMatchObject({ end: 'finished', done: 11, failed: 1 })
    expect(sink.predictions.get('4')!.outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('nothingToGive') as string })
    for (const { sampleId, outcome, given: told } of sink.predictions.values()) {
      if (outcome.kind === 'failed') continue
      const answer = readPrediction(source.sink.predictions.get(sampleId)!, builtInScheme, method('matrix'), plan.reading).stance
      expect(told).toEqual({ stance: answer?.kind === 'chosen' ? answer.label : 'none' })
    }
  })

  test('derives a field from what it was told, for each sample its own', async () => {
    const told: Method = { ...method('matrix'), id: 'told', steps: [{ kind: 'give', field: 'explicit', from: 'gold' }, ...method('matrix').steps.slice(1)] }
    const all = ['Positive', 'Negative'].map((label) => toySample(label, { gold: { explicit: { kind: 'label', label } } }))
    const { sink, execute } = await setting({ samples: all, method: told })
    expect(await execute()).toMatchObject({ end: 'finished', done: 2, failed: 0 })
    for (const [id, cells] of [['Positive', ['Positive', 'Formulaic Positive', 'Sarcastic Negative']], ['Negative', ['Affiliative Positive', 'Reportive Negative', 'Negative']]] as const) {
      const prediction = sink.predictions.get(id)!
      expect(prediction.given).toEqual({ explicit: id })
      const { stance, emotion } = readPrediction(prediction, builtInScheme, told, { prior: 'none', rule: 'joint', parser: 1 })
      expect([stance?.kind, emotion?.kind]).toEqual(['chosen', 'chosen'])
      expect(cells).toContain(stance?.kind === 'chosen' && stance.label)
    }
  })

  test('where not even the instructions fit, the run says so instead of failing every sample', async () => {
    const { sink, execute } = await setting({ toy: { contextLength: 50 } })
    expect(await execute()).toMatchObject({ end: 'broken', error: { code: 'promptTooLong' }, asked: 0 })
    expect(sink.predictions.size).toBe(0)
  })
})

test('a run over the benchmark’s size is taken up in moments', async () => {
  const samples = Array.from({ length: 52_882 }, (_, at) => toySample(String(at), { text: `句子${at % 50_000}` }))
  const { plan, calls, execute } = await setting({ samples })
  const begun = performance.now()
  const summary = await execute({ done: new Map(plan.sampleIds.slice(0, -1).map((id) => [id, 'done'])) })
  expect(summary).toMatchObject({ end: 'finished', done: 52_882, asked: 1 })
  expect(calls('answer')).toHaveLength(1)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

describe('failed samples', () => {
  test('are asked again alone, and only when that is wanted', async () => {
    let broken = true
    const { sink, calls, execute } = await setting({ toy: { fault: ({ text }) => (broken && text.includes('【目标句】句子4') ? 'outOfMemory' : null) } })
    await execute()
    broken = false
    const before = calls('answer').length
    expect(await execute()).toMatchObject({ end: 'finished', done: 11, failed: 1, asked: 0 })
    expect(calls('answer')).toHaveLength(before)
    expect(await execute({ done: sink.done, which: 'failed' })).toEqual({ end: 'finished', done: 12, failed: 0, asked: 1 })
    expect(calls('answer')).toHaveLength(before + 1)
    expect(sink.predictions.get('4')!.outcome.kind).toBe('guided')
  })
})
