import { isBuiltInMatrix, type StanceMatrix } from '../../domain/stanceMatrix.ts'
import type { Language } from '../../state/language.ts'
import { matrixMessages } from '../messages/matrix.ts'

export interface MatrixWords {
  /** What the matrix is called, as a heading. */
  readonly title: string
  /** What its cells are called. */
  readonly cell: string
  /** Rows and columns in one: the corner. */
  readonly corner: string
  readonly rows: string
  readonly columns: string
}

/** What a matrix and its sides are called: the built-in one in short, any other by its fields' names. */
export function matrixWords(matrix: StanceMatrix, language: Language): MatrixWords {
  const { corner, said, meant, stance, title, named } = matrixMessages[language]
  if (isBuiltInMatrix(matrix)) return { title, cell: stance, corner, rows: said, columns: meant }
  const [rows, columns, cell] = [matrix.explicit.name[language], matrix.implicit.name[language], matrix.stance.name[language]]
  return { title: named(cell), cell, corner: `${rows} ＼ ${columns}`, rows, columns }
}
