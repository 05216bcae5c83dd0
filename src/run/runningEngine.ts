import { type Engine, EngineError } from '../engine/engine.ts'
import { type Asker, readyToAsk } from './ask.ts'
import { isSpent } from './failure.ts'
import type { Question } from './question.ts'

/** Restarts in a row without an answer, after which there is no use in another. */
const RESTARTS = 3

/** The engine of a run: made ready when it is first needed, replaced when it is spent. */
export class RunningEngine {
  private readonly question: Question
  private readonly restart: () => Promise<Engine>
  private readonly onRestart: () => void
  private engine: Engine | null
  private asker: Asker | null = null
  private losses = 0
  private lastError: EngineError | null = null

  /** @param restart ends what is left of the spent engine and resolves with another one that has the same model loaded. */
  constructor(question: Question, engine: Engine, restart: () => Promise<Engine>, onRestart: () => void) {
    this.question = question
    this.engine = engine
    this.restart = restart
    this.onRestart = onRestart
  }

  get isReady(): boolean {
    return this.asker !== null
  }

  /** @throws what ends the run: the last error, where three restarts brought no answer or the engine was ended on purpose. */
  async ready(): Promise<Asker> {
    while (!this.asker) {
      if (this.lastError && (this.losses > RESTARTS || this.lastError.code === 'cancelled')) throw this.lastError
      try {
        if (!this.engine) {
          this.engine = await this.restart()
          this.onRestart()
        }
        this.asker = await readyToAsk(this.question, this.engine)
      } catch (error) {
        // Not even the instructions fit: no other engine will read them either.
        if (!(error instanceof EngineError) || !isSpent(error)) throw error
        this.lost(error)
      }
    }
    return this.asker
  }

  /** An answer came: the engine works. */
  worked(): void {
    this.losses = 0
  }

  /** The engine is spent: the next `ready` brings another. */
  lost(error: EngineError): void {
    this.engine = null
    this.asker = null
    this.losses++
    this.lastError = error
  }
}
