import type { ConditionalBlock, ConditionalShape } from '../domain/predictionBlock.ts'

/** Which place each shape of a block stands at, looked up once for the hundreds of predictions that share it. */
export class ShapePlaces<Place> {
  private readonly find: (shape: ConditionalShape) => Place
  private block: ConditionalBlock | null = null
  private places: (Place | undefined)[] = []

  /** @param find may throw: then whoever asks for the shape is told. */
  constructor(find: (shape: ConditionalShape) => Place) {
    this.find = find
  }

  of(block: ConditionalBlock, shape: number): Place {
    if (this.block !== block) {
      this.block = block
      this.places = []
    }
    return (this.places[shape] ??= this.find(block.shapes[shape]!))
  }
}
