import { note } from '../parts/dataTable.ts'
import { plainTable } from '../parts/plainTable.ts'
import { markup } from '../markup.ts'
import type { ReportEvidence } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'

/** A kind of evidence as a part of the report: its tables, each below what it shows and does not show. */
export function evidenceSection({ id, title, notices, sections }: ReportEvidence): ReportSection {
  return {
    id,
    title,
    body: () => markup`${notices.map((text) => note(text, 'warning'))}${sections.map((section) => markup`<h3>${section.title}</h3><p>${section.text}</p>${plainTable(section.table)}`)}`,
  }
}
