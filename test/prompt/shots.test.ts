import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { ChoiceNode } from '../../src/domain/choiceTree.ts'
import type { Gold, Sample } from '../../src/domain/dataset.ts'
import type { LabelForm, Method } from '../../src/domain/method.ts'
import { derive, type DerivedField, fieldOf, labelIndex } from '../../src/domain/scheme.ts'
import type { ShotDraw } from '../../src/domain/shots.ts'
import { answerTree } from '../../src/prompt/answerTree.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { drawShots, leakedShots, wantedShots, withShots } from '../../src/prompt/drawShots.ts'
import { promptFor, sentinels } from '../../src/prompt/messages.ts'
import { shamMatrix } from '../../src/prompt/shamMatrix.ts'
import { shotAnswer, shotsOf } from '../../src/prompt/shotMessages.ts'

const polarities = ['Positive', 'Neutral', 'Negative']
const { labels: stances } = fieldOf(builtInScheme, 'stance')
const label = (id: string): Gold => ({ kind: 'label', label: id })

function sample(id: string, over: Partial<Sample> = {}): Sample {
  return { id, hash: `hash-${id}`, text: `例句${id}`, context: '', scene: 'dialogue', speaker: null, gold: {}, tier: null, group: null, row: 1, other: {}, ...over }
}

/** With gold for everything, its stance phi of the polarities. */
function gold(at: number): Sample['gold'] {
  const explicit = polarities[at % 3]!
  const implicit = polarities[Math.floor(at / 3) % 3]!
  return {
    explicit: label(explicit), implicit: label(implicit),
    stance: label(derive(fieldOf(builtInScheme, 'stance') as DerivedField, { explicit, implicit })!),
    intent: label(fieldOf(builtInScheme, 'intent').labels[at % 8]!.id), emotion: label(fieldOf(builtInScheme, 'emotion').labels[at % 25]!.id),
  }
}

const pool: readonly Sample[] = Array.from({ length: 60 }, (_, at) => sample(`p${at}`, { gold: gold(at), tier: at % 20 === 13 ? 'human' : 'ground_truth', group: at % 7 === 0 ? `g${at % 14}` : null }))
const dataset = { id: 'dev', name: 'dev.jsonl', hash: 'd' }
const perStance: ShotDraw = { kind: 'perLabel', field: 'stance' }
const drawn = (draw: ShotDraw, over: Partial<Parameters<typeof drawShots>[0]> = {}) => drawShots({ scheme: builtInScheme, dataset, pool, test: [], draw, seed: 1, ...over })

describe('a draw', () => {
  test('of one a label stands in label order, human tier first, then in file order', () => {
    const { set, missing } = drawn(perStance)
    expect(missing).toEqual([])
    expect(set.shots.map(({ labels }) => labels.stance)).toEqual(stances.map(({ id }) => id))
    for (const { sampleId, labels } of set.shots) {
      const own = pool.filter((one) => (one.gold.stance as { label: string }).label === labels.stance)
      const human = own.filter(({ tier }) => tier === 'human')
      expect(sampleId).toBe((human[0] ?? own[0])!.id)
    }
    expect(drawn(perStance, { seed: 2 }).set.shots).toEqual(set.shots)
    expect(drawn({ kind: 'perLabel', field: 'emotion', labels: 5 }).set.shots.map(({ labels }) => labels.emotion)).toEqual(['Love', 'Delight', 'Pride', 'Optimism', 'Hope'])
  })

  test('of a named set stands as it was named, each once, and says of the others why not', () => {
    const test = [sample('t', { text: '例句p3' })]
    const bare = sample('bare')
    const named = drawn({ kind: 'named', ids: ['p8', 'p2', 'p8', 'p3', 'none', 'bare'] }, { pool: [...pool, bare], test })
    expect(named.set.shots.map(({ sampleId }) => sampleId)).toEqual(['p8', 'p2'])
    expect(named.refused).toEqual([{ sampleId: 'p3', why: 'tested' }, { sampleId: 'none', why: 'unknown' }, { sampleId: 'bare', why: 'labels' }])
    expect(drawn({ kind: 'named', ids: ['p8', 'p2'] }, { seed: 7 }).set.shots).toEqual(named.set.shots)
    // of one group, which a draw would not take together
    expect(drawn({ kind: 'named', ids: ['p0', 'p14'] }).set.shots.map(({ sampleId }) => sampleId)).toEqual(['p0', 'p14'])
  })

  test('at random depends on the seed and on nothing else', () => {
    for (const draw of [{ kind: 'random', count: 6 }, { kind: 'balanced', field: 'stance', each: 2 }] as const) {
      const [one, same, other] = [1, 1, 2].map((seed) => drawn(draw, { seed }).set.shots)
      expect(same).toEqual(one)
      expect(other).not.toEqual(one)
      expect(one).toHaveLength(draw.kind === 'random' ? 6 : 18)
    }
    expect(drawn({ kind: 'balanced', field: 'stance', each: 2 }).set.shots.map(({ labels }) => labels.stance)).toEqual(stances.flatMap(({ id }) => [id, id]))
  })

  test('may find fewer than were asked for, and says how many that were', () => {
    const few = pool.slice(0, 4)
    const asked: readonly (readonly [ShotDraw, number])[] = [[{ kind: 'balanced', field: 'stance', each: 25 }, 225], [perStance, 9], [{ kind: 'perLabel', field: 'emotion', labels: 5 }, 5], [{ kind: 'random', count: 8 }, 8], [{ kind: 'named', ids: ['p1', 'p2', 'p1'] }, 2]]
    for (const [draw, wanted] of asked) {
      expect(wantedShots(builtInScheme, draw)).toBe(wanted)
      expect(drawn(draw, { pool: few }).set.shots.length).toBe(Math.min(wanted, draw.kind === 'perLabel' && draw.field === 'emotion' ? 4 : few.length))
    }
  })

  test('takes only what has gold for every field, and gold that agrees with itself', () => {
    const half = sample('half', { gold: { stance: label('Positive') } })
    const outside = sample('outside', { gold: { ...gold(0), emotion: { kind: 'outOfScheme', raw: 'Concern' } } })
    const contrary = sample('contrary', { gold: { ...gold(0), stance: label('Negative') } })
    const { set, missing } = drawn(perStance, { pool: [half, outside, contrary, pool[1]!] })
    expect(set.shots.map(({ sampleId }) => sampleId)).toEqual(['p1'])
    expect(missing).toHaveLength(8)
  })

  test('never takes what is under test, or shares text, group or context with it, whatever the ids', () => {
    const some = fc.subarray([...pool])
    const disguised = (one: Sample, how: number): Sample => {
      const other = sample(`t-${one.id}`, { text: '别的句子' + one.id })
      if (how === 0) return { ...other, text: ` ${one.text.replace('例', '例 ')}！` }
      if (how === 1) return { ...other, group: one.group ?? 'none' }
      return { ...other, text: one.text }
    }
    fc.assert(fc.property(some, fc.infiniteStream(fc.nat(2)), fc.constantFrom<ShotDraw>(perStance, { kind: 'random', count: 9 }, { kind: 'balanced', field: 'stance', each: 3 }), (tested, hows, draw) => {
      const under = tested.map((one) => disguised(one, hows.next().value as number))
      const { set } = drawn(draw, { test: under })
      const shots = set.shots.map(({ sampleId }) => pool.find(({ id }) => id === sampleId)!)
      expect(leakedShots(shots, under)).toEqual([])
      const texts = new Set(under.map(({ text }) => text.replace(/[ ！]/g, '')))
      const groups = new Set(under.map(({ group }) => group))
      for (const { text, group } of shots) {
        expect(texts).not.toContain(text)
        if (group !== null) expect(groups).not.toContain(group)
      }
      const own = shots.flatMap(({ group }) => (group === null ? [] : [group]))
      expect(new Set(own).size).toBe(own.length)
      expect(new Set(shots.map(({ id }) => id)).size).toBe(shots.length)
    }))
    const talk = sample('talk', { gold: gold(0), context: '甲：在吗\n乙：在' })
    expect(drawn(perStance, { pool: [talk], test: [sample('t', { context: '甲：在吗 乙：在。' })] }).set.shots).toEqual([])
    expect(drawn(perStance, { pool: [talk], test: [sample('t', { context: '' })] }).set.shots).toHaveLength(1)
  })
})

describe('a few-shot prompt', () => {
  const { set } = drawn(perStance)
  const asked = { text: '您可真行', context: '', scene: 'dialogue' } as const
  const able = [...builtInMethods, ...studyMethods, shamMatrix(builtInScheme, builtInMethods[0]!, 'permuted', 1)]

  test('shows each example as a turn of its own, between instructions and sample, the same ones by every method', () => {
    const shown = able.map((each) => {
      const few = withShots(builtInScheme, each, set)
      const { messages } = promptFor(builtInScheme, few, { ...asked, given: { stance: 'Neutral', intent: 'Humor' } }, 0, shotsOf(few, pool))
      expect(messages.map(({ role }) => role)).toEqual(['system', ...set.shots.flatMap(() => ['user', 'assistant']), 'user'])
      expect(messages.at(-1)!.content).toContain('【目标句】您可真行')
      return messages.filter(({ role }) => role === 'user').slice(0, -1).map(({ content }) => content.replace(/\n【已知】.*/gs, ''))
    })
    for (const questions of shown) expect(questions).toEqual(shown[0])
    expect(shown[0]).toEqual(set.shots.map(({ sampleId }) => `【场景类型】日常对话\n【上下文】（无）\n【目标句】例句${sampleId}`))
  })

  test.each(['word', 'letter', 'id'] as const)('has answers in the very form of the answer tree (%s)', (labelForm: LabelForm) => {
    for (const base of able) {
      const few: Method = { ...withShots(builtInScheme, base, set), labelForm }
      for (const { labels } of set.shots) {
        const tree = answerTree(builtInScheme, few, labels)
        let node: ChoiceNode | null = tree.root
        let said = ''
        for (const field of tree.levels) {
          const option: ChoiceNode['options'][number] = node!.options[labelIndex(field, labels[field.id]!)]!
          said += node!.lead + option.text
          node = option.next
        }
        const answer = shotAnswer(few.scheme ?? builtInScheme, few, labels)
        const reasons = few.steps.filter(({ kind }) => kind === 'reason').length
        expect(answer.split('\n').slice(0, reasons).every((line) => /^分析：.+。$/.test(line))).toBe(true)
        expect(answer.split('\n').slice(reasons).join('\n')).toBe(said.trimEnd())
      }
    }
  })

  test('begins for every sample alike up to the sample: the examples belong to the shared prefix', () => {
    const few = withShots(builtInScheme, builtInMethods[0]!, set)
    const [one, other] = sentinels(builtInScheme, few, shotsOf(few, pool))
    expect(one.messages.slice(0, -1)).toEqual(other.messages.slice(0, -1))
    expect(one.messages).toHaveLength(1 + 2 * 9 + 1)
  })

  test('is not made of an example that is gone or changed, nor where a method asks what examples do not have', () => {
    const few = withShots(builtInScheme, builtInMethods[0]!, set)
    expect(() => shotsOf(few, pool.map((one) => ({ ...one, hash: `${one.hash}-new` })))).toThrow('not there as it was drawn')
    expect(() => withShots(builtInScheme, shamMatrix(builtInScheme, builtInMethods[0]!, 'arbitrary', 1), set)).toThrow('asks sham-1')
    expect(shotsOf(builtInMethods[0]!, [])).toEqual([])
  })
})
