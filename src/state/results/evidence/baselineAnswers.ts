import type { Sample } from '../../../domain/dataset.ts'
import { seededRandom } from '../../../domain/random.ts'
import { type Bilingual, type Field, type FieldId, fieldOf, labelIndex, type Scheme } from '../../../domain/scheme.ts'
import { fitLookup, majority } from '../../../metrics/baselines.ts'
import { type CharacterFeatures, characterFeatures, fitCharacterClassifier } from '../../../metrics/characterClassifier.ts'
import { foldsOf } from '../../../metrics/folds.ts'
import { INTERVAL_SEED } from '../fieldIntervals.ts'
import type { DevSamples } from '../overlapLookup.ts'
import { Teller } from './teller.ts'

export type BaselineName = 'majority' | 'characters' | 'lookup'

/** What answering without a model is worth: labels for the samples in question, from rules fitted on others. */
export interface BaselineAnswers {
  readonly name: BaselineName
  readonly title: Bilingual
  /** Label indices, -1 where the rule has none. */
  readonly predicted: Int16Array
}

export const baselineTitles: Readonly<Record<BaselineName, Bilingual>> = {
  majority: { zh: '最常见的标签', en: 'majority label' },
  characters: { zh: '字 n-gram 分类器（只读目标句）', en: 'character n-grams (target sentence only)' },
  lookup: { zh: '查表 P(标签 | 标注立场)，不读原文', en: 'lookup P(label | gold stance), reads no text' },
}

/** How the baselines were fitted, for the caption. */
export function fittedOn({ dev, samples }: Pick<Baselines, 'dev' | 'samples'>): Bilingual {
  const folds = foldsFor(samples.length)
  if (!dev && samples.length > 0 && samples.every(({ text }) => text === '')) {
    return { zh: '这里没有样本的原文，分不出哪些与被测样本同文：没有基线', en: 'the samples’ texts are not here, so nothing can be held apart to fit on: no baselines' }
  }
  if (!dev) return { zh: `没有用开发集：基线在被测数据上做 ${folds} 折交叉拟合，从不在它自己的样本上拟合`, en: `no dev set: baselines are cross-fitted on the tested data in ${folds} folds, never on what they are scored on` }
  const on = dev.part ? { zh: `“${dev.name}”的开发部分`, en: `the development part of “${dev.name}”` } : { zh: `“${dev.name}”`, en: `“${dev.name}”` }
  if (dev.samples.length === 0) return { zh: `${on.zh}里没有不在被测之列的样本：没有基线`, en: `${on.en} has no sample that is not tested, so nothing is left to fit on: no baselines` }
  if (splits(samples, dev)[0]!.train.length === 0) return { zh: `${on.zh}的样本都与被测样本同文，没有可供拟合的：没有基线`, en: `every sample of ${on.en} shares its sentence with the test, so nothing is left to fit on: no baselines` }
  return { zh: `基线在${on.zh}上拟合（与被测样本同文的除外）`, en: `baselines fitted on ${on.en} (without what shares its sentence with the test)` }
}

/**
 * The baselines of a set of samples, field by field; each is fitted when it is first asked for and kept.
 *
 * What shares its sentence (or group) with a scored sample is never fitted on. The character classifier reads at most 10,000 samples, drawn
 * by seed; the lookup is of fields outside the matrix alone, whose own are derived from the stance.
 */
export class Baselines {
  readonly scheme: Scheme
  readonly samples: readonly Sample[]
  readonly dev: DevSamples | null
  private readonly kept = new Map<string, BaselineAnswers>()
  private readonly features = new Map<Sample, CharacterFeatures>()
  private parted: readonly Split[] | undefined
  private readonly teller: Teller

  constructor(scheme: Scheme, samples: readonly Sample[], dev: DevSamples | null, teller = new Teller()) {
    this.teller = teller
    this.scheme = scheme
    this.samples = samples
    this.dev = dev
  }

  /** Those that the field has, in the order of `baselineTitles`. */
  answers(fieldId: FieldId): BaselineAnswers[] {
    const names: readonly BaselineName[] = ['majority', 'characters', 'lookup']
    return names.flatMap((name) => this.answer(name, fieldId) ?? [])
  }

  /** Undefined where the field has no such baseline, or nothing is left to fit it on. */
  answer(name: BaselineName, fieldId: FieldId): BaselineAnswers | undefined {
    const field = fieldOf(this.scheme, fieldId)
    const stance = lookupField(this.scheme, fieldId)
    if (name === 'lookup' && !stance) return undefined
    const key = `${name} ${fieldId}`
    const known = this.kept.get(key)
    if (known) return known
    const predicted = new Int16Array(this.samples.length).fill(-1)
    this.parted ??= splits(this.samples, this.dev)
    for (const [at, { train, test }] of this.parted.entries()) {
      this.teller.tell('baselines', at, this.parted.length)
      const rule = this.fitted(name, field, stance, train)
      for (const record of test) predicted[record] = rule(this.samples[record]!)
    }
    if (this.samples.length > 0 && predicted.every((label) => label < 0)) return undefined
    const answers = { name, title: baselineTitles[name], predicted }
    this.kept.set(key, answers)
    return answers
  }

  /** Whether these are the baselines of that question, so that what was fitted serves it too. */
  serve(scheme: Scheme, samples: readonly Sample[], dev: DevSamples | null): boolean {
    return same(this.samples, samples) && same(this.dev?.samples ?? [], dev?.samples ?? []) && this.dev?.name === dev?.name && this.dev?.part === dev?.part && JSON.stringify(this.scheme) === JSON.stringify(scheme)
  }

  private fitted(name: BaselineName, field: Field, stance: Field | null, train: readonly Sample[]): Rule {
    const labels = field.labels.length
    const gold = train.map((sample) => goldIndex(field, sample))
    switch (name) {
      case 'majority': {
        const label = majority(labels, gold) ?? -1
        return () => label
      }
      case 'characters': {
        const random = seededRandom(INTERVAL_SEED).derive('characters')
        const places = gold.flatMap((label, at) => (label >= 0 ? [at] : []))
        const drawn = places.length > LARGEST ? random.shuffle(places).slice(0, LARGEST) : places
        const classifier = fitCharacterClassifier(labels, drawn.map((at) => this.featuresOf(train[at]!)), drawn.map((at) => gold[at]!), random)
        return (sample) => classifier?.predict(this.featuresOf(sample)) ?? -1
      }
      case 'lookup': {
        const lookup = stance && fitLookup(labels, gold, { labels: stance.labels.length, of: train.map((sample) => goldIndex(stance, sample)) })
        return (sample) => lookup?.predict(goldIndex(stance!, sample)) ?? -1
      }
    }
  }

  private featuresOf(sample: Sample): CharacterFeatures {
    const known = this.features.get(sample)
    if (known) return known
    const features = characterFeatures(sample.text)
    this.features.set(sample, features)
    return features
  }
}

function same(one: readonly Sample[], other: readonly Sample[]): boolean {
  return one.length === other.length && one.every((sample, at) => sample === other[at])
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
  const count = foldsFor(samples.length)
  const folds = foldsOf(samples.map(({ group }, at) => (group === null ? `text ${texts[at]!}` : `group ${group}`)), count, seededRandom(INTERVAL_SEED).derive('folds'))
  return Array.from({ length: count }, (_, fold) => {
    const test = samples.flatMap((_, at) => (folds[at] === fold ? [at] : []))
    const tested = new Set(test.map((at) => texts[at]!))
    return { test, train: samples.filter((_, at) => folds[at] !== fold && !tested.has(texts[at]!)) }
  })
}

type Rule = (sample: Sample) => number

function goldIndex(field: Field, { gold }: Sample): number {
  const said = gold[field.id]
  return said?.kind === 'label' ? labelIndex(field, said.label) : -1
}

/** A sentence as it is compared with others: compatibility forms, no white space. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '')
}

/** Half of a large data set is more than the character classifier reads: more folds would fit it as often again and no better. */
function foldsFor(samples: number): number {
  return samples > 3 * LARGEST ? 2 : 5
}

const LARGEST = 10_000
