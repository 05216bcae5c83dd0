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

/** Generic on purpose: nothing of polarities, stances or the matrix. */
const stepwise = '一步一步写：先说场景和上文交代了什么，再说目标句在回应什么，最后逐个比较标签'

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

/**
 * The paper's other methods and their controls, over the built-in scheme. The embedded language model was not taught their
 * prompts, which is why they stand apart from those above.
 */
export const studyMethods: readonly Method[] = [
  {
    id: 'matrix-reason',
    name: { zh: '先分析再走矩阵', en: 'Matrix-guided, with reasoning' },
    summary: {
      zh: '先写一小段分析，再按矩阵步骤在标签概率里选。',
      en: 'Writes a short analysis first, then takes the matrix steps within the label probabilities.',
    },
    steps: [{ kind: 'reason', maxTokens: 96 }, ...matrixSteps],
    asking: 'guided',
    labelForm: 'word',
  },
  {
    id: 'structure-only',
    name: { zh: '只有步骤', en: 'Structure only' },
    summary: {
      zh: '要求一步一步分析，但步骤是通用的，不提矩阵；再在标签概率里选。检验好处是否只来自分步。',
      en: 'Asks for generic reasoning step by step that does not mention the matrix, then chooses within the label probabilities: does stepping alone explain a gain?',
    },
    steps: [{ kind: 'reason', maxTokens: 96, instruction: stepwise }, ...directSteps],
    asking: 'guided',
    labelForm: 'word',
    control: { kind: 'structure', of: 'matrix-reason' },
  },
  {
    id: 'oracle-stance',
    name: { zh: '给定立场（标注）', en: 'Oracle: stance given' },
    summary: {
      zh: '把标注的立场告诉模型，再判意图和情绪；没有立场标注的样本记为失败。',
      en: 'Tells the model the gold stance, then chooses intent and emotion; a sample without that gold fails, saying so.',
    },
    steps: [{ kind: 'give', field: 'stance', from: 'gold' }, { kind: 'choose', field: 'intent' }, { kind: 'choose', field: 'emotion' }],
    asking: 'guided',
    labelForm: 'word',
  },
  {
    id: 'oracle-stance-intent',
    name: { zh: '给定立场和意图（标注）', en: 'Oracle: stance and intent given' },
    summary: {
      zh: '把标注的立场和意图告诉模型，再判情绪。',
      en: 'Tells the model the gold stance and intent, then chooses the emotion.',
    },
    steps: [{ kind: 'give', field: 'stance', from: 'gold' }, { kind: 'give', field: 'intent', from: 'gold' }, { kind: 'choose', field: 'emotion' }],
    asking: 'guided',
    labelForm: 'word',
  },
  {
    id: 'shuffled-stance',
    name: { zh: '给定立场（打乱的）', en: 'Shuffled stance given' },
    summary: {
      zh: '把另一条样本的标注立场告诉模型，再判意图和情绪；立场的构成不变而意思没有了，与给定标注立场对照。',
      en: 'Tells the model another sample’s gold stance, then chooses intent and emotion: the same stances that mean nothing, the oracle’s control.',
    },
    steps: [{ kind: 'give', field: 'stance', from: 'shuffled' }, { kind: 'choose', field: 'intent' }, { kind: 'choose', field: 'emotion' }],
    asking: 'guided',
    labelForm: 'word',
    control: { kind: 'shuffled', of: 'oracle-stance' },
  },
  {
    id: 'predicted-stance',
    name: { zh: '给定立场（模型自己的）', en: 'Predicted stance given' },
    summary: {
      zh: '把同一模型先前判出的立场告诉它，再判意图和情绪；与给定标注立场对照。',
      en: 'Tells the model the stance that a run of its own answered, then chooses intent and emotion: the oracle’s fair counterpart.',
    },
    steps: [{ kind: 'give', field: 'stance', from: 'run' }, { kind: 'choose', field: 'intent' }, { kind: 'choose', field: 'emotion' }],
    asking: 'guided',
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
