import type { Dataset, Sample } from '../../../domain/dataset.ts'
import type { Plan } from '../../../domain/plan.ts'
import { reportHtml } from '../../../export/report/report.ts'
import type { TableLanguage } from '../../../export/tables/words.ts'
import { samplesFor } from '../../../domain/roles.ts'
import { readBloom } from '../../../metrics/bloom.ts'
import { PieceSet } from '../../../metrics/overlap.ts'
import { RecentReads } from '../../recentReads.ts'
import type { RunKey, RunSource } from '../metricsService.ts'
import { reportContent, type ReportWish } from '../report/reportContent.ts'
import { reportEvidence } from '../report/reportEvidence.ts'
import { agreementScreen } from './agreementScreen.ts'
import { Baselines, type DevSamples } from './baselineAnswers.ts'
import { baselinesScreen } from './baselinesScreen.ts'
import { chainScreen } from './chainScreen.ts'
import { CROSS_FITTED } from './evidenceService.ts'
import type { EvidenceQuestion, EvidenceScreen, EvidenceService, MadeReport } from './evidenceService.ts'
import { EvidenceRuns, UnreadableRun } from './evidenceRuns.ts'
import { familyScreen } from './familyScreen.ts'
import { gainsScreen } from './gainsScreen.ts'
import { ladderScreen } from './ladderScreen.ts'
import { leaningScreen } from './leaningScreen.ts'
import { type OverlapSource, overlapScreen } from './overlapScreen.ts'
import { type EvidenceRun, type RunSet, runSet } from './runSet.ts'
import { shamsScreen } from './shamsScreen.ts'
import { spreadScreen } from './spreadScreen.ts'
import { slicesScreen } from './slicesScreen.ts'
import { stancesScreen } from './stancesScreen.ts'

/** What the evidence worker reads from, beside what figures are read from. */
export interface EvidenceSource extends RunSource {
  /** Another data set, for baselines to be fitted on; undefined where it is gone. */
  readDataset(id: string): Promise<{ readonly dataset: Dataset; readonly samples: readonly Sample[] } | undefined>
  /** A file of this site. @throws where it is not there. */
  readFile(url: string): Promise<Uint8Array>
}

/** The evidence worker's inside. Answers are kept: going back to a screen, or to another of its choices, costs nothing. */
export class EvidenceWork implements EvidenceService {
  private readonly source: EvidenceSource
  private readonly runs: EvidenceRuns
  private readonly kept = new RecentReads<EvidenceScreen>(48)
  private fitted: Baselines | undefined

  constructor(source: EvidenceSource) {
    this.source = source
    this.runs = new EvidenceRuns(source)
  }

  screen(question: EvidenceQuestion): Promise<EvidenceScreen> {
    const name = JSON.stringify(question)
    return this.kept.get(name) ?? this.kept.keep(name, this.make(question))
  }

  async report(planId: string, wish: ReportWish, language: TableLanguage): Promise<MadeReport> {
    const content = await reportContent(this.source, planId, wish)
    const evidence = await reportEvidence((question) => this.screen(question), content, { dev: wish.dev ?? null, siteUrl: wish.siteUrl, language })
    return {
      html: reportHtml({ ...content, evidence }, language),
      flips: content.flips ?? [],
      tables: evidence.flatMap(({ id, sections }) => sections.map((section) => ({ name: section.id.startsWith(id) ? section.id : `${id}-${section.id}`, table: section.table }))),
    }
  }

  private async make(question: EvidenceQuestion): Promise<EvidenceScreen> {
    const opened = await this.openAll(question.runs)
    if (opened.length === 0) return { choices: [], notices: [], sections: [] }
    const set = runSet(opened.map(({ run }) => run))
    const dev = await this.dev(question, opened[0]!.run.plan)
    switch (question.kind) {
      case 'baselines':
        return baselinesScreen(set, question, this.baselines(set, dev))
      case 'family':
        return familyScreen(set, question)
      case 'gains':
        return gainsScreen(set, question, this.baselines(set, dev), await this.devSet(question))
      case 'ladder':
        return ladderScreen(set, question, this.baselines(set, dev))
      case 'shams':
        return shamsScreen(set, question)
      case 'spread':
        return spreadScreen(set, question)
      case 'agreement':
        return agreementScreen(set, question)
      case 'slices':
        return slicesScreen(set, question, this.baselines(set, dev))
      case 'stances':
        return stancesScreen(set, question, this.baselines(set, dev))
      case 'leaning':
        return leaningScreen(set, opened.map(({ key }) => key.reading), question)
      case 'chain':
        return chainScreen(set, question)
      case 'overlap':
        return overlapScreen(set, await this.overlapSources(set, dev, question), question)
    }
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

  /** The dataset chosen, where it is labelled by the plan's scheme; else the development part of the tested one, where it has one that was not tested. */
  private async dev({ choices }: EvidenceQuestion, { dataset, drawn, scheme }: Plan): Promise<DevSamples | null> {
    const wanted = choices.dev ?? (drawn?.role === 'test' ? dataset.id : CROSS_FITTED)
    if (wanted === CROSS_FITTED) return null
    const found = await this.source.readDataset(wanted)
    // labels of another scheme may be called the same and mean something else
    return found?.dataset.schemeId === scheme.id ? { name: found.dataset.name, samples: samplesFor('dev', found.dataset, found.samples) } : null
  }

  /** Those fitted for the last question serve this one too where it is of the same samples. */
  private baselines({ scheme, samples }: RunSet, dev: DevSamples | null): Baselines {
    if (!this.fitted?.serve(scheme, samples, dev)) this.fitted = new Baselines(scheme, samples, dev)
    return this.fitted
  }

  private async overlapSources({ members }: RunSet, dev: DevSamples | null, { siteUrl }: EvidenceQuestion): Promise<OverlapSource[]> {
    const { method, model: { ref } } = members[0]!.run
    const sources: OverlapSource[] = []
    if (method.shots && method.shots.shots.length > 0) {
      const shown = new Set(method.shots.shots.map(({ sampleId }) => sampleId))
      const found = await this.source.readDataset(method.shots.dataset.id)
      if (found) sources.push({ kind: 'shots', name: method.name.en, ...exactly(found.samples.filter(({ id }) => shown.has(id))) })
    }
    if (dev) sources.push({ kind: 'dev', name: dev.name, ...exactly(dev.samples) })
    if (ref.origin === 'embedded' && ref.files.some(({ path }) => path === FILTER)) {
      const bloom = readBloom(await this.source.readFile(`${siteUrl}models/${ref.id}/${FILTER}`))
      sources.push({ kind: 'training', name: ref.id, chance: bloom.falsePositives, seen: (text) => bloom.seen(text) })
    }
    return sources
  }

  private async devSet({ devRuns }: EvidenceQuestion) {
    const opened = await this.openAll(devRuns ?? [])
    return opened.length > 0 ? runSet(opened.map(({ run }) => run)) : null
  }
}

function exactly(samples: readonly Sample[]): Pick<OverlapSource, 'chance' | 'seen'> {
  const set = new PieceSet()
  for (const { text, context } of samples) {
    set.add(text)
    if (context !== '') set.add(context)
  }
  return { chance: 0, seen: (text) => set.seen(text) }
}

const FILTER = 'bloom.bin'
