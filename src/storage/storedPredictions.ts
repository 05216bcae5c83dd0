import type { Prediction, PredictionSet } from '../domain/prediction.ts'
import type { PredictionBlock } from '../domain/predictionBlock.ts'
import { BatchReader } from './batchReader.ts'
import type { PredictionBatch } from './predictionRecord.ts'

/** A batch as it was read, under its key. Only a small one is ever put together with others, perhaps under the same key. */
export interface StoredBlock {
  readonly key: number
  readonly small: boolean
  readonly reader: BatchReader
}

/** @throws StorageError malformedRecord */
export function storedBlock(key: number, batch: PredictionBatch): StoredBlock {
  return { key, small: batch.ids.small === 1, reader: new BatchReader(batch) }
}

/** Every sample's latest prediction out of batches, a failed one only where none succeeded; each is made when it is asked for. */
export class StoredPredictions implements PredictionSet {
  /** In the order of their keys. */
  readonly blocks: readonly StoredBlock[]
  private readonly readers: readonly BatchReader[]
  /** Sample to batch and place, in the order in which samples were first answered. */
  private readonly places = new Map<string, number>()

  constructor(blocks: readonly StoredBlock[]) {
    this.blocks = blocks
    this.readers = blocks.map(({ reader }) => reader)
    for (const [at, reader] of this.readers.entries()) {
      reader.ids.forEach((id, place) => {
        const known = this.places.get(id)
        if (known !== undefined && reader.failed(place) && !this.readers[Math.floor(known / LARGEST)]!.failed(known % LARGEST)) return
        this.places.set(id, at * LARGEST + place)
      })
    }
  }

  get size(): number {
    return this.places.size
  }

  get(sampleId: string): Prediction | undefined {
    const place = this.places.get(sampleId)
    return place === undefined ? undefined : this.readers[Math.floor(place / LARGEST)]!.at(place % LARGEST)
  }

  *values(): IterableIterator<Prediction> {
    for (const place of this.places.values()) yield this.readers[Math.floor(place / LARGEST)]!.at(place % LARGEST)
  }

  visit(see: (block: PredictionBlock, at: number) => void, before?: PredictionSet): void {
    if (before && !this.follows(before)) throw new Error('not an earlier state of these predictions')
    const show = (place: number): void => see(this.readers[Math.floor(place / LARGEST)]!, place % LARGEST)
    if (!(before instanceof StoredPredictions)) {
      this.places.forEach(show)
      return
    }
    const known = new Set(before.readers)
    for (const reader of this.readers) if (!known.has(reader)) for (const id of reader.ids) show(this.places.get(id)!)
  }

  /** Records that are full stay as long as their run does; small ones may have been put together, with all that they held. */
  follows(before: PredictionSet): boolean {
    if (!(before instanceof StoredPredictions)) return false
    const here = new Set(this.readers)
    return before.blocks.every(({ small, reader }) => here.has(reader) || (small && reader.ids.every((id) => this.places.has(id))))
  }
}

/** More than any batch holds. */
const LARGEST = 65_536
