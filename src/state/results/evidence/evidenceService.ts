import type { Reading } from '../../../domain/prediction.ts'
import type { FieldId } from '../../../domain/scheme.ts'
import type { RunFlips } from '../../../export/report/flips.ts'
import type { Table } from '../../../export/table.ts'
import type { TableLanguage } from '../../../export/tables/words.ts'
import type { RunKey } from '../metricsService.ts'
import type { ReportWish } from '../report/reportContent.ts'
import type { RunFilter } from '../runFilter.ts'
import type { EvidenceProgress } from './teller.ts'

/** The screens that set runs side by side, or look behind one run's answers: each is a list of tables with what they show in words. */
export const evidenceKinds = ['baselines', 'family', 'gains', 'ladder', 'shams', 'spread', 'agreement', 'slices', 'stances', 'leaning', 'chain', 'overlap'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** What can be chosen on such a screen; each is a parameter of the address. */
export const choiceKeys = ['of', 'baseline', 'mean', 'unit', 'figure', 'by', 'dev', 'margin', 'none'] as const
export type ChoiceKey = (typeof choiceKeys)[number]

export interface EvidenceQuestion {
  readonly kind: EvidenceKind
  /** The run that is looked at stands first. All are of one dataset. */
  readonly runs: readonly RunKey[]
  /** Runs over the dev set: what the baseline rule `dev` chooses by. */
  readonly devRuns?: readonly RunKey[]
  readonly field: FieldId
  /** What is chosen; the screen's default where absent or unknown. */
  readonly choices: Readonly<Partial<Record<ChoiceKey, string>>>
  readonly language: TableLanguage
  /** Where the site lies: filters of training texts are beside the embedded models. */
  readonly siteUrl: string
}

export interface EvidenceScreen {
  readonly choices: readonly Choice[]
  /** What must be known before anything is read: other samples than planned, no margin named. */
  readonly notices: readonly string[]
  readonly sections: readonly Section[]
}

export interface Choice {
  readonly key: ChoiceKey
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** A table with its title, and a sentence that says what it shows and what it does not. */
export interface Section {
  /** Unique on its screen; part of file names and LaTeX labels. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly table: Table
  /** The text says what the table comes to: it is opened by who wants to see it. */
  readonly folded?: true
  /** Where each row leads: to its samples. */
  readonly links?: readonly (SampleLink | null)[]
  /** Where single numbers of a row lead, by their column's key: each to exactly the samples it counts. */
  readonly cells?: readonly Readonly<Record<string, SampleLink>>[]
}

/** Samples of a run, as filters of the address. */
export interface SampleLink extends Partial<Omit<RunFilter, 'state' | 'search'>> {
  readonly run: string
  /** The run's plan, where it may be another than that of the run that is looked at. */
  readonly plan?: string
  /** Another reading than the screen's. */
  readonly reading?: Pick<Reading, 'prior' | 'rule' | 'later'>
  readonly sample?: string
}

/** A report, and of a plan that was run again what it says of flipped answers. */
export interface MadeReport {
  readonly html: string
  readonly flips: readonly RunFlips[]
  /** The evidence's tables, each under a name for its file. */
  readonly tables: readonly { readonly name: string; readonly table: Table }[]
}

/** What the evidence worker does. */
export interface EvidenceService {
  /** @param told how far it is, while it is made. */
  screen(question: EvidenceQuestion, told?: (progress: EvidenceProgress) => void): Promise<EvidenceScreen>
  /** A plan's report. Takes seconds: every figure of every run with its intervals, and all of these screens. @throws where there is no such plan. */
  report(planId: string, wish: ReportWish, language: TableLanguage): Promise<MadeReport>
}
