/**
 * Why a file as a whole cannot be read.
 * - empty: no byte, or no row;
 * - unsupported: a format that is not read (detail.format: `xls`, `gzip`, `png`, `utf-32` …; `html`, `xml` or `git-lfs` where such a text
 *   stands in the file's place; `binary` for what is no text in any encoding);
 * - damaged: a workbook or Parquet file that its reader rejects (detail.reason: the reader's words);
 * - noTextColumn: no column has the role `text`.
 */
export type ImportErrorCode = 'empty' | 'unsupported' | 'damaged' | 'noTextColumn'

/** An expected failure of an import, by code; whoever shows it writes the sentence. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly code: ImportErrorCode
  readonly detail: Readonly<Record<string, string>>

  constructor(code: ImportErrorCode, detail: Readonly<Record<string, string>> = {}) {
    super(`${code} ${JSON.stringify(detail)}`)
    this.code = code
    this.detail = detail
  }
}
