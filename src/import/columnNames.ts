import type { RenamedColumn } from './sourceRow.ts'

export interface ColumnNames {
  readonly columns: readonly string[]
  readonly renamed: readonly RenamedColumn[]
}

/**
 * A header's cells as names: invisible characters and outer space taken off, empty ones called `#3` by their place, repeated ones
 * `label (2)`. What got another name is reported; a byte order mark taken off is not.
 */
export function columnNames(cells: readonly string[]): ColumnNames {
  const wanted = cells.map((cell) => cell.replace(invisible, '').replace(/\s+/g, ' ').trim())
  const taken = new Set<string>()
  const renamed: RenamedColumn[] = []
  const columns = wanted.map((name, at) => {
    const base = name === '' ? `#${at + 1}` : name
    let unique = base
    // A name that another column has by right (`label (2)` in the file itself) is not given away.
    for (let count = 2; taken.has(unique) || (unique !== name && wanted.includes(unique)); count++) unique = `${base} (${count})`
    taken.add(unique)
    if (unique !== name) renamed.push({ from: name, to: unique })
    return unique
  })
  return { columns, renamed }
}

/** Names for the columns of a table without a header: `#1`, `#2` … */
export function numberedColumns(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `#${at + 1}`)
}

const invisible = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g
