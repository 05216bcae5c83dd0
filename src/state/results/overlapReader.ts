import type { Sample } from '../../domain/dataset.ts'
import type { RunKey, RunSource } from './metricsService.ts'
import { type OverlapKind, overlapKinds, type Overlaps } from './overlapChoice.ts'
import { devSamples, overlapColumn, type OverlapReads, type OverlapSource, overlapSources } from './overlapLookup.ts'

/** Where samples also stand, and where that could be asked. */
export interface FoundOverlaps {
  readonly sources: readonly OverlapKind[]
  /** In the order of the samples asked for; null where there is nothing to ask. */
  readonly bits: Overlaps | null
}

/** What is read besides runs: other data sets of this browser, and files of this site. */
export interface Elsewhere extends OverlapReads {
  readonly siteUrl: string
  /** Another text whenever a data set came, went or was changed. */
  readDatasetsState(): Promise<string>
}

/** Looks up where a run's samples also stand; what it takes is read once for a run and a development set while data sets stay as they are, and all of a run's samples looked up once. */
export class OverlapReader {
  private readonly source: RunSource
  private readonly elsewhere: Elsewhere
  private sources: { readonly name: string; readonly read: Promise<readonly OverlapSource[]> } | null = null
  private whole: { readonly name: string; readonly bits: Promise<Overlaps> } | null = null

  constructor(source: RunSource, elsewhere: Elsewhere) {
    this.source = source
    this.elsewhere = elsewhere
  }

  /** @param runIds of the run's samples, in the order of what `read` gives. @param wanted null: all of them. */
  async found({ plan, run }: RunKey, dev: string | undefined, runIds: readonly string[], read: () => Promise<readonly Sample[]>, wanted: readonly string[] | null): Promise<FoundOverlaps> {
    const name = JSON.stringify([plan, run, dev, await this.elsewhere.readDatasetsState()])
    const sources = await this.sourcesOf(name, plan, run, dev)
    const kinds = overlapKinds.filter((kind) => sources.some((one) => one.kind === kind))
    // a filter over nothing that could be asked lets pass what stands nowhere: every sample
    if (sources.length === 0) return { sources: [], bits: wanted === null ? new Uint8Array(runIds.length) : null }
    if (wanted === null) return { sources: kinds, bits: await this.wholeOf(`${name} ${runIds.length}`, sources, read) }
    const places = new Map(runIds.map((id, at) => [id, at]))
    const samples = await read()
    return { sources: kinds, bits: overlapColumn(sources, wanted.flatMap((id) => samples[places.get(id) ?? -1] ?? [])) }
  }

  private sourcesOf(name: string, planId: string, runId: string, dev: string | undefined): Promise<readonly OverlapSource[]> {
    if (this.sources?.name === name) return this.sources.read
    const read = this.readSources(planId, runId, dev)
    const sources = { name, read }
    this.sources = sources
    read.catch(() => {
      if (this.sources === sources) this.sources = null
    })
    return read
  }

  private async readSources(planId: string, runId: string, dev: string | undefined): Promise<readonly OverlapSource[]> {
    const planned = await this.source.readPlan(planId)
    const run = planned?.runs.find(({ id }) => id === runId)
    if (!planned || !run) return []
    return overlapSources(this.elsewhere, run, await devSamples(this.elsewhere, planned.plan, dev), this.elsewhere.siteUrl)
  }

  private wholeOf(name: string, sources: readonly OverlapSource[], read: () => Promise<readonly Sample[]>): Promise<Overlaps> {
    if (this.whole?.name === name) return this.whole.bits
    const bits = read().then((samples) => overlapColumn(sources, samples))
    const whole = { name, bits }
    this.whole = whole
    bits.catch(() => {
      if (this.whole === whole) this.whole = null
    })
    return bits
  }
}
