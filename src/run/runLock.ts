/** What of `navigator.locks` a run needs. */
export interface Locks {
  request<Result>(
    name: string,
    options: { readonly ifAvailable: true },
    callback: (lock: object | null) => Promise<Result>,
  ): Promise<Result>
}

/** One tab's right to execute a run. It ends with `release`, or with the tab. */
export interface RunClaim {
  release(): void
}

/** The name that a run's lock has in every tab of this site. */
export function runLockName(runId: string): string {
  return `xianwai-run-${runId}`
}

/**
 * Claims a run for this tab, or says null where another tab is at it. Without Web Locks (plain http, old browsers) every
 * claim succeeds: two tabs might then ask the same, which costs time and changes no result.
 */
export function claimRun(runId: string, locks: Locks | undefined): Promise<RunClaim | null> {
  if (!locks) return Promise.resolve({ release: () => undefined })
  return new Promise((resolve, reject) => {
    const held = locks.request(runLockName(runId), { ifAvailable: true }, (lock) => {
      if (lock === null) {
        resolve(null)
        return Promise.resolve()
      }
      return new Promise<void>((release) => resolve({ release }))
    })
    held.catch(reject)
  })
}
