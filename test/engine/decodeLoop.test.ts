import { describe, expect, test } from 'vitest'
import { write } from '../../src/engine/decodeLoop.ts'
import type { Session } from '../../src/engine/session.ts'

/** A model that writes a fixed text, a character a token, whatever it reads. */
function scripted(script: readonly number[]): Session & { steps: number } {
  const session: Session & { steps: number } = {
    kind: 'fork',
    nothing: { length: 0 },
    steps: 0,
    extend: (past, tokens) => Promise.resolve({ length: past.length + tokens.length }),
    step: (past, tokens) => {
      const logits = new Float32Array(128)
      logits[script[session.steps++] ?? 0] = 1
      return Promise.resolve({ past: { length: past.length + tokens.length }, logits })
    },
    score: () => Promise.reject(new Error('not asked')),
    pin: (past) => past,
    keepOnly: () => undefined,
  }
  return session
}

const codes = (text: string): readonly number[] => Array.from(text, (letter) => letter.charCodeAt(0))
const decode = (tokens: readonly number[]): string => String.fromCharCode(...tokens)
const limits = { maxTokens: 50, stop: ['\n'], endTokens: new Set([3]) }

describe('write', () => {
  test('ends at the end of the turn, and shows the text as it grows', async () => {
    const session = scripted([...codes('abc'), 3])
    const shown: string[] = []
    expect(await write(session, { length: 0 }, [1], limits, decode, (text) => shown.push(text))).toEqual({ text: 'abc', finish: 'stop', newTokens: 4 })
    expect(shown).toEqual(['a', 'ab', 'abc'])
  })

  test('ends at a stop text, which is cut off with what follows it', async () => {
    const session = scripted(codes('ab\ncd'))
    expect(await write(session, { length: 0 }, [1], limits, decode)).toEqual({ text: 'ab', finish: 'stop', newTokens: 3 })
    expect(session.steps).toBe(3)
  })

  test('a stop text may come in pieces', async () => {
    expect(await write(scripted(codes('xENDy')), { length: 0 }, [1], { ...limits, stop: ['END'] }, decode)).toMatchObject({ text: 'x', newTokens: 4 })
  })

  test('says so where the limit cut it', async () => {
    expect(await write(scripted(codes('abcdef')), { length: 0 }, [1], { ...limits, maxTokens: 2 }, decode)).toEqual({ text: 'ab', finish: 'length', newTokens: 2 })
  })

  test('half a character is not shown', async () => {
    const shown: string[] = []
    await write(scripted([...codes('ab'), 3]), { length: 0 }, [1], limits, (tokens) => (tokens.length === 1 ? '好\uFFFD' : '好的'), (text) => shown.push(text))
    expect(shown).toEqual(['好', '好的'])
  })

  test('what is not a number is an error', async () => {
    const session = scripted([])
    session.step = () => Promise.resolve({ past: { length: 0 }, logits: new Float32Array(4).fill(NaN) })
    await expect(write(session, { length: 0 }, [1], limits, decode)).rejects.toMatchObject({ code: 'nonFiniteLogits' })
    session.step = () => Promise.resolve({ past: { length: 0 }, logits: Float32Array.of(1, 2, NaN, 3) })
    await expect(write(session, { length: 0 }, [1], limits, decode)).rejects.toMatchObject({ code: 'nonFiniteLogits' })
  })
})
