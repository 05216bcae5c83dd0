import type { Method } from '../domain/method.ts'

const matrixSteps = [
  { kind: 'choose', field: 'explicit' },
  { kind: 'choose', field: 'implicit' },
  { kind: 'derive', field: 'stance' },
  { kind: 'choose', field: 'intent' },
  { kind: 'choose', field: 'emotion' },
] as const

const directSteps = [
  { kind: 'choose', field: 'stance' },
  { kind: 'choose', field: 'intent' },
  { kind: 'choose', field: 'emotion' },
] as const

/** The methods that come with the built-in scheme. They share definitions and wording and differ in their steps only. */
export const builtInMethods: readonly Method[] = [
  {
    id: 'matrix',
    name: { zh: '矩阵引导', en: 'Matrix-guided' },
    summary: {
      zh: '先判字面极性，再判隐含极性，由矩阵查出立场，再判意图和情绪；在模型自己的标签概率里选，得到 3 × 3 联合概率。',
      en: 'Explicit polarity, then implicit, the stance by the table, then intent and emotion; chosen within the model’s own label probabilities, which gives the 3 x 3 joint.',
    },
    steps: matrixSteps,
    asking: 'guided',
    labelForm: 'word',
  },
  {
    id: 'direct',
    name: { zh: '直接判断', en: 'Direct' },
    summary: {
      zh: '直接在九种立场、八种意图、二十五种情绪的标签概率里选，不经过矩阵。',
      en: 'Chooses stance, intent and emotion directly within the label probabilities, without the matrix.',
    },
    steps: directSteps,
    asking: 'guided',
    labelForm: 'word',
  },
  {
    id: 'reason',
    name: { zh: '先分析再选', en: 'Reason, then choose' },
    summary: {
      zh: '先写一小段分析，再在标签概率里选立场、意图和情绪。',
      en: 'Writes a short analysis first, then chooses stance, intent and emotion within the label probabilities.',
    },
    steps: [{ kind: 'reason', maxTokens: 96 }, ...directSteps],
    asking: 'guided',
    labelForm: 'word',
  },
  {
    id: 'matrix-free',
    name: { zh: '矩阵引导（自由作答）', en: 'Matrix-guided, free text' },
    summary: {
      zh: '同样的矩阵步骤，由模型自己写出来，再从文字里读出标签。',
      en: 'The same matrix steps, written by the model and parsed from its text.',
    },
    steps: matrixSteps,
    asking: 'free',
    labelForm: 'word',
  },
  {
    id: 'direct-free',
    name: { zh: '直接判断（自由作答）', en: 'Direct, free text' },
    summary: {
      zh: '模型直接写出立场、意图和情绪，再从文字里读出标签。',
      en: 'The model writes stance, intent and emotion straight away; labels are parsed from its text.',
    },
    steps: directSteps,
    asking: 'free',
    labelForm: 'word',
  },
  {
    id: 'cot',
    name: { zh: '思维链（自由作答）', en: 'Chain-of-thought, free text' },
    summary: {
      zh: '模型先写分析，再写立场、意图和情绪；从文字里读出标签。',
      en: 'The model writes an analysis, then stance, intent and emotion; labels are parsed from its text.',
    },
    steps: [{ kind: 'reason', maxTokens: 192 }, ...directSteps],
    asking: 'free',
    labelForm: 'word',
  },
]

/** What a classifier is run by: all of its fields at once, the derived ones by their table. */
export const classifierMethod: Method = {
  id: 'classifier',
  name: { zh: '分类器', en: 'Classifier' },
  summary: {
    zh: '分类模型一次给出各字段的概率；立场由矩阵查得。',
    en: 'A classification model gives the probabilities of its fields in one forward; the stance is looked up.',
  },
  steps: matrixSteps,
  asking: 'guided',
  labelForm: 'id',
}
