import type { Sample } from '../../domain/dataset.ts'
import type { FieldId } from '../../domain/scheme.ts'
import { CHOSEN, columnOfField, FAILED, type FieldColumn, isAnswered, isUnparsed, NO_GOLD, NOT_ASKED, OUT, type RunColumns, WAITING } from './runColumns.ts'
import { besideTests, type Others, othersOf, pathTest, type Relation } from './besideFilter.ts'
import { type OverlapChoice, type Overlaps, overlapTest } from './overlapChoice.ts'
import { sliceOf } from './slices.ts'

/** Which samples of a run are meant. What is absent does not restrict. */
export interface RunFilter {
  readonly scene?: string | undefined
  readonly tier?: string | undefined
  /** The field that `gold`, `answer` and `verdict` are about. */
  readonly field: FieldId
  /** A label's id, or `none`: no gold label in the list. */
  readonly gold?: string | undefined
  /** A label's id, `outOfScheme`, `unparsed` (an answer without a label), or `notAsked`: not behind what this reading chooses. */
  readonly answer?: string | undefined
  /** scored: right or wrong, which is what figures are over. */
  readonly verdict?: 'right' | 'wrong' | 'scored' | undefined
  /** failed: no answer; waiting: not asked yet; dropped: the context had to be shortened. */
  readonly state?: 'failed' | 'waiting' | 'dropped' | undefined
  /** Words found in text, context or id, whatever their case. */
  readonly search?: string | undefined
  /** Samples whose `slice` (a column of slices.ts) is `part`. */
  readonly slice?: string | undefined
  readonly part?: string | undefined
  /** Other runs that this one is set beside (otherAnswers.ts reads them), or `gold`; more than one parted by spaces. */
  readonly beside?: string | undefined
  /** How `field` stands beside the first of them; see besideFilter.ts. */
  readonly relation?: Relation | undefined
  /** A field on which the two give the same label, or two different ones, besides. */
  readonly equal?: FieldId | undefined
  readonly unequal?: FieldId | undefined
  /** Runs that all have answered `field`, where they were asked it: what figures over several runs rest on. */
  readonly together?: string | undefined
  /** Runs that all have planned the sample. */
  readonly planned?: string | undefined
  /** Where the chain to `field` went; see `pathName`. */
  readonly path?: string | undefined
  /** Samples that also stand elsewhere; see overlapLookup.ts. */
  readonly overlap?: OverlapChoice | undefined
  /** Which dataset's development part `overlap` is over: the id, or what `devSamples` takes where absent. */
  readonly dev?: string | undefined
}

/** Samples chosen by what the model answered: figures over them say nothing of the model. */
export function chosenByAnswer({ answer, verdict, relation, path }: RunFilter): boolean {
  return answer !== undefined || verdict === 'right' || verdict === 'wrong' || (relation !== undefined && relation !== 'both' && relation !== 'rated') || (path !== undefined && !path.endsWith(':all'))
}

/**
 * Positions of the samples that pass, ascending.
 * @param samples in the order of the columns; wanted where words are searched for. @throws where they are not given then, nor what `looked` says is looked at.
 */
export function matching(columns: RunColumns, filter: RunFilter, samples?: readonly Sample[], { others, overlaps }: LookedUp = {}): Int32Array {
  const tests = [
    byCategory(columns.scenes, filter.scene),
    byCategory(columns.tiers, filter.tier),
    ...byField(columnOfField(columns, filter.field), filter),
    byState(columns, filter.state),
    bySearch(samples, wordsOf(filter)),
    bySlice(columns, filter, samples),
    ...(othersOf(filter).length > 0 || filter.relation !== undefined ? besideTests(columns, filter, others ?? wanted) : []),
    pathTest(columns, filter),
    overlapTest(filter.overlap, overlaps),
  ].filter((test) => test !== null)
  const found = new Int32Array(columns.ids.length)
  let count = 0
  for (let at = 0; at < columns.ids.length; at++) {
    if (tests.every((test) => test(at))) found[count++] = at
  }
  return found.slice(0, count)
}

/** What a filter looks at that is not among the run's columns. */
export interface LookedUp {
  readonly others?: Others
  readonly overlaps?: Overlaps
}

function wanted(reference: string): never {
  throw new Error(`the answers of run ${reference} are wanted and were not read`)
}

type Test = (at: number) => boolean

function byCategory(category: { readonly values: readonly string[]; readonly of: Int32Array }, value: string | undefined): Test | null {
  if (value === undefined) return null
  const wanted = category.values.indexOf(value)
  return (at) => wanted >= 0 && category.of[at] === wanted
}

function byField({ field, gold, label, status }: FieldColumn, filter: RunFilter): (Test | null)[] {
  const position = (id: string) => field.labels.findIndex((candidate) => candidate.id === id)
  const tests: (Test | null)[] = []
  if (filter.gold !== undefined) {
    const wanted = position(filter.gold)
    tests.push(filter.gold === 'none' ? (at) => gold[at]! < 0 : (at) => gold[at] === wanted && wanted >= 0)
  }
  if (filter.answer === 'outOfScheme') tests.push((at) => status[at] === OUT)
  else if (filter.answer === 'unparsed') tests.push((at) => isUnparsed(status[at]!))
  else if (filter.answer === 'notAsked') tests.push((at) => status[at] === NOT_ASKED)
  else if (filter.answer !== undefined) {
    const wanted = position(filter.answer)
    tests.push((at) => status[at] === CHOSEN && label[at] === wanted)
  }
  if (filter.verdict === 'right') tests.push((at) => gold[at]! > NO_GOLD && status[at] === CHOSEN && label[at] === gold[at])
  const scored: Test = (at) => gold[at]! > NO_GOLD && isAnswered(status[at]!)
  if (filter.verdict === 'scored') tests.push(scored)
  if (filter.verdict === 'wrong') tests.push((at) => scored(at) && (status[at] !== CHOSEN || label[at] !== gold[at]))
  return tests
}

function byState({ state, dropped }: RunColumns, wanted: RunFilter['state']): Test | null {
  switch (wanted) {
    case undefined:
      return null
    case 'failed':
      return (at) => state[at] === FAILED
    case 'waiting':
      return (at) => state[at] === WAITING
    case 'dropped':
      return (at) => dropped[at]! > 0
  }
}

/** Whether the filter looks into what samples say. */
export function readsTexts(filter: RunFilter): boolean {
  return filter.slice !== undefined || wordsOf(filter).length > 0
}

function wordsOf({ search }: RunFilter): readonly string[] {
  return (search ?? '').toLowerCase().split(/\s+/).filter((word) => word !== '')
}

function bySlice({ fields }: RunColumns, { slice, part }: RunFilter, samples: readonly Sample[] | undefined): Test | null {
  if (slice === undefined) return null
  if (!samples) throw new Error('samples are wanted to part them')
  return byCategory(sliceOf(fields.map(({ field }) => field), samples, slice), part)
}

function bySearch(samples: readonly Sample[] | undefined, words: readonly string[]): Test | null {
  if (words.length === 0) return null
  if (!samples) throw new Error('words are searched for in samples that were not read')
  return (at) => {
    const { text, context, id } = samples[at]!
    return words.every((word) => [text, context, id].some((part) => part.toLowerCase().includes(word)))
  }
}
