import type { Finding } from '../../src/domain/dataset.ts'

/** What a test says about findings: code, row, and the column where one is meant. */
export function brief(findings: readonly Finding[]): string[] {
  return findings.map(({ code, row, column }) => (column === null ? `${code} ${row}` : `${code} ${row} ${column}`))
}
