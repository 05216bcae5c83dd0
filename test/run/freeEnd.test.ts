import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnswer } from '../../src/answer/parseAnswer.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { fieldOf } from '../../src/domain/scheme.ts'
import type { LabelForm, Method, Step } from '../../src/domain/method.ts'
import { write } from '../../src/engine/decodeLoop.ts'
import type { Session } from '../../src/engine/session.ts'
import { answerEnd } from '../../src/prompt/answerEnd.ts'
import { writtenLabel } from '../../src/prompt/labelForm.ts'
import { ask, readyToAsk } from '../../src/run/ask.ts'
import { questionOf } from '../../src/run/question.ts'
import { method, toySample } from './fixtures.ts'
import { ToyEngine, toyRef } from './toyEngine.ts'

const free = ['matrix-free', 'direct-free', 'cot'].map(method)
const forms: readonly LabelForm[] = ['word', 'id', 'letter']
const asked = (one: Method, labelForm: LabelForm): Method => ({ ...one, labelForm })

/** The model's vocabulary: each character of a text, and the end of its turn. */
const vocabularyOf = (text: string): readonly string[] => ['', ...new Set(text)]

/** A model that writes a text, a character a token. */
function writer(text: string): Session {
  const vocabulary = vocabularyOf(text)
  const codes = Array.from(text, (character) => vocabulary.indexOf(character))
  let at = 0
  return {
    kind: 'fork',
    nothing: { length: 0 },
    extend: (past, tokens) => Promise.resolve({ length: past.length + tokens.length }),
    step: (past, tokens) => {
      const logits = new Float32Array(vocabulary.length)
      logits[codes[at++] ?? 0] = 1
      return Promise.resolve({ past: { length: past.length + tokens.length }, logits })
    },
    score: () => Promise.reject(new Error('not asked')),
    pin: (past) => past,
    keepOnly: () => undefined,
  }
}

async function written(text: string, ends: readonly RegExp[] | null) {
  const limits = { maxTokens: 400, stop: [], endTokens: new Set([0]), ...(ends && { ends }) }
  const vocabulary = vocabularyOf(text)
  return write(writer(text), { length: 0 }, [1], limits, (tokens) => tokens.map((token) => vocabulary[token]).join(''))
}

/** An answer in the form that the method asks for. */
function inForm(one: Method, labels: readonly number[]): string {
  const label = (field: string, at: number) => {
    const asField = fieldOf(builtInScheme, field)
    return writtenLabel(asField, labels[at]! % asField.labels.length, one.labelForm)
  }
  const lines: string[] = []
  const row: string[] = []
  one.steps.forEach((step: Step, at) => {
    if (step.kind === 'reason') lines.push('分析：字面上夸他，其实是怪他。')
    else if (step.kind === 'choose' && one.labelForm === 'letter') row.push(label(step.field, at))
    else if (step.kind !== 'give' && one.labelForm !== 'letter') lines.push(`${fieldOf(builtInScheme, step.field).name.zh}：${label(step.field, at)}`)
  })
  return [...lines, ...(row.length > 0 ? [row.join(' ')] : [])].join('\n')
}

const anyMethod = fc.tuple(fc.constantFrom(...free), fc.constantFrom(...forms)).map(([one, form]) => asked(one, form))
const anyLabels = fc.array(fc.nat(59), { minLength: 8, maxLength: 8 })
/** What states no label of a field. */
const idle = fc.constantFrom('', '好的。', '答案如下：', '以上是我的判断。', '（完）', '---', '说话人语气平淡，没有别的意思。')
const idleLines = fc.array(idle, { maxLength: 3 }).map((lines) => lines.map((line) => `${line}\n`).join(''))
const read = ({ text, finish }: { text: string; finish: 'stop' | 'length' }, one: Method) => parseAnswer(text, builtInScheme, one, finish)

describe('a free answer that stops at its end', () => {
  test('is read as the whole text is, whatever comes after that states no other label', async () => {
    await fc.assert(fc.asyncProperty(anyMethod, anyLabels, idleLines, idleLines, async (one, labels, before, after) => {
      const answer = inForm(one, labels)
      const text = `${before}${answer}\n${after}`
      const [whole, short] = await Promise.all([written(text, null), written(text, answerEnd(builtInScheme, one))])
      expect(short.text).toBe(`${before}${answer}`)
      expect(short.finish).toBe('stop')
      expect(read(short, one)).toEqual(read(whole, one))
      expect(Object.values(read(short, one)).every(({ kind }) => kind === 'chosen')).toBe(true)
    }), { numRuns: 150 })
  })

  test('is read as the whole text is where the model goes on to a sample of its own, or says it all again', async () => {
    await fc.assert(fc.asyncProperty(anyMethod, anyLabels, anyLabels, async (one, labels, others) => {
      const answer = inForm(one, labels)
      const rest = one.labelForm === 'letter' ? answer : `【目标句】又是一句\n${inForm(one, others)}`
      const text = `${answer}\n${rest}\n`
      const [whole, short] = await Promise.all([written(text, null), written(text, answerEnd(builtInScheme, one))])
      expect(short.text).toBe(answer)
      expect(read(short, one)).toEqual(read(whole, one))
    }), { numRuns: 150 })
  })

  test('keeps its first complete form where the model answers otherwise later: the whole text is read by its last', async () => {
    const one = method('direct-free')
    const [first, second] = [inForm(one, [0, 0, 0, 0, 0, 0, 0, 0]), inForm(one, [1, 1, 1, 1, 1, 1, 1, 1])]
    const text = `${first}\n更正：\n${second}\n`
    expect(read(await written(text, answerEnd(builtInScheme, one)), one)).toEqual(read(await written(first, null), one))
    expect(read(await written(text, null), one)).toEqual(read(await written(second, null), one))
  })

  test('of one letter keeps the first, where the whole text has several and is ambiguous; two labels on a line end nothing', async () => {
    const field = builtInScheme.fields[0]!
    const one: Method = { ...method('direct-free'), id: 'one', labelForm: 'letter', steps: [{ kind: 'choose', field: field.id }] }
    const whole = await written('A\nC\nB', null)
    expect(read(whole, one)[field.id]).toMatchObject({ kind: 'ambiguous' })
    const short = await written('A\nC\nB', answerEnd(builtInScheme, one))
    expect(short).toEqual({ text: 'A', finish: 'stop', newTokens: 2 })
    expect(read(short, one)[field.id]).toEqual({ kind: 'chosen', label: field.labels[0]!.id })
    expect(await written('A或C\nB或A\n', answerEnd(builtInScheme, one))).toEqual(await written('A或C\nB或A\n', null))
  })

  test('off its form it is not ended, so nothing of it is lost', async () => {
    const texts = ['情感立场：阴阳怪气\n情感立场：', '情感立场：一个标签\n…', '情感立场：因为\n', '不知道\n', '{"stance": "Neutral"}\n', '情感立场：\n']
    for (const one of free) {
      for (const text of texts) expect(await written(text, answerEnd(builtInScheme, one))).toEqual(await written(text, null))
    }
  })

  test('a draft before the reasoning, or in a thought, ends nothing', async () => {
    const one = method('cot')
    const answer = inForm(one, [1, 1, 1, 1, 1, 1, 1, 1])
    const draft = answer.slice(answer.indexOf('\n') + 1)
    for (const text of [`${draft}\n${answer}`, `<think>\n${answer}\n</think>\n${answer}`]) {
      expect((await written(`${text}\n再说一遍`, answerEnd(builtInScheme, one))).text).toBe(text)
    }
  })

  test('a prompt of its own has no known form', () => {
    const own = { ...method('direct-free'), prompt: { name: 'p', system: '', user: '{text}' } }
    expect(answerEnd(builtInScheme, own)).toBeNull()
  })
})

describe('asking freely', () => {
  const endsOf = async (one: Method, decoding: { maxTokens: number; end?: 'form' }) => {
    const requests: unknown[] = []
    const engine = new (class extends ToyEngine {
      override generate(...[request, onText]: Parameters<ToyEngine['generate']>) {
        requests.push(request.ends)
        return super.generate(request, onText)
      }
    })()
    const question = questionOf({ scheme: builtInScheme, decoding }, { ref: toyRef }, one, 100_000)
    await ask(question, await readyToAsk(question, engine), toySample('a'))
    return requests
  }

  test('tells the engine what ends the answer, in a plan that says so', async () => {
    expect(await endsOf(method('cot'), { maxTokens: 64, end: 'form' })).toEqual([answerEnd(builtInScheme, method('cot'))])
    expect(await endsOf(method('cot'), { maxTokens: 64 })).toEqual([undefined])
  })

  test('sends it to the worker as it is', () => {
    const ends = answerEnd(builtInScheme, method('matrix-free'))
    expect(structuredClone(ends)).toEqual(ends)
  })
})
