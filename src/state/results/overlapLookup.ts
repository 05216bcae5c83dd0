import type { Dataset, Sample } from '../../domain/dataset.ts'
import type { Plan, Run } from '../../domain/plan.ts'
import { samplesFor } from '../../domain/roles.ts'
import { type PiecesSeen, readBloom } from '../../metrics/bloom.ts'
import { overlaps, PieceSet } from '../../metrics/overlap.ts'
import { isSameDataset } from './devChoice.ts'
import { CROSS_FITTED, overlapBit, type OverlapKind, type Overlaps } from './overlapChoice.ts'

/** What is read to find where samples stand besides. */
export interface OverlapReads {
  /** Another data set: that of the id, else (it was deleted and taken in again) that of the content; undefined where it is gone. */
  readDataset(id: string, hash?: string): Promise<{ readonly dataset: Dataset; readonly samples: readonly Sample[] } | undefined>
  /** A file of this site. @throws where it is not there. */
  readFile(url: string): Promise<Uint8Array>
}

/** A development set that is there. */
export interface DevSamples {
  readonly name: string
  /** It is a dataset's development part, not the whole. */
  readonly part: boolean
  readonly samples: readonly Sample[]
}

/**
 * As `devChoices` says on the screen. The dataset chosen, where it is labelled by the plan's scheme; else the development part of the tested one, where it has one that was not tested. Of the tested
 * dataset it is the part that the plan froze, whatever its roles are today, and never a sample that the plan asks.
 */
export async function devSamples(source: OverlapReads, { dataset, drawn, sampleIds, scheme }: Plan, chosen: string | undefined): Promise<DevSamples | null> {
  if (chosen === CROSS_FITTED) return null
  const read = async (id: string) => {
    const found = await source.readDataset(id, id === dataset.id ? dataset.hash : undefined)
    // labels of another scheme may be called the same and mean something else; a stand-in is whatever a run file happened to bring
    return found?.dataset.schemeId === scheme.id && !found.dataset.standIn ? found : undefined
  }
  const named = chosen === undefined ? undefined : await read(chosen)
  const own = !named || isSameDataset(named.dataset, dataset)
  const tested = own && (named !== undefined || drawn?.role === 'test') ? await read(dataset.id) : undefined
  const found = own ? (drawn?.role === 'test' || tested?.dataset.roles ? tested : undefined) : named
  if (!found) return null
  const asked = new Set(own ? sampleIds : [])
  const parted = own && drawn ? drawn : found.dataset
  const samples = samplesFor('dev', parted, found.samples).filter(({ id }) => !asked.has(id))
  return { name: found.dataset.name, part: own || parted.roles !== undefined, samples }
}

/** Something that samples may stand in, too. */
export interface OverlapSource {
  readonly kind: OverlapKind
  readonly name: string
  /** Of a single false positive; 0 where pieces are compared exactly. */
  readonly chance: number
  seen(text: string): PiecesSeen
}

/** Where a run's samples may stand besides: its examples, the development set, an embedded model's training texts; none where nothing can be asked. */
export async function overlapSources(source: OverlapReads, { method, model: { ref } }: Run, dev: DevSamples | null, siteUrl: string): Promise<OverlapSource[]> {
  const sources: OverlapSource[] = []
  if (method.shots && method.shots.shots.length > 0) {
    const shown = new Set(method.shots.shots.map(({ sampleId }) => sampleId))
    const found = await source.readDataset(method.shots.dataset.id, method.shots.dataset.hash)
    if (found) sources.push({ kind: 'shots', name: method.name.en, ...exactly(found.samples.filter(({ id }) => shown.has(id))) })
  }
  if (dev) sources.push({ kind: 'dev', name: dev.name, ...exactly(dev.samples) })
  if (ref.origin === 'embedded' && ref.files.some(({ path }) => path === FILTER)) {
    const bloom = readBloom(await source.readFile(`${siteUrl}models/${ref.id}/${FILTER}`))
    sources.push({ kind: 'training', name: ref.id, chance: bloom.falsePositives, seen: (text) => bloom.seen(text) })
  }
  return sources
}

function exactly(samples: readonly Sample[]): Pick<OverlapSource, 'chance' | 'seen'> {
  const set = new PieceSet()
  for (const { text, context } of samples) {
    set.add(text)
    if (context !== '') set.add(context)
  }
  return { chance: 0, seen: (text) => set.seen(text) }
}

const FILTER = 'bloom.bin'

/** What was found of a sample in a source. */
export interface OverlapFound {
  readonly text: PiecesSeen
  readonly context: PiecesSeen
  readonly inText: boolean
  readonly inContext: boolean
}

export function lookedUp(source: OverlapSource, sample: Sample): OverlapFound {
  const text = source.seen(sample.text)
  const context = sample.context === '' ? { asked: 0, seen: 0 } : source.seen(sample.context)
  return { text, context, inText: overlaps(text, source.chance), inContext: overlaps(context, source.chance) }
}

/** A sample's overlaps as bits. */
function overlapBits(sources: readonly OverlapSource[], sample: Sample): number {
  let bits = 0
  for (const source of sources) {
    const { inText, inContext } = lookedUp(source, sample)
    if (inText || inContext) bits |= overlapBit(source.kind)
  }
  return bits
}

/** The overlaps of samples, in their order. */
export function overlapColumn(sources: readonly OverlapSource[], samples: readonly Sample[]): Overlaps {
  return Uint8Array.from(samples, (sample) => overlapBits(sources, sample))
}
