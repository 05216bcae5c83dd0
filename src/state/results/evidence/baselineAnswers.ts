import type { Sample } from '../../../domain/dataset.ts'
import { seededRandom } from '../../../domain/random.ts'
import { type Bilingual, type Field, type FieldId, fieldOf, labelIndex, type Scheme } from '../../../domain/scheme.ts'
import { fitLookup, majority } from '../../../metrics/baselines.ts'
import { fitCharacterClassifier } from '../../../metrics/characterClassifier.ts'
import { foldsOf } from '../../../metrics/folds.ts'
import { INTERVAL_SEED } from '../fieldIntervals.ts'

export type BaselineName = 'majority' | 'characters' | 'lookup'

/** What answering without a model is worth: labels for the samples in question, from rules fitted on others. */
export interface BaselineAnswers {
  readonly name: BaselineName
  readonly title: Bilingual
  /** Label indices, -1 where the rule has none. */
  readonly predicted: Int16Array
}

/** Where baselines learn: another data set, or (null) the tested one by cross-fitting. */
export interface DevSamples {
  readonly name: string
  readonly samples: readonly Sample[]
}

export const baselineTitles: Readonly<Record<BaselineName, Bilingual>> = {
  majority: { zh: '最常见的标签', en: 'majority label' },
  characters: { zh: '字 n-gram 分类器（只读目标句）', en: 'character n-grams (target sentence only)' },
  lookup: { zh: '查表 P(标签 | 标注立场)，不读原文', en: 'lookup P(label | gold stance), reads no text' },
}

/** How the baselines were fitted, for the caption. */
export function fittedOn(dev: DevSamples | null): Bilingual {
  return dev
    ? { zh: `基线在“${dev.name}”上拟合（与被测样本同文的除外）`, en: `baselines fitted on “${dev.name}” (without what shares its sentence with the test)` }
    : { zh: `没有指定开发集：基线在被测数据上做 ${FOLDS} 折交叉拟合，从不在它自己的样本上拟合`, en: `no dev set: baselines are cross-fitted on the tested data in ${FOLDS} folds, never on what they are scored on` }
}

/**
 * The baselines of one field. What shares its sentence (or group) with a scored sample is never fitted on. The character classifier reads
 * at most 10,000 samples, drawn by seed; the lookup is of fields outside the matrix alone, whose own are derived from the stance.
 */
export function baselineAnswers(scheme: Scheme, fieldId: FieldId, samples: readonly Sample[], dev: DevSamples | null): BaselineAnswers[] {
  const field = fieldOf(scheme, fieldId)
  const stance = lookupField(scheme, fieldId)
  const names: readonly BaselineName[] = stance ? ['majority', 'characters', 'lookup'] : ['majority', 'characters']
  const answers = names.map((name): BaselineAnswers => ({ name, title: baselineTitles[name], predicted: new Int16Array(samples.length).fill(-1) }))
  for (const { train, test } of splits(samples, dev)) {
    const gold = train.map((sample) => goldIndex(field, sample))
    const rules = names.map((name) => fitted(name, field, stance, train, gold))
    for (const at of test) answers.forEach(({ predicted }, rule) => (predicted[at] = rules[rule]!(samples[at]!)))
  }
  return answers
}

/** The matrix's stance where it is told apart from the field: told the stance, the field does not follow from it. */
function lookupField(scheme: Scheme, fieldId: FieldId): Field | null {
  if (scheme.matrix === undefined || fieldId === scheme.matrix) return null
  const stance = fieldOf(scheme, scheme.matrix)
  return stance.kind === 'derived' && stance.from.includes(fieldId) ? null : stance
}

interface Split {
  readonly train: readonly Sample[]
  /** Positions of the samples that are scored. */
  readonly test: readonly number[]
}

function splits(samples: readonly Sample[], dev: DevSamples | null): Split[] {
  const texts = samples.map(({ text }) => plainText(text))
  if (dev) {
    const tested = new Set(texts)
    return [{ train: dev.samples.filter(({ text }) => !tested.has(plainText(text))), test: samples.map((_, at) => at) }]
  }
  const folds = foldsOf(samples.map(({ group }, at) => (group === null ? `text ${texts[at]!}` : `group ${group}`)), FOLDS, seededRandom(INTERVAL_SEED).derive('folds'))
  return Array.from({ length: FOLDS }, (_, fold) => {
    const test = samples.flatMap((_, at) => (folds[at] === fold ? [at] : []))
    const tested = new Set(test.map((at) => texts[at]!))
    return { test, train: samples.filter((_, at) => folds[at] !== fold && !tested.has(texts[at]!)) }
  })
}

type Rule = (sample: Sample) => number

function fitted(name: BaselineName, field: Field, stance: Field | null, train: readonly Sample[], gold: readonly number[]): Rule {
  const labels = field.labels.length
  switch (name) {
    case 'majority': {
      const label = majority(labels, gold) ?? -1
      return () => label
    }
    case 'characters': {
      const random = seededRandom(INTERVAL_SEED).derive('characters')
      const places = gold.flatMap((label, at) => (label >= 0 ? [at] : []))
      const drawn = places.length > LARGEST ? random.shuffle(places).slice(0, LARGEST) : places
      const classifier = fitCharacterClassifier(labels, drawn.map((at) => train[at]!.text), drawn.map((at) => gold[at]!), random)
      return ({ text }) => classifier?.predict(text) ?? -1
    }
    case 'lookup': {
      const lookup = stance && fitLookup(labels, gold, { labels: stance.labels.length, of: train.map((sample) => goldIndex(stance, sample)) })
      return (sample) => lookup?.predict(goldIndex(stance!, sample)) ?? -1
    }
  }
}

export function goldIndex(field: Field, { gold }: Sample): number {
  const said = gold[field.id]
  return said?.kind === 'label' ? labelIndex(field, said.label) : -1
}

/** A sentence as it is compared with others: compatibility forms, no white space. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '')
}

const FOLDS = 5
const LARGEST = 10_000
