import type { Bilingual } from '../../domain/scheme.ts'
import type { Markup } from './markup.ts'
import type { ReportContent } from './reportContent.ts'
import type { Voice } from './voice.ts'

/** One part of a report: a file in sections/, and a line in report.ts. */
export interface ReportSection {
  /** Its anchor. */
  readonly id: string
  readonly title: Bilingual
  /** Null where there is nothing to say: then it has no heading either. */
  readonly body: (content: ReportContent, voice: Voice) => Markup | null
}
