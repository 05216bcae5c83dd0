import { describe, expect, test } from 'vitest'
import { readPrediction } from '../../src/answer/readPrediction.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { type Method, scoredFields } from '../../src/domain/method.ts'
import type { Conditional, Prediction } from '../../src/domain/prediction.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { type DerivedField, fieldOf, type Scheme } from '../../src/domain/scheme.ts'
import { stanceMatrix } from '../../src/domain/stanceMatrix.ts'
import { answerTree } from '../../src/prompt/answerTree.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { promptFor } from '../../src/prompt/messages.ts'
import { shamMatrix, shamSeeds } from '../../src/prompt/shamMatrix.ts'
import { fillerText, WordDrawer } from '../../src/prompt/shamWords.ts'

const matrix = builtInMethods.find(({ id }) => id === 'matrix')!
const sample = { text: '您可真行', context: '甲：嗯', scene: 'dialogue' } as const
const prompt = (method: Method): string => promptFor(builtInScheme, method, sample).messages.map(({ content }) => content).join('\n')

/** The texts said along all branches of the first levels, in order. */
function cells(method: Method): readonly string[] {
  const { root } = answerTree(builtInScheme, method)
  return root.options.flatMap((row) => row.next!.options.map((column) => root.lead + row.text + row.next!.lead + column.text + column.next!.lead))
}

describe('an arbitrary sham matrix', () => {
  const shams = shamSeeds.map((seed) => shamMatrix(builtInScheme, matrix, 'arbitrary', seed))

  test('has the matrix’s steps, label counts and lengths, line by line, and cell by cell in the answer', () => {
    for (const sham of shams) {
      expect(sham.steps.map(({ kind }) => kind)).toEqual(matrix.steps.map(({ kind }) => kind))
      expect(sham.scheme!.fields.map(({ labels }) => labels.length)).toEqual(builtInScheme.fields.map(({ labels }) => labels.length))
      expect(prompt(sham).split('\n').map(({ length }) => length)).toEqual(prompt(matrix).split('\n').map(({ length }) => length))
      expect(cells(sham).map(({ length }) => length)).toEqual(cells(matrix).map(({ length }) => length))
      expect(new Set(cells(sham)).size).toBe(9)
      expect(stanceMatrix(sham.scheme!)!.cells.flat()).toHaveLength(9)
    }
  })

  test('says nothing of polarity and stance, and intent and emotion word for word', () => {
    const [block, rest] = [0, 1].map((part) => (method: Method) => prompt(method).split('【语用意图】')[part]!) as [(method: Method) => string, (method: Method) => string]
    const whole = (method: Method): string => rest(method).replace(/作答格式[^]*/, '')
    for (const sham of shams) {
      expect(whole(sham)).toBe(whole(matrix))
      expect(block(sham).split('\n\n').slice(1).join()).not.toMatch(/极性|立场|正面|中性|负面|反讽|矩阵|态度|情感|情绪/)
    }
    const named = builtInScheme.fields.flatMap(({ name, labels }) => [name.zh, ...labels.map((label) => label.name.zh)]).join('')
    const drawer = new WordDrawer(seededRandom(1))
    for (const character of drawer.next(62)) expect(named).not.toContain(character)
  })

  test('is another with each seed, and the same with the same', () => {
    expect(new Set(shams.map(prompt)).size).toBe(5)
    expect(shamMatrix(builtInScheme, matrix, 'arbitrary', 3)).toEqual(shams[2])
    expect(new Set(shams.map(({ id }) => id)).size).toBe(5)
  })

  test('scores intent and emotion and nothing else of the plan’s scheme', () => {
    expect(scoredFields(builtInScheme, shams[0]!)).toEqual(['intent', 'emotion'])
    expect(scoredFields(builtInScheme, matrix)).toEqual(['explicit', 'implicit', 'stance', 'intent', 'emotion'])
  })
})

describe('a matrix with permuted names', () => {
  const permuted = shamMatrix(builtInScheme, matrix, 'permuted', 1)
  const uniform = (field: string, given: Record<string, string>, best: number, labels: number): Conditional => ({
    field, given, logProbabilities: Float32Array.from({ length: labels }, (_, at) => Math.log(at === best ? 0.6 : 0.4 / (labels - 1))),
  })
  const polarities = ['Positive', 'Neutral', 'Negative']
  const prediction: Prediction = {
    runId: 'r', sampleId: 's', sampleHash: '', droppedTurns: 0, promptTokens: 0, newTokens: 0, duration: 0, at: 0,
    outcome: { kind: 'guided', reasons: [], conditionals: [uniform('explicit', {}, 1, 3), ...polarities.map((explicit) => uniform('implicit', { explicit }, 2, 3)), uniform('intent', { explicit: 'Neutral', implicit: 'Negative' }, 4, 8)] },
  }

  test('has the matrix’s prompt to the letter and states every cell under another’s name', () => {
    for (const seed of shamSeeds) {
      const method = shamMatrix(builtInScheme, matrix, 'permuted', seed)
      expect(prompt(method)).toBe(prompt(matrix))
      expect([...cells(method)].map((cell) => cell.split('\n')[2]).sort()).toEqual([...cells(matrix)].map((cell) => cell.split('\n')[2]).sort())
      cells(method).forEach((cell, at) => expect(cell).not.toBe(cells(matrix)[at]))
    }
  })

  test('is scored by the cell that was chosen, under its true name', () => {
    expect(scoredFields(builtInScheme, permuted)).toEqual(['explicit', 'implicit', 'stance', 'intent', 'emotion'])
    const answers = readPrediction(prediction, builtInScheme, permuted, { prior: 'none', rule: 'joint', parser: 1 })
    const straight = readPrediction(prediction, builtInScheme, matrix, { prior: 'none', rule: 'joint', parser: 1 })
    const stated = fieldOf(permuted.scheme!, 'sham-cell') as DerivedField
    expect(answers.stance).toEqual(straight.stance)
    expect(answers.stance).toMatchObject({ kind: 'chosen', label: 'Veiled Negative' })
    expect(answers['sham-cell']).toMatchObject({ kind: 'chosen', label: stated.table.find(({ given }) => given.join() === 'Neutral,Negative')!.label })
    expect(answers.intent).toEqual(straight.intent)
  })
})

test('there is no sham without a matrix to stand for, nor of a written answer', () => {
  const { matrix: declared, ...without } = builtInScheme
  expect(declared).toBe('stance')
  expect(() => shamMatrix(without, matrix, 'arbitrary', 1)).toThrow('has no matrix')
  const [direct, free] = ['direct', 'matrix-free'].map((id) => builtInMethods.find((method) => method.id === id)!)
  expect(() => shamMatrix(builtInScheme, direct!, 'arbitrary', 1)).toThrow('does not derive stance')
  expect(() => shamMatrix(builtInScheme, free!, 'arbitrary', 1)).toThrow('written freely')
})

test('a scheme of another size has its sham, cells that share a label sharing one', () => {
  const label = (id: string) => ({ id, name: { zh: id, en: id }, aliases: [], definition: { zh: '一二三四五六七八九十', en: '' } })
  const field = (id: string, labels: readonly string[]) => ({ id, name: { zh: `字段${id}`, en: id }, definition: { zh: `字段${id}。`, en: '' }, columns: [], labels: labels.map(label) })
  const scheme: Scheme = {
    id: 'other', version: 1, name: { zh: '别', en: 'Other' }, matrix: 'c',
    fields: [
      { kind: 'chosen', ...field('a', ['a-', 'a+']) },
      { kind: 'chosen', ...field('b', ['b0', 'b1', 'b2', 'b3']) },
      { kind: 'derived', ...field('c', ['x', 'y']), from: ['a', 'b'], table: ['a-', 'a+'].flatMap((a) => ['b0', 'b1', 'b2', 'b3'].map((b, at) => ({ given: [a, b], label: at < 3 ? 'x' : 'y' }))) },
    ],
  }
  const base: Method = { ...matrix, steps: [{ kind: 'choose', field: 'a' }, { kind: 'choose', field: 'b' }, { kind: 'derive', field: 'c' }] }
  const sham = shamMatrix(scheme, base, 'arbitrary', 1)
  expect(stanceMatrix(sham.scheme!)!.cells).toEqual([['c1', 'c1', 'c1', 'c2'], ['c1', 'c1', 'c1', 'c2']])
  expect(shamMatrix(scheme, base, 'permuted', 1).scheme!.fields.at(-1)!.labels).toEqual(scheme.fields.at(-1)!.labels)
})

test('a filler is as long as it is to be', () => {
  const random = seededRandom('filler')
  for (let length = 1; length < 400; length++) expect(fillerText(length, random)).toHaveLength(length)
})
