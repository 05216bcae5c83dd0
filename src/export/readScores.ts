import type { Conditional } from '../domain/prediction.ts'
import type { FieldId, LabelId } from '../domain/scheme.ts'
import { decodeFloats } from './float32Base64.ts'
import { RunFileError } from './runFileError.ts'
import type { WrittenShape } from './runFileSchema.ts'

/** Written scores as conditionals. @throws RunFileError where shape, scheme and scores do not belong together. */
export function readScores(
  shapes: readonly WrittenShape[],
  labels: ReadonlyMap<FieldId, ReadonlySet<LabelId>>,
  { shape, scores }: { readonly shape: number; readonly scores: string },
  path: string,
): readonly Conditional[] {
  const parts = shapes[shape]
  if (!parts) throw new RunFileError('inconsistent', `${path}.shape`, `there are ${shapes.length} shapes, none with index ${shape}`)
  const numbers = decodeFloats(scores)
  if (!numbers) throw new RunFileError('malformed', `${path}.scores`, 'is not base64 of float32 numbers')
  const wanted = parts.reduce((sum, part) => sum + part.labels, 0)
  if (numbers.length !== wanted) throw new RunFileError('inconsistent', `${path}.scores`, `${numbers.length} numbers, its shape has ${wanted}`)
  if (numbers.some((value) => Number.isNaN(value) || value === Infinity)) {
    throw new RunFileError('malformed', `${path}.scores`, 'holds something that is no log-probability')
  }
  let from = 0
  return parts.map(({ field, given, labels: size }, at): Conditional => {
    const place = `shapes[${shape}][${at}]`
    const own = labels.get(field)
    if (!own) throw new RunFileError('inconsistent', `${place}.field`, `the scheme has no field ${field}`)
    if (own.size !== size) throw new RunFileError('inconsistent', `${place}.labels`, `${field} has ${own.size} labels, not ${size}`)
    for (const [before, label] of Object.entries(given)) {
      if (!labels.get(before)?.has(label)) throw new RunFileError('inconsistent', `${place}.given`, `the scheme has no ${before} ${label}`)
    }
    const logProbabilities = numbers.slice(from, from + size)
    from += size
    return { field, given, logProbabilities }
  })
}
