import { describe, expect, it } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { fieldOf } from '../../src/domain/scheme.ts'
import { stanceMatrix } from '../../src/domain/stanceMatrix.ts'
import { csvText } from '../../src/export/csv.ts'
import { confusionCounts, matrixCells } from '../../src/export/tables/countTables.ts'
import { confusion } from '../../src/metrics/confusion.ts'

describe('tables of counts', () => {
  it('hold a confusion table as it is, answers without a label in columns of their own', () => {
    const field = fieldOf(builtInScheme, 'explicit')
    const table = confusionCounts({ caption: 'c', field, table: confusion(3, [0, 0, 1, 2, 2], [0, 1, -1, -2, 2]), corner: 'gold', outOfScheme: 'out', unparsed: 'none', language: 'en' })
    expect(csvText(table).trim().split('\r\n').slice(1)).toEqual(['Positive,1,1,0,0,0', 'Neutral,0,0,0,0,1', 'Negative,0,0,1,1,0'])
  })

  it('hold a matrix as it stands on every screen', () => {
    const matrix = stanceMatrix(builtInScheme)!
    const table = matrixCells({ caption: 'c', matrix, values: (stance) => matrix.stance.labels.findIndex(({ id }) => id === stance), language: 'en' })
    expect(table.rows.map((row) => row[0])).toEqual(matrix.explicit.labels.map(({ name }) => name.en))
    expect(table.rows.flatMap((row) => row.slice(1))).toEqual(matrix.cells.flat().map((stance) => matrix.stance.labels.findIndex(({ id }) => id === stance)))
  })
})
