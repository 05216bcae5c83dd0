import { withDatabase } from './database.ts'
import { idsOf, type PredictionIdsRecord, predictionIdsRecord } from './predictionRecord.ts'
import { parseRecord } from './record.ts'

type State = 'done' | 'failed'

/** How many samples of a run have a prediction; `failed` counts those where none succeeded. */
export interface PredictionCount {
  readonly done: number
  readonly failed: number
}

/**
 * Which samples of one run have a prediction, kept up with storage: a record that is full is read once, so that looking again costs what is
 * new, however large the run is.
 */
export class PredictedIds {
  private readonly runId: string
  /** Keys of the full records that were read, and what they say. */
  private readonly full = new Set<number>()
  private readonly settled = new Map<string, State>()
  private settledDone = 0
  /** What the small ones say now. */
  private latest = new Map<string, State>()
  private looking: Promise<unknown> = Promise.resolve()

  constructor(runId: string) {
    this.runId = runId
  }

  /** Reads what was stored since the last time. @throws StorageError */
  look(): Promise<void> {
    const look = this.looking.then(() => this.read())
    this.looking = look.catch(() => undefined)
    return look
  }

  has(sampleId: string): boolean {
    return this.settled.has(sampleId) || this.latest.has(sampleId)
  }

  count(): PredictionCount {
    const counts = { done: this.settledDone, failed: this.settled.size - this.settledDone }
    for (const [id, state] of this.latest) {
      const before = this.settled.get(id)
      if (before === 'done' || before === state) continue
      if (before === 'failed') counts.failed--
      counts[state]++
    }
    return counts
  }

  private async read(): Promise<void> {
    const { gone, full, small } = await withDatabase((database) =>
      database.transaction('r', [database.predictionIds], async () => {
        const [all, open] = await Promise.all([
          database.predictionIds.where('runId').equals(this.runId).primaryKeys(),
          database.predictionIds.where('[runId+small]').equals([this.runId, 1]).primaryKeys(),
        ])
        const here = new Set(all)
        const gone = [...this.full].some((key) => !here.has(key))
        const isOpen = new Set(open)
        const unread = all.filter((key) => !isOpen.has(key) && (gone || !this.full.has(key)))
        const [full, small] = await Promise.all([database.predictionIds.bulkGet(unread), database.predictionIds.bulkGet(open)])
        return { gone, full: unread.map((key, at) => ({ key, record: parseRecord(predictionIdsRecord, full[at]) })), small: small.map((record) => parseRecord(predictionIdsRecord, record)) }
      }),
    )
    // the run was deleted, and perhaps begun anew
    if (gone) {
      this.full.clear()
      this.settled.clear()
      this.settledDone = 0
    }
    for (const { key, record } of full) {
      this.full.add(key)
      this.settledDone += added(this.settled, record)
    }
    this.latest = new Map()
    for (const record of small) added(this.latest, record)
  }
}

/** Adds what a record says; what failed once and succeeded another time is done. @returns by how many there are more done. */
function added(states: Map<string, State>, record: PredictionIdsRecord): number {
  let more = 0
  for (const [id, state] of idsOf(record)) {
    if (states.get(id) === 'done') continue
    states.set(id, state)
    if (state === 'done') more++
  }
  return more
}
