import type { Method, Step } from '../domain/method.ts'
import { type Random, seededRandom } from '../domain/random.ts'
import { type ChosenField, type DerivedField, type Field, type FieldId, fieldOf, type Label, type Scheme } from '../domain/scheme.ts'
import { stanceMatrix } from '../domain/stanceMatrix.ts'
import { fillerText, WordDrawer } from './shamWords.ts'

/**
 * arbitrary: both fields and their cells are about the look and sound of characters, drawn from a seed: as many labels, names and
 * definitions as long as the matrix's own, character by character. permuted: the true fields and the very prompt of the matrix,
 * but each cell is stated under another cell's name.
 */
export type ShamKind = 'arbitrary' | 'permuted'

/** Seeds of the sham matrices that a study takes: five at least, so that their own spread is known. */
export const shamSeeds: readonly number[] = [1, 2, 3, 4, 5]

const CELL: FieldId = 'sham-cell'

/**
 * The control of a method that walks the scheme's matrix: the same steps over a matrix that means nothing. Its later fields (intent,
 * emotion) stand behind a sham cell and are scored as ever. Its cells are no stances; of a permuted one the cell that was chosen is
 * still scored as the true stance of its two polarities (`scoredFields`).
 * @throws where the scheme declares no matrix, or `base` is written freely or does not walk the matrix.
 */
export function shamMatrix(scheme: Scheme, base: Method, kind: ShamKind, seed: number): Method {
  const matrix = stanceMatrix(scheme)
  if (!matrix) throw new Error(`scheme ${scheme.id} has no matrix`)
  if (base.asking !== 'guided') throw new Error(`method ${base.id} is written freely: what it says of a sham matrix could not be told from a stance`)
  const walked = base.steps.some((step) => step.kind === 'derive' && step.field === matrix.stance.id)
  if (!walked) throw new Error(`method ${base.id} does not derive ${matrix.stance.id}`)
  const random = seededRandom(seed).derive(`sham matrix, ${kind}`)
  const instead = kind === 'permuted' ? permuted(matrix.stance, random) : arbitrary(scheme, matrix.stance, random)
  const id = (field: FieldId): FieldId => instead.get(field)?.id ?? field
  const number = `${kind === 'permuted' ? '换名' : '假'} ${seed}`
  return {
    ...base,
    id: `${base.id}-${kind === 'permuted' ? 'permuted' : 'sham'}-${seed}`,
    name: { zh: `${base.name.zh}（${number}）`, en: `${base.name.en} (${kind === 'permuted' ? 'names permuted' : 'sham'}, ${seed})` },
    summary: summaries[kind],
    control: { kind, of: base.id },
    steps: base.steps.map((step): Step => (step.kind === 'reason' ? step : { ...step, field: id(step.field) })),
    scheme: {
      ...scheme,
      id: `${scheme.id}-${kind}-${seed}`,
      name: { zh: `${scheme.name.zh}（${number}）`, en: `${scheme.name.en} (${kind}, ${seed})` },
      fields: scheme.fields.map((field) => instead.get(field.id) ?? field),
      matrix: CELL,
    },
  }
}

const summaries: Readonly<Record<ShamKind, Method['summary']>> = {
  arbitrary: {
    zh: '对照：步骤、长度、标签数都与矩阵相同，但两个字段和九格都与含义无关。意图和情绪照常计分。',
    en: 'Control: steps, length and label counts of the matrix over two fields and nine cells that have nothing to do with meaning. Intent and emotion are scored as ever.',
  },
  permuted: {
    zh: '对照：提示与矩阵一字不差，但每一格都报成另一格的名字。',
    en: 'Control: the matrix’s prompt word for word, but each cell is stated under another cell’s name.',
  },
}

/** The matrix's derived field with the rows' labels changed round, so that as few rows as can be keep theirs. */
function permuted(stance: DerivedField, random: Random): ReadonlyMap<FieldId, Field> {
  const names = stance.table.map(({ label }) => label)
  let best = random.shuffle(names)
  const kept = (labels: readonly string[]): number => labels.filter((label, at) => label === names[at]).length
  for (let tries = 0; tries < 1_000 && kept(best) > 0; tries++) {
    const other = random.shuffle(names)
    if (kept(other) < kept(best)) best = other
  }
  return new Map([[stance.id, { ...stance, id: CELL, columns: [], table: stance.table.map((row, at) => ({ ...row, label: best[at]! })) }]])
}

/** Fields that take the place of the matrix's three, each text as long as the one it stands for. */
function arbitrary(scheme: Scheme, stance: DerivedField, random: Random): ReadonlyMap<FieldId, Field> {
  const words = new WordDrawer(random)
  const parts = stance.from.map((id, at) => {
    const field = fieldOf(scheme, id)
    return [id, { kind: 'chosen', ...retold(field, `sham-${at + 1}`, 'ab'.charAt(at), words, random) } satisfies ChosenField] as const
  })
  const cell = retold(stance, CELL, 'c', words, random)
  const renamed = new Map<FieldId, Field>(parts)
  const other = (field: Field, label: string, of: readonly Label[]): string => of[field.labels.findIndex(({ id }) => id === label)]!.id
  const table = stance.table.map(({ given, label }) => ({
    given: given.map((id, at) => other(fieldOf(scheme, stance.from[at]!), id, renamed.get(stance.from[at]!)!.labels)),
    label: other(stance, label, cell.labels),
  }))
  return new Map<FieldId, Field>([...parts, [stance.id, { kind: 'derived', ...cell, from: parts.map(([, { id }]) => id), table }]])
}

/** A field's shape with other words: labels `a1`, `a2` and so on. */
function retold(field: Field, id: FieldId, letter: string, words: WordDrawer, random: Random): Omit<ChosenField, 'kind'> {
  const name = words.next(field.name.zh.length)
  return {
    id,
    name: { zh: name, en: id },
    definition: { zh: sameEnd(field.definition.zh, random), en: '' },
    columns: [],
    labels: field.labels.map((label, at) => ({
      id: `${letter}${at + 1}`,
      name: { zh: words.next(label.name.zh.length), en: `${letter}${at + 1}` },
      aliases: [],
      definition: { zh: sameEnd(label.definition.zh, random), en: '' },
    })),
  }
}

/** A filler as long as a text, with its full stop where it has one. */
function sameEnd(text: string, random: Random): string {
  return text.endsWith('。') ? `${fillerText(text.length - 1, random)}。` : fillerText(text.length, random)
}
