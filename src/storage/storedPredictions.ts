import type { Prediction, PredictionSet } from '../domain/prediction.ts'
import { BatchReader, type PredictionBatch } from './predictionRecord.ts'

/** Every sample's latest prediction out of batches, a failed one only where none succeeded; each is made when it is asked for. */
export class StoredPredictions implements PredictionSet {
  private readonly readers: readonly BatchReader[]
  /** Sample to batch and place, in the order in which samples were first answered. */
  private readonly places = new Map<string, number>()

  /** @throws StorageError malformedRecord */
  constructor(batches: readonly PredictionBatch[]) {
    this.readers = batches.map((batch) => new BatchReader(batch))
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
    return place === undefined ? undefined : this.at(place)
  }

  *values(): IterableIterator<Prediction> {
    for (const place of this.places.values()) yield this.at(place)
  }

  private at(place: number): Prediction {
    return this.readers[Math.floor(place / LARGEST)]!.at(place % LARGEST)
  }
}

/** More than any batch holds. */
const LARGEST = 65_536
