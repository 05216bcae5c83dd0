/** How far the making of a screen is: texts read for baselines, answers read again under other means, resamples drawn. */
export interface EvidenceProgress {
  readonly what: 'baselines' | 'readings' | 'resamples'
  /** 0 to 1, of this step. */
  readonly share: number
}

/** Tells whoever waits for a screen how far it is, at most ten times a second and whenever something else begins. One screen is made at a time. */
export class Teller {
  private listener: ((progress: EvidenceProgress) => void) | undefined
  private what: EvidenceProgress['what'] | undefined
  private told = 0

  listen(listener: ((progress: EvidenceProgress) => void) | undefined): void {
    this.listener = listener
    this.what = undefined
  }

  tell(what: EvidenceProgress['what'], done: number, of: number): void {
    const now = performance.now()
    if (!this.listener || (what === this.what && now - this.told < 100)) return
    this.what = what
    this.told = now
    this.listener({ what, share: of > 0 ? done / of : 0 })
  }
}
