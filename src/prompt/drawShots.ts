import type { Dataset, Sample } from '../domain/dataset.ts'
import { type Method, schemeOf } from '../domain/method.ts'
import { seededRandom } from '../domain/random.ts'
import { derive, type FieldId, fieldOf, type LabelId, labelIndex, type Scheme } from '../domain/scheme.ts'
import type { ShotDraw, ShotRef, ShotSet } from '../domain/shots.ts'
import { classifierMethod } from './builtInMethods.ts'
import { shotAnswer } from './shotMessages.ts'

export interface ShotRequest {
  readonly scheme: Scheme
  readonly dataset: Pick<Dataset, 'id' | 'name' | 'hash'>
  /** The data set's samples, in file order. */
  readonly pool: readonly Sample[]
  /** All samples that the methods with these shots will be tested on. */
  readonly test: readonly Sample[]
  readonly draw: ShotDraw
  readonly seed: number
}

export interface DrawnShots {
  readonly set: ShotSet
  /** Labels of the draw's field for which there are too few examples. */
  readonly missing: readonly LabelId[]
  /** Of a named set: those that cannot be shown, and why. */
  readonly refused: readonly RefusedShot[]
}

/** unknown: no sample that may be shown has that id. labels: it lacks a label, or contradicts the scheme's tables. tested: it shares text, group or context with a sample under test, or is one. */
export interface RefusedShot {
  readonly sampleId: string
  readonly why: 'unknown' | 'labels' | 'tested'
}

/**
 * Draws examples. Every method that is given the set shows the same ones: a sample is drawn only where it has a gold label for
 * each field of the scheme, and its derived ones are what their parts give. Nothing under test is drawn, nor what shares its text, its
 * group or its context with a sample under test, or with another example. Named examples are shown as they are named; only what is under test is refused.
 */
export function drawShots({ scheme, dataset, pool, test, draw, seed }: ShotRequest): DrawnShots {
  const random = seededRandom(seed).derive('shots')
  const taken = new Taken(test)
  const able = pool.flatMap((sample): readonly Candidate[] => {
    const labels = goldLabels(scheme, sample)
    return labels && !taken.has(sample) ? [{ sample, labels }] : []
  })
  const shots: ShotRef[] = []
  const missing: LabelId[] = []
  const take = (candidates: readonly Candidate[], count: number): number => {
    let found = 0
    for (const { sample, labels } of candidates) {
      if (found === count) break
      if (taken.has(sample)) continue
      taken.add(sample)
      shots.push({ sampleId: sample.id, hash: sample.hash, labels })
      found++
    }
    return found
  }
  const refused: RefusedShot[] = []
  if (draw.kind === 'random') take(random.shuffle(able), draw.count)
  else if (draw.kind === 'named') {
    const byId = new Map(pool.map((sample) => [sample.id, sample]))
    const candidates = new Map(able.map((candidate) => [candidate.sample.id, candidate]))
    for (const id of new Set(draw.ids)) {
      const sample = byId.get(id)
      const candidate = candidates.get(id)
      if (candidate) shots.push({ sampleId: id, hash: candidate.sample.hash, labels: candidate.labels })
      else refused.push({ sampleId: id, why: !sample ? 'unknown' : taken.has(sample) ? 'tested' : 'labels' })
    }
  } else {
    const { labels } = fieldOf(scheme, draw.field)
    for (const { id } of labels.slice(0, draw.labels)) {
      const own = able.filter((candidate) => candidate.labels[draw.field] === id)
      const ordered = draw.kind === 'perLabel' ? humanFirst(own) : random.derive(id).shuffle(own)
      const count = draw.kind === 'perLabel' ? 1 : draw.each
      if (take(ordered, count) < count) missing.push(id)
    }
  }
  const { id, name, hash } = dataset
  return { set: { dataset: { id, name, hash }, draw, seed, shots }, missing, refused }
}

/** How many examples a draw asks for: there may be fewer. */
export function wantedShots(scheme: Scheme, draw: ShotDraw): number {
  if (draw.kind === 'random') return draw.count
  if (draw.kind === 'named') return new Set(draw.ids).size
  const labels = fieldOf(scheme, draw.field).labels.slice(0, draw.labels).length
  return draw.kind === 'perLabel' ? labels : labels * draw.each
}

/**
 * A method with examples: few-shot. Methods with one set show the same samples with the same labels.
 * @throws where an example has no label for what the method asks (a sham field).
 */
export function withShots(scheme: Scheme, method: Method, set: ShotSet): Method {
  for (const { labels } of set.shots) shotAnswer(schemeOf(scheme, method), method, labels)
  const number = set.draw.kind === 'perLabel' || set.draw.kind === 'named' ? '' : ` ${set.seed}`
  const fewId = (id: string): string => `${id}-few${number.replace(' ', '-')}`
  return {
    ...method,
    id: fewId(method.id),
    ...(method.control && { control: { ...method.control, of: fewId(method.control.of) } }),
    name: { zh: `${method.name.zh}（${set.shots.length} 例${number}）`, en: `${method.name.en} (${set.shots.length} shots${number && `, seed${number}`})` },
    shots: set,
  }
}

/** Whether examples can stand in a method's prompt and have a label for all that it asks: not for the fields of an arbitrary sham. */
export function canShowShots(scheme: Scheme, method: Method): boolean {
  return method.id !== classifierMethod.id && !method.prompt && method.steps.every((step) => step.kind !== 'choose' || scheme.fields.some(({ id }) => id === step.field))
}

/** Examples that are under test, or share a text, group or context with a sample that is. */
export function leakedShots(shots: readonly Sample[], test: readonly Sample[]): readonly Sample[] {
  const taken = new Taken(test)
  return shots.filter((shot) => taken.has(shot))
}

/** A label for each field, or null where one has none or contradicts its parts. */
function goldLabels(scheme: Scheme, { gold }: Sample): Readonly<Record<FieldId, LabelId>> | null {
  const labels: Record<FieldId, LabelId> = {}
  for (const field of scheme.fields) {
    const own = gold[field.id]
    if (own?.kind !== 'label' || labelIndex(field, own.label) < 0) return null
    labels[field.id] = own.label
  }
  const consistent = scheme.fields.every((field) => field.kind === 'chosen' || derive(field, labels) === labels[field.id])
  return consistent ? labels : null
}

interface Candidate {
  readonly sample: Sample
  readonly labels: ShotRef['labels']
}

function humanFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const human = ({ sample }: Candidate): boolean => sample.tier !== null && /human|人工/i.test(sample.tier)
  return [...candidates.filter(human), ...candidates.filter((candidate) => !human(candidate))]
}

/** What may not be shown any more, by content: ids say nothing from one file to another. */
class Taken {
  private readonly texts = new Set<string>()
  private readonly contexts = new Set<string>()
  private readonly groups = new Set<string>()

  constructor(samples: readonly Sample[]) {
    for (const sample of samples) this.add(sample)
  }

  add({ text, context, group }: Sample): void {
    this.texts.add(bare(text))
    if (bare(context) !== '') this.contexts.add(bare(context))
    if (group !== null) this.groups.add(group)
  }

  has({ text, context, group }: Sample): boolean {
    return this.texts.has(bare(text)) || this.contexts.has(bare(context)) || (group !== null && this.groups.has(group))
  }
}

/** A text without width, spaces and punctuation, which change from file to file. A text of nothing else is itself. */
function bare(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  const letters = folded.replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? folded.trim() : letters
}
