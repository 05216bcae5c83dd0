import type { RunProgress } from '../../run/runRequest.ts'
import type { Estimate } from '../../run/progress.ts'
import { runLockName } from '../../run/runLock.ts'
import { isHeld } from '../../storage/hold.ts'
import type { Observable } from '../../storage/observable.ts'
import { type Kept, useKept } from '../useKept.ts'

export type RunStage = 'loading' | 'stopping' | RunProgress['stage']

/** What the tab that executes a run tells the others. Answers themselves go through storage. */
export interface AnnouncedProgress {
  readonly runId: string
  readonly stage: RunStage
  readonly progress: RunProgress
  readonly estimate: Estimate
}

const CHANNEL = 'xianwai-run'
const EVERY = 1_000
let channel: BroadcastChannel | null = null
let last = -Infinity

/** Tells other tabs, once a second at most and at each change of stage. */
export function announceProgress(announced: AnnouncedProgress): void {
  const now = performance.now()
  if (now - last < EVERY && announced.stage === 'asking') return
  last = now
  channel ??= new BroadcastChannel(CHANNEL)
  channel.postMessage(announced)
}

/** Whether another tab is at a run, and what it says of it. */
export interface ElsewhereRun {
  readonly running: boolean
  readonly announced: AnnouncedProgress | null
}

/**
 * Whether another tab holds the run (asked every two seconds; false where the browser cannot say), and its progress.
 * @param here this tab is at the run itself: a lock and announcements of its own are not another tab's.
 */
export function useRunElsewhere(runId: string, here: boolean): Kept<ElsewhereRun> {
  const key = `${runId} ${here ? 'here' : 'elsewhere'}`
  return useKept(key, key, () => (here ? nowhere : observeElsewhere(runId)))
}

const nowhere: Observable<ElsewhereRun> = { subscribe: () => () => undefined }

function observeElsewhere(runId: string): Observable<ElsewhereRun> {
  return {
    subscribe(next) {
      let state: ElsewhereRun = { running: false, announced: null }
      const set = (change: Partial<ElsewhereRun>): void => {
        state = { ...state, ...change }
        next(state)
      }
      const look = (): void => {
        void isHeld(runLockName(runId)).then((held) => set({ running: held === true, ...(held !== true && { announced: null }) }))
      }
      const listening = new BroadcastChannel(CHANNEL)
      listening.addEventListener('message', ({ data }: MessageEvent<AnnouncedProgress>) => {
        if (data.runId === runId) set({ running: true, announced: data })
      })
      look()
      const timer = setInterval(look, 2_000)
      return () => {
        clearInterval(timer)
        listening.close()
      }
    },
  }
}
