import { familyPairs } from '../../../domain/family.ts'
import { reportHtml } from '../../../export/report/report.ts'
import type { TableLanguage } from '../../../export/tables/words.ts'
import { RecentReads } from '../../recentReads.ts'
import type { RunKey, RunSource } from '../metricsService.ts'
import { devSamples, type DevSamples, type OverlapReads, overlapSources } from '../overlapLookup.ts'
import { reportContent, type ReportWish } from '../report/reportContent.ts'
import { reportEvidence } from '../report/reportEvidence.ts'
import { agreementScreen } from './agreementScreen.ts'
import { Baselines } from './baselineAnswers.ts'
import { baselinesScreen } from './baselinesScreen.ts'
import { chainScreen } from './chainScreen.ts'
import type { EvidenceQuestion, EvidenceScreen, EvidenceService, MadeReport } from './evidenceService.ts'
import { EvidenceRuns, UnreadableRun } from './evidenceRuns.ts'
import { familyScreen, noFamily } from './familyScreen.ts'
import { gainsScreen } from './gainsScreen.ts'
import { ladderScreen } from './ladderScreen.ts'
import { leaningScreen } from './leaningScreen.ts'
import { overlapScreen } from './overlapScreen.ts'
import { type EvidenceRun, type RunSet, runSet } from './runSet.ts'
import { shamsScreen } from './shamsScreen.ts'
import { spreadScreen } from './spreadScreen.ts'
import { slicesScreen } from './slicesScreen.ts'
import { stancesScreen } from './stancesScreen.ts'
import { type EvidenceProgress, Teller } from './teller.ts'

/** What the evidence worker reads from, beside what figures are read from. */
export interface EvidenceSource extends RunSource, OverlapReads {}

/** The evidence worker's inside. Answers are kept: going back to a screen, or to another of its choices, costs nothing. */
export class EvidenceWork implements EvidenceService {
  private readonly source: EvidenceSource
  private readonly runs: EvidenceRuns
  private readonly kept = new RecentReads<EvidenceScreen>(48)
  private fitted: Baselines | undefined
  private readonly teller = new Teller()
  /** How many were asked for. */
  private reports = 0

  constructor(source: EvidenceSource) {
    this.source = source
    this.runs = new EvidenceRuns(source)
  }

  screen(question: EvidenceQuestion, told?: (progress: EvidenceProgress) => void): Promise<EvidenceScreen> {
    const name = JSON.stringify(question)
    this.teller.listen(told)
    return this.kept.get(name) ?? this.kept.keep(name, this.make(question))
  }

  async report(planId: string, wish: ReportWish, language: TableLanguage): Promise<MadeReport> {
    const content = await reportContent(this.source, planId, wish)
    // where a source tells no versions nothing that was read before serves this report
    const own = `report ${++this.reports}`
    const versionOf = async (runId: string): Promise<string> => (await this.source.readVersion?.(runId)) ?? own
    const evidence = await reportEvidence((question) => this.screen(question), content, versionOf, { dev: wish.dev ?? null, siteUrl: wish.siteUrl, language })
    return {
      html: reportHtml({ ...content, evidence }, language),
      flips: content.flips ?? [],
      tables: evidence.flatMap(({ id, sections }) => sections.map((section) => ({ name: section.id.startsWith(id) ? section.id : `${id}-${section.id}`, table: section.table }))),
    }
  }

  private async make(question: EvidenceQuestion): Promise<EvidenceScreen> {
    // for one sentence no run need be read
    if (question.kind === 'family' && await this.namesNoComparison(question)) return noFamily(question.language)
    const opened = await this.openAll(question.runs)
    if (opened.length === 0) return { choices: [], notices: [], sections: [] }
    const set = runSet(opened.map(({ run }) => run), this.teller)
    const dev = (): Promise<DevSamples | null> => devSamples(this.source, opened[0]!.run.plan, question.choices.dev)
    switch (question.kind) {
      case 'baselines':
        return baselinesScreen(set, question, await this.baselines(set, await dev()))
      case 'family':
        return familyScreen(set, question, await this.baselines(set, await dev()))
      case 'gains':
        return gainsScreen(set, question, await this.baselines(set, await dev()), await this.devSet(question))
      case 'ladder':
        return ladderScreen(set, question, await this.baselines(set, await dev()))
      case 'shams':
        return shamsScreen(set, question, await this.baselines(set, await dev()))
      case 'spread':
        return spreadScreen(set, question)
      case 'agreement':
        return agreementScreen(set, question)
      case 'slices':
        return slicesScreen(set, question, await this.baselines(set, await dev()))
      case 'stances':
        return stancesScreen(set, question, await this.baselines(set, await dev()))
      case 'leaning':
        return leaningScreen(set, opened.map(({ key }) => key.reading), question)
      case 'chain':
        return chainScreen(set, question)
      case 'overlap':
        return overlapScreen(set, await this.runs.samples(set), await overlapSources(this.source, set.members[0]!.run, await dev(), question.siteUrl), question)
    }
  }

  private async namesNoComparison({ runs: [first] }: EvidenceQuestion): Promise<boolean> {
    const planned = first && await this.source.readPlan(first.plan)
    return planned !== undefined && familyPairs(planned.plan, planned.runs).length === 0
  }

  /** A run that cannot be read as asked (it has no such prior) is left out. */
  private async openAll(keys: readonly RunKey[]): Promise<{ readonly key: RunKey; readonly run: EvidenceRun }[]> {
    const opened: { key: RunKey; run: EvidenceRun }[] = []
    for (const key of keys) {
      try {
        opened.push({ key, run: await this.runs.open(key) })
      } catch (problem) {
        if (!(problem instanceof UnreadableRun)) throw problem
      }
    }
    return opened
  }

  /** Those fitted for the last question serve this one too where it is of the same samples. */
  private async baselines(set: RunSet, dev: DevSamples | null): Promise<Baselines> {
    const { scheme } = set
    const samples = await this.runs.samples(set)
    if (!this.fitted?.serve(scheme, samples, dev)) this.fitted = new Baselines(scheme, samples, dev, this.teller)
    return this.fitted
  }

  private async devSet({ devRuns }: EvidenceQuestion) {
    const opened = await this.openAll(devRuns ?? [])
    return opened.length > 0 ? runSet(opened.map(({ run }) => run)) : null
  }
}

