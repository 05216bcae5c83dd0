import type { Method, MethodVariant } from '../domain/method.ts'
import { seededRandom } from '../domain/random.ts'
import type { Field } from '../domain/scheme.ts'
import { isRow } from './answerLayout.ts'
import { classifierMethod } from './builtInMethods.ts'

/** How the task is put: only these sentences differ between wordings, definitions and headings never. */
interface Wording {
  readonly opening: string
  readonly form: string
}

/** The first is the methods' own; the others say the same otherwise. */
const wordings: readonly [Wording, ...Wording[]] = [
  { opening: '你是汉语语用标注员。读场景、上文和目标句，只判断目标句；上文只用来理解它。', form: '作答格式，逐行写，只写标签，不写别的：' },
  { opening: '请像语用学研究者那样作答：结合场景和上文来理解，但要判断的只有目标句。', form: '请按下面的格式一行一行作答，每行只写标签：' },
  { opening: '下面有场景、上文和一个目标句。场景和上文是背景，帮助理解；请只对目标句作判断。', form: '答案逐行写出，除标签外什么都不要写：' },
  { opening: '任务：为目标句做语用标注。先读场景与上文，它们只供理解，不在判断之列。', form: '逐行填写标签，不加任何别的内容：' },
]

/** How many other wordings there are. */
export const OTHER_WORDINGS = wordings.length - 1

/** The sentences that a method puts its task by. */
export function wordingOf({ variant }: Pick<Method, 'variant'>): Wording {
  return (variant?.kind === 'wording' ? wordings[variant.seed] : undefined) ?? wordings[0]
}

/** The order in which a method's prompt lists a field's labels, as indices: the field's own, or one drawn by the variant's seed. */
export function listedOrder({ variant }: Pick<Method, 'variant'>, field: Pick<Field, 'id' | 'labels'>): readonly number[] {
  const own = field.labels.map((_, index) => index)
  return variant?.kind === 'labelOrder' ? seededRandom(variant.seed).derive(`label order of ${field.id}`).shuffle(own) : own
}

/**
 * The methods, each with its variants behind it, so many of each kind: other wordings and label orders, and of few-shot methods other
 * draws of examples besides, each with all else as it was. Controls have none, nor have methods that are told what a run answered; no wordings where the words are a person's own,
 * no label orders where labels are letters, whose order is theirs, or are not listed, no draws where the examples are named one by one.
 * @param each 0 to `OTHER_WORDINGS`.
 */
export function withVariants(methods: readonly Method[], each: number): readonly Method[] {
  const numbers = Array.from({ length: Math.min(each, OTHER_WORDINGS) }, (_, at) => at + 1)
  return methods.flatMap((method) => [method, ...kindsFor(method).flatMap((kind) => numbers.map((seed) => variantOf(method, kind, seed)))])
}

function kindsFor(method: Method): readonly MethodVariant['kind'][] {
  const tells = method.steps.some((step) => step.kind === 'give' && step.from === 'run')
  if (method.id === classifierMethod.id || method.control || method.scheme || method.variant || tells) return []
  const draws = method.shots && method.shots.draw.kind !== 'named' ? ['shots' as const] : []
  if (method.prompt) return draws
  const listed = !method.template || /\{(?:definitions|labels)[:}]/.test(`${method.template.system}${method.template.user}`)
  return [...(method.template ? [] : ['wording' as const]), ...(isRow(method.labelForm) || !listed ? [] : ['labelOrder' as const]), ...draws]
}

const names: Readonly<Record<MethodVariant['kind'], { readonly id: string; readonly zh: string; readonly en: string }>> = {
  wording: { id: 'wording', zh: '换说法', en: 'wording' },
  labelOrder: { id: 'order', zh: '换标签顺序', en: 'label order' },
  shots: { id: 'draw', zh: '换示例', en: 'examples' },
}

function variantOf(method: Method, kind: MethodVariant['kind'], seed: number): Method {
  const { id, zh, en } = names[kind]
  return {
    ...method,
    id: `${method.id}-${id}-${seed}`,
    name: { zh: `${method.name.zh}（${zh} ${seed}）`, en: `${method.name.en} (${en} ${seed})` },
    variant: { kind, of: method.id, seed },
  }
}
