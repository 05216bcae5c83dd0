import type { Finding, Notice, Problem } from '../domain/dataset.ts'
import { csvText } from './csv.ts'
import type { Cell } from './table.ts'

/** Rows that did not become samples, with what is wrong and the row as it stood (cut at 2,000 characters), as CSV. @param say turns a finding into a sentence. */
export function problemsFile(problems: readonly Problem[], say: (finding: Finding) => string): string {
  return csvText({
    caption: '',
    columns: ['row', 'column', 'code', 'message', 'raw'].map((header) => ({ header })),
    rows: problems.map((problem) => [...place(problem), say(problem), problem.raw]),
  })
}

/** What is odd about samples that were taken all the same, as CSV. @param say turns a finding into a sentence. */
export function noticesFile(notices: readonly Notice[], say: (finding: Finding) => string): string {
  return csvText({
    caption: '',
    columns: ['row', 'column', 'code', 'sample_id', 'message'].map((header) => ({ header })),
    rows: notices.map((notice) => [...place(notice), notice.sampleId, say(notice)]),
  })
}

function place({ row, column, code }: Finding): Cell[] {
  return [row, column, code]
}
