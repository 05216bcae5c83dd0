import { type Engine, EngineError } from '../engine/engine.ts'
import { type Asker, readyToAsk } from './ask.ts'
import { isSpent } from './failure.ts'
import { answered, type Pace, restarted, resumed, startPace } from './progress.ts'
import type { Question } from './question.ts'

/** Restarts in a row without an answer, after which there is no use in another. */
const RESTARTS = 3

/** One engine of a run: made ready when it is first needed, replaced when it is spent. */
export class EngineLane {
  private readonly question: Question
  private readonly start: () => Promise<Engine>
  private engine: Engine | null
  private asker: Asker | null = null
  private losses = 0
  private lastError: EngineError | null = null
  private becoming: Promise<Asker> | null = null
  private clock: Pace = startPace(performance.now())
  /** Given up: its samples are the others'. */
  retired = false

  /** @param start ends what is left of a spent engine and resolves with another one that has the same model loaded. */
  constructor(question: Question, engine: Engine | null, start: () => Promise<Engine>) {
    this.question = question
    this.engine = engine
    this.start = start
  }

  get isReady(): boolean {
    return this.asker !== null
  }

  get pace(): Pace {
    return this.clock
  }

  /** @throws what ends its use: the last error, where three restarts brought no answer or the engine was ended on purpose. */
  ready(): Promise<Asker> {
    this.becoming ??= this.become().finally(() => (this.becoming = null))
    return this.becoming
  }

  /** Answers came, of one call: the engine works. @param company engines that were asked beside it, itself included. */
  answered(company: number, count = 1): void {
    this.losses = 0
    this.clock = answered(this.clock, performance.now(), company, count)
  }

  /** A call came back with what says nothing of how long an answer takes. */
  worked(): void {
    this.losses = 0
    this.resumed()
  }

  /** What went by was no asking. */
  resumed(): void {
    this.clock = resumed(this.clock, performance.now())
  }

  /** The engine is spent: the next `ready` brings another. */
  lost(error: EngineError): void {
    this.engine = null
    this.asker = null
    this.losses++
    this.lastError = error
  }

  private async become(): Promise<Asker> {
    while (!this.asker) {
      if (this.lastError && (this.losses > RESTARTS || this.lastError.code === 'cancelled')) throw this.lastError
      try {
        if (!this.engine) {
          this.engine = await this.start()
          this.clock = restarted(this.clock, performance.now())
        }
        // another run may have it by now, with a beginning of its own
        if (this.retired) throw new EngineError('cancelled', 'it is no longer asked')
        this.asker = await readyToAsk(this.question, this.engine)
      } catch (error) {
        // Not even the instructions fit: no other engine will read them either.
        if (this.retired || !(error instanceof EngineError) || !isSpent(error)) throw error
        this.lost(error)
      }
    }
    this.resumed()
    return this.asker
  }
}
