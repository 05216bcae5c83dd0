import type { Dataset, Sample } from '../../../domain/dataset.ts'
import type { RunKey, RunSource } from '../metricsService.ts'
import { agreementScreen } from './agreementScreen.ts'
import type { DevSamples } from './baselineAnswers.ts'
import { chainScreen } from './chainScreen.ts'
import type { EvidenceQuestion, EvidenceScreen, EvidenceService } from './evidenceService.ts'
import { EvidenceRuns, UnreadableRun } from './evidenceRuns.ts'
import { familyScreen } from './familyScreen.ts'
import { gainsScreen } from './gainsScreen.ts'
import { ladderScreen } from './ladderScreen.ts'
import { leaningScreen } from './leaningScreen.ts'
import { type EvidenceRun, runSet } from './runSet.ts'
import { shamsScreen } from './shamsScreen.ts'
import { slicesScreen } from './slicesScreen.ts'
import { stancesScreen } from './stancesScreen.ts'

/** What the evidence worker reads from, beside what figures are read from. */
export interface EvidenceSource extends RunSource {
  /** Another data set, for baselines to be fitted on; undefined where it is gone. */
  readDataset(id: string): Promise<{ readonly dataset: Dataset; readonly samples: readonly Sample[] } | undefined>
}

/** The evidence worker's inside. Answers are kept: going back to a screen, or to another of its choices, costs nothing. */
export class EvidenceWork implements EvidenceService {
  private readonly source: EvidenceSource
  private readonly runs: EvidenceRuns
  private readonly kept = new Map<string, Promise<EvidenceScreen>>()

  constructor(source: EvidenceSource) {
    this.source = source
    this.runs = new EvidenceRuns(source)
  }

  screen(question: EvidenceQuestion): Promise<EvidenceScreen> {
    const name = JSON.stringify(question)
    const known = this.kept.get(name)
    if (known) return known
    const made = this.make(question)
    this.kept.set(name, made)
    made.catch(() => this.kept.delete(name))
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break
      this.kept.delete(oldest)
    }
    return made
  }

  private async make(question: EvidenceQuestion): Promise<EvidenceScreen> {
    const opened = await this.openAll(question.runs)
    if (opened.length === 0) return { choices: [], notices: [], sections: [] }
    const set = runSet(opened.map(({ run }) => run))
    const dev = await this.dev(question)
    switch (question.kind) {
      case 'family':
        return familyScreen(set, question)
      case 'gains':
        return gainsScreen(set, question, dev, await this.devSet(question))
      case 'ladder':
        return ladderScreen(set, question, dev)
      case 'shams':
        return shamsScreen(set, question)
      case 'agreement':
        return agreementScreen(set, question)
      case 'slices':
        return slicesScreen(set, question, dev)
      case 'stances':
        return stancesScreen(set, question, dev)
      case 'leaning':
        return leaningScreen(set, opened.map(({ key }) => key.reading), question)
      case 'chain':
        return chainScreen(set, question)
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

  private async dev({ choices }: EvidenceQuestion): Promise<DevSamples | null> {
    if (choices.dev === undefined) return null
    const found = await this.source.readDataset(choices.dev)
    return found ? { name: found.dataset.name, samples: found.samples } : null
  }

  private async devSet({ devRuns }: EvidenceQuestion) {
    const opened = await this.openAll(devRuns ?? [])
    return opened.length > 0 ? runSet(opened.map(({ run }) => run)) : null
  }
}

const KEPT = 48
