import { builtInScheme } from '../domain/builtInScheme.ts'
import type { Method, Step } from '../domain/method.ts'
import { type Bilingual, type DerivedField, type Field, type FieldId, fieldOf, type Scheme } from '../domain/scheme.ts'
import { builtInMethods, classifierMethod, studyMethods } from './builtInMethods.ts'
import { type ShamKind, shamMatrix, shamSeeds } from './shamMatrix.ts'

/** What models can be asked over a scheme. */
export interface SchemeMethods {
  /** Of language models, the first being what is asked unless others are chosen; the shams last. */
  readonly methods: readonly Method[]
  /** The matrix's shams, several seeds of each kind: without their own spread one of them says little. None where there is no matrix to stand for. */
  readonly shams: Readonly<Record<ShamKind, readonly Method[]>>
  /** Of classifiers. */
  readonly classifier: Method
}

/** The methods of a scheme: the built-in scheme's own, or the same ones made from another scheme's fields. */
export function methodsOf(scheme: Scheme): SchemeMethods {
  const known = cache.get(scheme)
  if (known) return known
  const builtIn = scheme.id === builtInScheme.id
  const own = builtIn ? [...builtInMethods, ...studyMethods] : genericMethods(scheme)
  const matrix = own.find(({ id }) => id === 'matrix')
  const shams = {
    arbitrary: matrix && replaceable(scheme) ? shamSeeds.map((seed) => shamMatrix(scheme, matrix, 'arbitrary', seed)) : [],
    permuted: matrix ? shamSeeds.map((seed) => shamMatrix(scheme, matrix, 'permuted', seed)) : [],
  }
  const made: SchemeMethods = {
    methods: [...own, ...shams.arbitrary, ...shams.permuted],
    shams,
    classifier: builtIn ? classifierMethod : { ...classifierMethod, summary: words.classifier, steps: guidedSteps(scheme) },
  }
  cache.set(scheme, made)
  return made
}

const cache = new WeakMap<Scheme, SchemeMethods>()

/** Fields beside the matrix and its parts: what a sham is measured by. */
export function laterFields({ fields, matrix }: Scheme): readonly Field[] {
  const cell = fields.find(({ id }) => id === matrix)
  return cell?.kind === 'derived' ? fields.filter((field) => field !== cell && !cell.from.includes(field.id)) : []
}

/** The matrix's parts can be put away for meaningless ones: something is left to be measured, and no other field rests on them. */
function replaceable(scheme: Scheme): boolean {
  const { fields, matrix } = scheme
  const cell = fields.find(({ id }) => id === matrix)
  return cell?.kind === 'derived' && laterFields(scheme).length > 0 && fields.every((field) => field === cell || field.kind !== 'derived' || !field.from.some((part) => cell.from.includes(part)))
}

/** Chooses every field but the parts of derived ones; the derived ones as if they were not. In scheme order. */
export function directSteps(scheme: Scheme): readonly Step[] {
  const parts = new Set(derivedFields(scheme).flatMap(({ from }) => from))
  return scheme.fields.filter(({ id }) => !parts.has(id)).map(({ id }) => ({ kind: 'choose', field: id }))
}

/**
 * Chooses what fields are derived from, and derives each as soon as its parts are there, the matrix first; then chooses the rest. Where
 * nothing is derived it chooses every field.
 */
export function guidedSteps(scheme: Scheme): readonly Step[] {
  const derived = derivedFields(scheme)
  const order = [...derived.filter(({ id }) => id === scheme.matrix), ...derived.filter(({ id }) => id !== scheme.matrix)]
  const chosen = new Set<FieldId>()
  const steps: Step[] = []
  const choose = (field: FieldId): void => {
    if (chosen.has(field)) return
    chosen.add(field)
    steps.push({ kind: 'choose', field })
  }
  for (const { id, from } of order) {
    from.forEach(choose)
    steps.push({ kind: 'derive', field: id })
  }
  for (const { id, kind } of scheme.fields) if (kind === 'chosen') choose(id)
  return steps
}

function derivedFields({ fields }: Scheme): readonly DerivedField[] {
  return fields.filter((field) => field.kind === 'derived')
}

/** Generic on purpose: nothing of the scheme's fields. The same words as the built-in structure-only method. */
const stepwise = studyMethods.flatMap(({ steps }) => steps).find((step) => step.kind === 'reason' && step.instruction !== undefined)

function genericMethods(scheme: Scheme): readonly Method[] {
  const direct = directSteps(scheme)
  const derived = derivedFields(scheme)
  const guided = guidedSteps(scheme)
  const id = scheme.matrix === undefined ? 'guided' : 'matrix'
  const walk = words[id]
  const walks = derived.length > 0
  const reasoned = method(`${id}-reason`, { name: { zh: `先分析再${walk.name.zh}`, en: `${walk.name.en}, with reasoning` }, summary: words.reasoned }, [reason(96), ...guided])
  return [
    ...(walks ? [method(id, walk, guided)] : []),
    method('direct', words.direct, direct),
    method('reason', words.reason, [reason(96), ...direct]),
    ...(walks ? [method(`${id}-free`, written(walk), guided, 'free')] : []),
    method('direct-free', written(words.direct), direct, 'free'),
    method('cot', words.cot, [reason(192), ...direct], 'free'),
    ...(walks ? [reasoned] : []),
    ...(walks && stepwise ? [{ ...method('structure-only', words.structure, [stepwise, ...direct]), control: { kind: 'structure', of: reasoned.id } as const }] : []),
    ...toldMethods(scheme, direct),
  ]
}

type Said = Pick<Method, 'name' | 'summary'>

function method(id: string, said: Said, steps: readonly Step[], asking: Method['asking'] = 'guided'): Method {
  return { id, ...said, steps, asking, labelForm: 'word' }
}

function reason(maxTokens: number): Step {
  return { kind: 'reason', maxTokens }
}

/** The same, written by the model. */
function written({ name }: Said): Said {
  return { name: { zh: `${name.zh}（自由作答）`, en: `${name.en}, free text` }, summary: words.free }
}

/** Methods that are told the matrix's cell, or the shuffled or predicted one, and choose the rest. */
function toldMethods(scheme: Scheme, direct: readonly Step[]): readonly Method[] {
  const { matrix } = scheme
  if (matrix === undefined) return []
  const rest = direct.filter((step) => step.kind !== 'reason' && step.field !== matrix)
  if (rest.length === 0) return []
  const { name } = fieldOf(scheme, matrix)
  return (['gold', 'shuffled', 'run'] as const).map((from) => {
    const said = words.told[from]
    const of = ({ zh, en }: Bilingual): Bilingual => ({ zh: zh.replace('X', name.zh), en: en.replace('X', name.en) })
    const telling = method(`${said.id}-${matrix}`, { name: of(said.name), summary: of(said.summary) }, [{ kind: 'give', field: matrix, from }, ...rest])
    return from === 'shuffled' ? { ...telling, control: { kind: 'shuffled', of: `${words.told.gold.id}-${matrix}` } } : telling
  })
}

const words = {
  matrix: {
    name: { zh: '矩阵引导', en: 'Matrix-guided' },
    summary: {
      zh: '先判矩阵的两个字段，由表查出格子，再判其余字段；在模型自己的标签概率里选，得到各格的联合概率。',
      en: 'Chooses the matrix’s two fields, looks its cell up in the table, then chooses the rest; within the model’s own label probabilities, which gives the joint of the cells.',
    },
  },
  guided: {
    name: { zh: '分步引导', en: 'Guided' },
    summary: {
      zh: '先判派生字段所依据的字段，由表查出派生字段，再判其余字段；在模型自己的标签概率里选。',
      en: 'Chooses the fields that others are derived from, looks those up in their tables, then chooses the rest; within the model’s own label probabilities.',
    },
  },
  direct: {
    name: { zh: '直接判断', en: 'Direct' },
    summary: {
      zh: '直接在各字段的标签概率里选；派生字段也直接选，不查表。',
      en: 'Chooses each field directly within its label probabilities; derived fields, too, without their tables.',
    },
  },
  reason: {
    name: { zh: '先分析再选', en: 'Reason, then choose' },
    summary: { zh: '先写一小段分析，再在标签概率里选。', en: 'Writes a short analysis first, then chooses within the label probabilities.' },
  },
  cot: {
    name: { zh: '思维链（自由作答）', en: 'Chain-of-thought, free text' },
    summary: { zh: '模型先写分析，再写标签；从文字里读出标签。', en: 'The model writes an analysis, then its labels; they are parsed from its text.' },
  },
  free: { zh: '同样的步骤，由模型自己写出来，再从文字里读出标签。', en: 'The same steps, written by the model and parsed from its text.' },
  reasoned: { zh: '先写一小段分析，再走同样的步骤。', en: 'Writes a short analysis first, then takes the same steps.' },
  structure: {
    name: { zh: '只有步骤', en: 'Structure only' },
    summary: {
      zh: '要求一步一步分析，但步骤是通用的，不提字段之间的关系。检验好处是否只来自分步。',
      en: 'Asks for generic reasoning step by step that does not mention how fields hang together: does stepping alone explain a gain?',
    },
  },
  told: {
    gold: {
      id: 'oracle',
      name: { zh: '给定X（标注）', en: 'Oracle: X given' },
      summary: { zh: '把标注的“X”告诉模型，再判其余字段；没有这项标注的样本记为失败。', en: 'Tells the model the gold label of “X”, then chooses the rest; a sample without that gold fails, saying so.' },
    },
    shuffled: {
      id: 'shuffled',
      name: { zh: '给定X（打乱的）', en: 'Shuffled X given' },
      summary: { zh: '把另一条样本的标注“X”告诉模型，再判其余字段；与给定标注的对照。', en: 'Tells the model another sample’s gold label of “X”, then chooses the rest: the oracle’s control.' },
    },
    run: {
      id: 'predicted',
      name: { zh: '给定X（模型自己的）', en: 'Predicted X given' },
      summary: { zh: '把同一模型先前判出的“X”告诉它，再判其余字段。', en: 'Tells the model what a run of its own answered for “X”, then chooses the rest: the oracle’s fair counterpart.' },
    },
  },
  classifier: { zh: '分类模型一次给出各字段的概率；派生字段由表查得。', en: 'A classification model gives the probabilities of its fields in one forward; derived fields are looked up.' },
} as const
