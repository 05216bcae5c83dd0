import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { instructions } from '../../src/prompt/instructions.ts'
import { promptDiff } from '../../src/prompt/promptDiff.ts'

const text = fc.array(fc.constantFrom('一', '二', '三', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))

describe('two texts side by side', () => {
  test('give back both texts, and share what the longest common part has', () => {
    fc.assert(fc.property(text, text, (left, right) => {
      const { lines, shared } = promptDiff(left, right)
      expect(lines.flatMap((line) => line.left ?? []).join('\n')).toBe(left)
      expect(lines.flatMap((line) => line.right ?? []).join('\n')).toBe(right)
      expect(lines.every((line) => line.same === (line.left === line.right))).toBe(true)
      expect(promptDiff(right, left).shared).toBe(shared)
    }))
  })

  test('of equal texts share everything', () => {
    fc.assert(fc.property(text, (same) => {
      expect(promptDiff(same, same).lines.every((line) => line.same)).toBe(true)
    }))
  })
})

test('the built-in methods differ in the form of the answer alone: every definition is shared word for word', () => {
  const all = [...builtInMethods, ...studyMethods]
  for (const one of all) for (const other of all) {
    if (one.labelForm !== other.labelForm) continue
    const { lines } = promptDiff(instructions(builtInScheme, one), instructions(builtInScheme, other))
    const form = lines.findIndex(({ left }) => left?.startsWith('作答格式'))
    expect(form).toBeGreaterThan(0)
    expect(lines.slice(0, form + 1).every(({ same }) => same)).toBe(true)
  }
})
