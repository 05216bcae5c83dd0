import type { Tokens } from '../domain/units.ts'
import type { MaskGraph, maskGraph, MaskOutput } from './graph/maskGraph.ts'
import { pastLengthInput } from './graph/innerShape.ts'
import { createSession, type Mounted, type Session, Tensor } from './runtime.ts'

/** A forward of so many tokens behind so many in the cache. */
interface Lengths {
  readonly rows: Tokens
  readonly past: Tokens
}

/** From a text's start, and one token at a time: what every export can do. */
const usualLengths: readonly Lengths[] = [{ rows: 1, past: 0 }, { rows: 7, past: 0 }, { rows: 1, past: 9 }, { rows: 1, past: 64 }, { rows: 300, past: 0 }]
/** Several tokens behind others: some exports can not, and have no mask then that could be another. */
const severalBehind: readonly Lengths[] = [{ rows: 5, past: 4 }, { rows: 3, past: 61 }]
/** A window shows where texts are longer than it: masks are looked at up to here, */
const longText: Tokens = 4096
/** and, where that went fast (in ms), as far as the model reads; but never further than this. */
const fast = 25
const longestText: Tokens = 40_960

/** What is added to a score that must not count is this low at least. */
const low = -9_999

/**
 * Runs a graph's own masks for texts of several lengths and looks who sees whom: only a mask that hides what is to come, and nothing else, can be given up
 * for that of a tree. @param graph as `maskGraph` cut it. @param contextLength how many tokens the model reads.
 * @returns why the masks are others, or cannot be run by themselves; null where they are plain causal, or where there are none.
 */
export async function maskFault(graph: ReturnType<typeof maskGraph>, mounted: readonly Mounted[], contextLength: Tokens): Promise<string | null> {
  if (graph === null || typeof graph === 'string') return graph
  let session: Session | undefined
  try {
    session = await createSession(graph.bytes, 'the masks', 'wasm', mounted)
    return await foundFault(graph, session, contextLength)
  } catch (error) {
    return `the mask cannot be looked at by itself: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    await session?.release()
  }
}

async function foundFault(graph: MaskGraph, session: Session, contextLength: Tokens): Promise<string | null> {
  for (const lengths of usualLengths) {
    if (lengths.rows + lengths.past > contextLength) continue
    const fault = await faultAt(graph, session, lengths)
    if (fault !== null) return fault
  }
  for (const lengths of severalBehind) {
    if (lengths.rows + lengths.past > contextLength) continue
    const fault = await faultAt(graph, session, lengths).catch(() => null)
    if (fault !== null) return fault
  }
  const long = Math.min(longText, contextLength)
  const started = performance.now()
  const fault = await faultAt(graph, session, { rows: 1, past: long - 1 })
  const longest = Math.min(longestText, contextLength)
  if (fault !== null || longest === long || performance.now() - started > fast) return fault
  return faultAt(graph, session, { rows: 1, past: longest - 1 })
}

async function faultAt({ inputs, layers }: MaskGraph, session: Session, lengths: Lengths): Promise<string | null> {
  const { rows, past } = lengths
  const values: Readonly<Record<string, () => Tensor>> = {
    input_ids: () => new Tensor('int64', new BigInt64Array(rows), [1, rows]),
    position_ids: () => new Tensor('int64', BigInt64Array.from({ length: rows }, (_, row) => BigInt(past + row)), [1, rows]),
    attention_mask: () => new Tensor('int64', new BigInt64Array(past + rows).fill(1n), [1, past + rows]),
    [pastLengthInput]: () => new Tensor('int64', BigInt64Array.of(BigInt(past)), [1]),
  }
  const feeds = Object.fromEntries(inputs.map((name) => [name, values[name]!()]))
  const results = await session.run(feeds)
  const floats = (name: string): Float32Array => results[name]!.data as Float32Array
  for (const masks of layers) {
    const read = masks.map((mask) => sight(mask, floats(mask.numbers), Array.from(results[mask.shape]!.data as BigInt64Array, Number), mask.instead === null ? null : floats(mask.instead), lengths))
    const unread = read.find((one) => typeof one === 'string')
    if (unread !== undefined) return unread
    const fault = unlikeCausal(read as readonly Sight[], lengths)
    if (fault !== null) return fault
  }
  return null
}

/** What a mask says of a row and a column in one of its tables (a head's, where heads have their own). */
interface Sight {
  readonly tables: number
  readonly says: (table: number, row: number, column: number) => 'seen' | 'hidden' | number
}

function sight({ kind }: MaskOutput, numbers: Float32Array, shape: readonly number[], instead: Float32Array | null, { rows, past }: Lengths): Sight | string {
  const total = past + rows
  const [height = 1, width = 1] = [shape.at(-2), shape.at(-1)]
  if (height !== rows && height !== 1 && height % rows === 0) return 'the mask is repeated for heads that are rows'
  if ((height !== rows && height !== 1) || (width !== total && width !== 1)) return `the mask of ${rows} tokens behind ${past} is a table of ${height} x ${width}`
  const other = instead?.find((value) => !(value <= low))
  if (other !== undefined) return `what the mask hides counts as ${other}`
  const tables = Math.max(numbers.length / (height * width), 1)
  return {
    tables,
    says: (table, row, column) => {
      const value = numbers[((table % tables) * height + (height === 1 ? 0 : row)) * width + (width === 1 ? 0 : column)]!
      if (kind !== 'added') return (value !== 0) === (kind === 'shows') ? 'seen' : 'hidden'
      return value === 0 ? 'seen' : value <= low ? 'hidden' : value
    },
  }
}

function unlikeCausal(masks: readonly Sight[], { rows, past }: Lengths): string | null {
  const tables = Math.max(...masks.map((mask) => mask.tables))
  for (let table = 0; table < tables; table++) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < past + rows; column++) {
        const said = masks.map(({ says }) => says(table, row, column))
        const hidden = said.includes('hidden')
        const weighed = said.find((one) => typeof one === 'number')
        const where = `token ${past + row + 1} of ${past + rows}`
        if (weighed !== undefined && !hidden) return `the mask weighs places: ${where} sees token ${column + 1} with ${weighed}`
        if (column > past + row && !hidden) return `the mask is not causal: ${where} sees token ${column + 1}`
        if (column <= past + row && hidden) return `the mask hides more than what is to come: ${where} does not see token ${column + 1}`
      }
    }
  }
  return null
}
