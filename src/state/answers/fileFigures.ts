import { type FieldId, fieldOf, labelIndex, type Scheme } from '../../domain/scheme.ts'
import { accuracy, macroF1, weightedF1 } from '../../metrics/classification.ts'
import { confusion, OUT_OF_SCHEME, UNPARSED } from '../../metrics/confusion.ts'
import type { MatchedFile } from './importedRuns.ts'

/** The benchmark's figures of one task, as its metric script computes them. */
export interface TaskFigures {
  /** Records whose gold is in the list. */
  readonly n: number
  readonly accuracy: number | undefined
  readonly macroF1: number | undefined
  readonly weightedF1: number | undefined
}

/** A file's figures for one task: over all its records and the gold that it states itself, and over those taken and the dataset's gold. */
export interface FileFigures {
  readonly field: FieldId
  /** Null where the file states no gold. */
  readonly byFile: TaskFigures | null
  readonly byData: TaskFigures
}

/** For the tasks whose answers the file states; the models' words are not parsed here. */
export function fileFigures({ answers, matches }: MatchedFile, scheme: Scheme): readonly FileFigures[] {
  return answers.fields.flatMap((id) => {
    const field = fieldOf(scheme, id)
    const index = (label: string | null | undefined): number => (label == null ? UNPARSED : labelIndex(field, label) < 0 ? OUT_OF_SCHEME : labelIndex(field, label))
    const figures = (pairs: readonly (readonly [gold: number, predicted: number])[]): TaskFigures => {
      const table = confusion(field.labels.length, pairs.map(([gold]) => Math.max(gold, -1)), pairs.map(([, predicted]) => predicted))
      return { n: pairs.length - table.leftOut, accuracy: accuracy(table), macroF1: macroF1(table), weightedF1: weightedF1(table) }
    }
    const states = answers.records.filter(({ fields }) => fields[id]?.said !== undefined)
    if (states.length === 0) return []
    const own = states.filter(({ gold }) => gold[id] !== undefined)
    return [{
      field: id,
      byFile: own.length === 0 ? null : figures(own.map(({ gold, fields }) => [index(gold[id]), index(fields[id]!.said)])),
      byData: figures(matches.matched.flatMap(({ record, sample }) => {
        const said = record.fields[id]?.said
        const gold = sample.gold[id]
        return said === undefined || gold?.kind !== 'label' ? [] : [[index(gold.label), index(said)] as const]
      })),
    }]
  })
}
