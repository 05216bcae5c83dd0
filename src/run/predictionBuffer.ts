import type { Prediction } from '../domain/prediction.ts'
import type { Milliseconds } from '../domain/units.ts'
import type { PredictionSink } from './predictionSink.ts'

/** A prediction waits so long for others to be appended with it; with the append itself it is durable within a second. */
const PATIENCE: Milliseconds = 400
/** So many do not wait. */
const GROUP = 64

/** Gathers predictions into small groups on their way to the sink. One append at a time, in order. */
export class PredictionBuffer {
  private readonly sink: PredictionSink
  private waiting: Prediction[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private appended: Promise<void> = Promise.resolve()
  private broken: { readonly error: unknown } | null = null

  constructor(sink: PredictionSink) {
    this.sink = sink
  }

  /** Takes a prediction. @throws what an earlier append threw: there is no use in asking more. */
  async add(prediction: Prediction): Promise<void> {
    this.check()
    this.waiting.push(prediction)
    if (this.waiting.length >= GROUP) await this.flush()
    else this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), PATIENCE)
  }

  /** Resolves when everything taken so far is durable. @throws what the sink throws. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const group = this.waiting
    this.waiting = []
    if (group.length > 0) {
      this.appended = this.appended.then(async () => {
        if (this.broken) return
        try {
          await this.sink.append(group)
        } catch (error) {
          this.broken = { error }
        }
      })
    }
    await this.appended
    this.check()
  }

  private check(): void {
    if (this.broken) throw this.broken.error
  }
}
