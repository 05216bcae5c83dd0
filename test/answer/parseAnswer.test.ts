import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnswer } from '../../src/answer/parseAnswer.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Method } from '../../src/domain/method.ts'
import { derive, type DerivedField, fieldOf, type LabelId } from '../../src/domain/scheme.ts'
import { answerTree } from '../../src/prompt/answerTree.ts'
import { builtInMethods } from '../../src/prompt/builtInMethods.ts'
import { instructions } from '../../src/prompt/instructions.ts'
import { asking, cot, direct, expected, matrix, read, shown, written } from './parsing.ts'

describe('heading lines', () => {
  test.each<[string, string]>([
    ['as the prompt asks for them', written],
    ['with CRLF', written.replaceAll('\n', '\r\n')],
    ['with ASCII colons and spaces', written.replaceAll('：', ' : ')],
    ['in English', 'Explicit polarity: Positive\nImplicit polarity: Negative\nAffective stance: Sarcastic Negative\nPragmatic intent: Irony\nFine-grained emotion: Contempt'],
    ['by ids, in any case', 'explicit: positive\nIMPLICIT: NEGATIVE\nstance: sarcastic negative\nintent: irony\nemotion: contempt'],
    ['by the benchmark’s column names', 'explicit_polarity: Positive\nimplicit_polarity: Negative\naffective_stance: Sarcastic Negative\npragmatic_intent: Irony\nfine_grained_emotion: Contempt'],
    ['with an underscore in the label', written.replace('反讽性负面', 'Sarcastic_Negative')],
    ['in traditional characters', '字面極性：正面\n隱含極性：負面\n情感立場：反諷性負面\n語用意圖：反諷\n細粒度情緒：蔑視'],
    ['in Markdown', '- **字面极性**：正面\n- **隐含极性：** 负面\n### 情感立场：**反讽性负面**\n1. 语用意图：`反讽`\n2. *细粒度情绪*：“蔑视”'],
    ['as a table', '| 字段 | 标签 |\n|---|---|\n| 字面极性 | 正面 |\n| 隐含极性 | 负面 |\n| 情感立场 | 反讽性负面 |\n| 语用意图 | 反讽 |\n| 细粒度情绪 | 蔑视 |'],
    ['in brackets', '【字面极性】正面\n【隐含极性】负面\n【情感立场】反讽性负面\n【语用意图】反讽\n【细粒度情绪】蔑视'],
    ['on one line', '字面极性：正面，隐含极性：负面；情感立场：反讽性负面。语用意图：反讽，细粒度情绪：蔑视。'],
    ['with both names', '字面极性（Explicit polarity）：正面（Positive）\n隐含极性：负面 (Negative)\n情感立场：反讽性负面（Sarcastic Negative）\n语用意图：Irony（反讽）\n细粒度情绪：蔑视 Contempt'],
    ['with the label on the next line', written.replaceAll('：', '：\n')],
    ['with reasons behind the labels', '字面极性：正面，因为用词是夸奖\n隐含极性：负面。说话人其实不满\n情感立场：反讽性负面（字面正面，实际负面）\n语用意图：反讽 - 说反话\n细粒度情绪：蔑视，看不起对方'],
    ['without colons', written.replaceAll('：', ' ')],
    ['with an answer’s own heading inside', written.replaceAll('：', '：答案是')],
    ['with a heading of the whole', `最终答案：\n${written}`],
    ['by aliases', '字面极性：积极\n隐含极性：消极\n情感立场：讽刺性负面\n语用意图：讽刺\n细粒度情绪：不屑'],
    ['with zero-width and full-width characters', '字面极性：\u200b正面\n隐含极性：负\u200b面\n情感立场：Ｓａｒｃａｓｔｉｃ　Ｎｅｇａｔｉｖｅ\n语用意图：反讽\n细粒度情绪：蔑视'],
  ])('%s', (_, text) => {
    expect(read(text)).toBe(expected)
  })

  test('labels alone, a line each, in step order', () => {
    expect(read('正面\n负面\n反讽性负面\n反讽\n蔑视')).toBe(expected)
    expect(read('1. 正面\n2. 负面\n3. 反讽\n4. 蔑视')).toBe(expected)
    expect(read('正面\n负面\n反讽性负面\n反讽')).toBe('unparsed | unparsed | unparsed | unparsed | unparsed')
  })

  test('the echoed form of the answer, and echoed definitions, say nothing', () => {
    expect(read(instructions(builtInScheme, matrix))).toBe('unparsed | unparsed | unparsed | unparsed | unparsed')
    expect(read(`${instructions(builtInScheme, matrix)}\n${written}`)).toBe(expected)
  })
})

describe('thoughts', () => {
  test('a thought left open is truncated, not an answer', () => {
    expect(read(`<think>先看字面。${written}`)).toBe('truncated | truncated | truncated | truncated | truncated')
  })

  test('a draft label inside the thought and another after it: the one after', () => {
    expect(read('<think>可能是情感立场：中性，不对</think>\n情感立场：隐晦负面\n语用意图：压抑\n细粒度情绪：失望', direct)).toBe('Veiled Negative | Suppression | Disappointment')
  })

  test('a draft inside the thought and none after it: nothing was said', () => {
    expect(read('<think>情感立场：中性</think>\n', direct)).toBe('unparsed | unparsed | unparsed')
  })

  test('a thought that the prompt had opened', () => {
    expect(read('情感立场：中性？\n</think>\n\n情感立场：隐晦负面', direct)).toBe('Veiled Negative | unparsed | unparsed')
  })

  test('what was said before an open thought stands', () => {
    expect(read('情感立场：中性\n<think>再想想，语用意图：', direct)).toBe('Neutral | truncated | truncated')
  })

  test('an empty thought, upper case, several thoughts', () => {
    expect(read(`<think>\n\n</think>\n${written}`)).toBe(expected)
    expect(read(`<THINK>一</THINK><thinking>情感立场：中性</thinking>${written}`)).toBe(expected)
  })
})

describe('drafts, loops and what is not the model’s turn', () => {
  test('the last statement wins over an earlier draft', () => {
    expect(read('情感立场：中性\n再看上文，不对。\n情感立场：隐晦负面\n语用意图：压抑\n细粒度情绪：失望', cot)).toBe('Veiled Negative | Suppression | Disappointment')
  })

  test('so does an invented label, and two of them', () => {
    expect(read('情感立场：中性\n情感立场：苦涩反讽', direct)).toBe('outOfScheme “苦涩反讽” | unparsed | unparsed')
    expect(read('情感立场：中性\n情感立场：中性或隐晦负面', direct)).toBe('ambiguous “中性或隐晦负面” | unparsed | unparsed')
    expect(read('{"stance": "Neutral"}\n情感立场：隐晦负面\n{"stance": "Negative"}', direct)).toBe('Negative | unparsed | unparsed')
  })

  test('an explanation under the same heading is no second statement', () => {
    expect(read(`${written}\n\n解释：\n- 字面极性：因为用词是夸奖\n- 情感立场：说话人嘴上夸、心里不满，所以不是中性`)).toBe(expected)
  })

  test('prose counts where no heading does', () => {
    expect(read('这句话的字面极性是正面，而隐含极性为负面。\n语用意图：反讽\n细粒度情绪：蔑视')).toBe(expected)
    expect(read(`字面极性是中性。\n${written}`)).toBe(expected)
    expect(read('情感立场不是中性。', direct)).toBe('unparsed | unparsed | unparsed')
  })

  test('a loop that ends in the middle keeps the last whole statement', () => {
    expect(read(`${written}\n${written}\n字面极性：正`, matrix, 'length')).toBe(expected)
    expect(read(`${written}\n${written}\n字面极性：正面\n隐含极性：`, matrix, 'length')).toBe(expected)
  })

  test('the next sample, made up, is not answered', () => {
    expect(read(`${written}\n\n【场景类型】日常对话\n【上下文】（无）\n【目标句】好\n字面极性：中性\n隐含极性：中性\n情感立场：中性\n语用意图：功能\n细粒度情绪：中性`)).toBe(expected)
    expect(read(`【目标句】你真行。\n${written}`)).toBe(expected)
    expect(read(`${written}<|im_end|>\n<|im_start|>user\n字面极性：中性`)).toBe(expected)
  })

  test('an answer cut at its length: fields that are missing are truncated', () => {
    expect(read('字面极性：正面\n隐含极性：负面\n情感立场：反讽性负面\n语用', matrix, 'length')).toBe('Positive | Negative | Sarcastic Negative | truncated | truncated')
    expect(read('字面极性：正面\n隐含极性：负面\n情感立场：反讽性负面\n语用')).toBe('Positive | Negative | Sarcastic Negative | unparsed | unparsed')
  })

  test('a label cut where another begins alike is truncated; one that can only be itself stands', () => {
    expect(read('敬', asking('emotion'), 'length')).toBe('truncated “敬”')
    expect(read('细粒度情绪：敬', asking('emotion'), 'length')).toBe('truncated “敬”')
    expect(read('细粒度情绪：敬服', asking('emotion'), 'length')).toBe('Submission')
    expect(read('细粒度情绪：敬', asking('emotion'))).toBe('outOfScheme “敬”')
  })
})

describe('labels', () => {
  const stance = asking('stance')
  test.each<[string, string]>([
    ['正面', 'Positive'],
    ['含蓄正面', 'Understated Positive'],
    ['Negative', 'Negative'],
    ['Veiled Negative', 'Veiled Negative'],
    ['Aligned Negative', 'Negative'],
    ['"隐晦负面"', 'Veiled Negative'],
    ['隐晦负面。', 'Veiled Negative'],
    ['答案：隐晦负面', 'Veiled Negative'],
    ['最终答案是隐晦负面。', 'Veiled Negative'],
    ['Answer: **Veiled Negative**', 'Veiled Negative'],
    ['\\boxed{隐晦负面}', 'Veiled Negative'],
    ['我认为这句话属于隐晦负面', 'Veiled Negative'],
    ['分析：话说得平淡，其实不满。\n隐晦负面', 'Veiled Negative'],
    ['隐晦负面\n说话人其实不满。', 'Veiled Negative'],
    ['{"label": "隐晦负面"}', 'Veiled Negative'],
    ['隐晦负面或中性', 'ambiguous “隐晦负面或中性”'],
    ['情感立场：含蓄正面（隐晦负面）', 'ambiguous “含蓄正面（隐晦负面）”'],
    ['情感立场：正面/中性', 'ambiguous “正面/中性”'],
    ['情感立场：Neutral and Negative', 'ambiguous “Neutral and Negative”'],
    ['情感立场：中性，但其实是隐晦负面', 'ambiguous “中性，但其实是隐晦负面”'],
    ['正面\n中性\n负面', 'ambiguous “正面、中性、负面”'],
    ['苦涩负面', 'outOfScheme “苦涩负面”'],
    ['情感立场：Bitter Negative', 'outOfScheme “Bitter Negative”'],
    ['情感立场：不是正面', 'outOfScheme “不是正面”'],
    ['这不是正面', 'outOfScheme “这不是正面”'],
    ['情感立场：', 'unparsed'],
    ['', 'unparsed'],
    ['这句话没有明确的情绪，很难说清楚说话人到底想要表达什么样的态度。', 'unparsed'],
    ['circumstance: Neutral', 'outOfScheme “circumstance: Neutral”'],
  ])('%s', (text, answer) => {
    expect(read(text, stance)).toBe(answer)
  })

  test('a label that is another’s prefix', () => {
    const scheme = {
      ...builtInScheme,
      fields: [{ ...fieldOf(builtInScheme, 'emotion'), labels: ['喜', '喜悦', '喜悦之极'].map((id) => ({ id, name: { zh: id, en: `joy ${id}` }, aliases: [], definition: { zh: '', en: '' } })) }],
    }
    const chosen = (text: string) => shown(parseAnswer(text, scheme, asking('emotion')).emotion)
    expect(['喜', '喜悦', '情绪：喜悦之极', '情绪：喜。'].map(chosen)).toEqual(['喜', '喜悦', '喜悦之极', '喜'])
    expect(shown(parseAnswer('情绪：喜', scheme, asking('emotion'), 'length').emotion)).toBe('truncated “喜”')
  })
})

describe('derived fields', () => {
  test('are derived where they were not written', () => {
    expect(read('字面极性：中性\n隐含极性：负面\n语用意图：压抑\n细粒度情绪：失望')).toBe('Neutral | Negative | Veiled Negative | Suppression | Disappointment')
  })

  test('stand as written where their parts say otherwise, and are marked', () => {
    expect(read('字面极性：中性\n隐含极性：负面\n情感立场：中性\n语用意图：压抑\n细粒度情绪：失望')).toBe('Neutral | Negative | Neutral (table: Veiled Negative) | Suppression | Disappointment')
  })

  test('an invented one stays invented', () => {
    expect(read('字面极性：中性\n隐含极性：负面\n情感立场：苦涩负面')).toContain('Neutral | Negative | outOfScheme “苦涩负面”')
  })

  test('lack a label for the reason that their part lacks one', () => {
    expect(read('字面极性：中性\n隐含极性：苦涩\n语用意图：压抑\n细粒度情绪：失望')).toBe('Neutral | outOfScheme “苦涩” | outOfScheme “苦涩” | Suppression | Disappointment')
  })

  test('are derived from a label that was given', () => {
    const oracle: Method = { ...matrix, steps: [{ kind: 'give', field: 'explicit', from: 'gold' }, { kind: 'choose', field: 'implicit' }, { kind: 'derive', field: 'stance' }] }
    expect(shown(parseAnswer('隐含极性：负面', builtInScheme, oracle, 'stop', { explicit: 'Positive' }).stance)).toBe('Sarcastic Negative')
    expect(shown(parseAnswer('负面', builtInScheme, oracle, 'stop', { explicit: 'Positive' }).stance)).toBe('Sarcastic Negative')
  })
})

describe('properties', () => {
  const forms = ['word', 'letter', 'id'] as const
  const single = builtInScheme.fields.map(({ id }) => asking(id))

  test('any labels, written as the prompt writes them, read as themselves: every method, every form', () => {
    fc.assert(fc.property(fc.constantFrom(...builtInMethods, ...single), fc.constantFrom(...forms), fc.infiniteStream(fc.nat(1000)), (base, labelForm, numbers) => {
      const method = { ...base, labelForm }
      const tree = answerTree(builtInScheme, method)
      const chosen: Record<string, LabelId> = {}
      let text = ''
      let node = tree.root as typeof tree.root | null
      for (const field of tree.levels) {
        const index = numbers.next().value! % field.labels.length
        chosen[field.id] = field.labels[index]!.id
        text += node!.lead + node!.options[index]!.text
        node = node!.options[index]!.next
      }
      for (const step of method.steps) {
        if (step.kind === 'derive') chosen[step.field] = derive(fieldOf(builtInScheme, step.field) as DerivedField, chosen)!
      }
      const answers = parseAnswer(text, builtInScheme, method)
      expect(Object.fromEntries(Object.entries(answers).map(([field, answer]) => [field, shown(answer)]))).toEqual(chosen)
      const bare = text.replace(/^[^：\n]*：/gm, '')
      expect(parseAnswer(bare, builtInScheme, method)).toEqual(answers)
    }), { numRuns: 500 })
  })

  test('any spelling of a label under any spelling of its heading, however decorated', () => {
    const pick = fc.nat(1000)
    const around = fc.constantFrom(['', ''], ['**', '**'], ['“', '”'], ['`', '`'], ['「', '」'], [' ', '。'], ['', '，因为语气如此'], ['', '（见上文）'], ['是', ''], ['\n', ''], ['【', '】'])
    const before = fc.constantFrom('', '- ', '1. ', '### ', '> ', '因此', '**')
    const colon = fc.constantFrom('：', ':', ' : ', '=', ' → ', '：** ', '**：')
    fc.assert(fc.property(fc.constantFrom(matrix, direct), fc.array(fc.tuple(pick, pick, pick, around, before, colon), { minLength: 5, maxLength: 5 }), fc.boolean(), (method, rows, json) => {
      const fields = method.steps.flatMap((step) => (step.kind === 'choose' || step.kind === 'derive' ? [fieldOf(builtInScheme, step.field)] : []))
      const said = fields.map((field, at) => {
        const [label, spelling, heading] = rows[at]!
        const { id, name, aliases } = field.labels[label % field.labels.length]!
        const spellings = [id, name.zh, name.en, ...aliases].filter((word) => word.length > 1)
        const headings = [field.id, field.name.zh, field.name.en, ...field.columns]
        return { field, id, word: spellings[spelling % spellings.length]!, heading: headings[heading % headings.length]! }
      })
      const text = json
        ? JSON.stringify(Object.fromEntries(said.map(({ word, heading }) => [heading, word])), null, rows[0]![0] % 3)
        : said.map(({ word, heading }, at) => {
            const [, , , [open, close], begin, mark] = rows[at]!
            return `${begin}${heading}${mark}${open}${word}${close}`
          }).join('\n')
      const answers = parseAnswer(text, builtInScheme, method)
      for (const { field, id } of said) expect([text, field.id, answers[field.id]]).toMatchObject([text, field.id, { kind: 'chosen', label: id }])
    }), { numRuns: 1000 })
  })

  test('never throws, and answers exactly the method’s fields in their order', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('字面极性', '：', '"', '{', '}', '[', '<think>', '</think>', '\n', '```', '正面', 'stance', 'B', '：{"explicit":', '\\', '，', '或'))
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom(matrix, direct, cot, ...single), (pieces, method) => {
      const answers = parseAnswer(pieces.join(''), builtInScheme, method)
      expect(Object.keys(answers)).toEqual(method.steps.flatMap((step) => (step.kind === 'choose' || step.kind === 'derive' ? [step.field] : [])))
      for (const [field, answer] of Object.entries(answers)) {
        if (answer.kind === 'chosen') expect(fieldOf(builtInScheme, field).labels.map(({ id }) => id)).toContain(answer.label)
      }
    }), { numRuns: 500 })
  })

  test('is fast on long and on hostile texts', () => {
    const texts = ['{'.repeat(20_000), '"'.repeat(20_000), '字面极性：'.repeat(5_000), '{"a":'.repeat(5_000), '('.repeat(20_000), `字面极性${'*'.repeat(20_000)}`, '<think>'.repeat(5_000), '正面或'.repeat(5_000), ' '.repeat(50_000)]
    const start = performance.now()
    for (const text of texts) for (const method of [matrix, single[0]!]) parseAnswer(text, builtInScheme, method)
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})
