import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { ChoiceNode } from '../../src/domain/choiceTree.ts'
import type { Method } from '../../src/domain/method.ts'
import { answerTree, conditionalsOf, dependsOnGiven } from '../../src/prompt/answerTree.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'

const method = (id: string): Method => builtInMethods.find((candidate) => candidate.id === id)!

/** The text said along a path of option indices. */
function said(root: ChoiceNode, path: readonly number[]): string {
  let text = ''
  let node: ChoiceNode | null = root
  for (const option of path) {
    text += node!.lead + node!.options[option]!.text
    node = node!.options[option]!.next
  }
  return text
}

describe('answerTree', () => {
  test('the matrix states the derived stance of the cell it stands behind', () => {
    const tree = answerTree(builtInScheme, method('matrix'))
    expect(tree.exhaustive).toBe(2)
    expect(tree.levels.map((field) => field.id)).toEqual(['explicit', 'implicit', 'intent', 'emotion'])
    expect(said(tree.root, [0, 2, 3, 17])).toBe(
      '字面极性：正面\n隐含极性：负面\n情感立场：反讽性负面\n语用意图：反讽\n细粒度情绪：蔑视\n',
    )
  })

  test('letters are a bare row: a letter a choice, nothing between them and nothing of what is derived', () => {
    const tree = answerTree(builtInScheme, { ...method('matrix'), labelForm: 'letter' })
    expect(tree.exhaustive).toBe(2)
    expect(said(tree.root, [0, 2, 3, 17])).toBe('A C D R')
    expect(said(answerTree(builtInScheme, { ...method('direct'), labelForm: 'letter' }).root, [2, 3, 24])).toBe('C D Y')
  })

  test('direct chooses the derived stance itself and scores only the first level everywhere', () => {
    const tree = answerTree(builtInScheme, method('direct'))
    expect(tree.exhaustive).toBe(1)
    expect(tree.root.options).toHaveLength(9)
  })

  test('a method that derives before its parts are chosen is refused', () => {
    const wrong: Method = { ...method('matrix'), steps: [{ kind: 'choose', field: 'explicit' }, { kind: 'derive', field: 'stance' }, { kind: 'choose', field: 'intent' }] }
    expect(() => answerTree(builtInScheme, wrong)).toThrow('derives stance before its parts')
  })

  test('a field derived from a given one is stated by it', () => {
    const told: Method = { ...method('matrix'), steps: [{ kind: 'give', field: 'explicit', from: 'gold' }, ...method('matrix').steps.slice(1)] }
    expect(dependsOnGiven(builtInScheme, told)).toBe(true)
    expect(dependsOnGiven(builtInScheme, method('matrix'))).toBe(false)
    for (const [given, stated] of [['Positive', '反讽性负面'], ['Negative', '一致性负面']] as const) {
      const tree = answerTree(builtInScheme, told, { explicit: given })
      expect(tree.exhaustive).toBe(1)
      expect(said(tree.root, [2, 3])).toBe(`隐含极性：负面\n情感立场：${stated}\n语用意图：反讽\n`)
    }
    expect(dependsOnGiven(builtInScheme, { ...told, labelForm: 'letter' })).toBe(false)
    expect(() => answerTree(builtInScheme, told)).toThrow('derives stance before its parts')
  })

  test('conditionals name the labels they stand behind', () => {
    const tree = answerTree(builtInScheme, method('matrix'))
    const [conditional] = conditionalsOf(tree, [{ path: [2, 0], logProbabilities: new Array<number>(8).fill(Math.log(1 / 8)) }])
    expect(conditional).toMatchObject({ field: 'intent', given: { explicit: 'Negative', implicit: 'Positive' } })
  })
})
