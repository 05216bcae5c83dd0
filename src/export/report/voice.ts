import { listed } from '../../domain/listed.ts'
import type { Bilingual } from '../../domain/scheme.ts'
import type { Interval } from '../../metrics/intervals.ts'

export type ReportLanguage = keyof Bilingual

/** What stands where a figure is undefined. */
const NONE = '—'

const locales: Readonly<Record<ReportLanguage, string>> = { zh: 'zh-CN', en: 'en-GB' }

/** The language a report speaks: its sentences and its numbers. */
export class Voice {
  readonly language: ReportLanguage

  constructor(language: ReportLanguage) {
    this.language = language
  }

  say(text: Bilingual): string {
    return text[this.language]
  }

  /** Parts of a list in one sentence. */
  list(parts: readonly string[]): string {
    return listed(parts, this.language)
  }

  count(count: number): string {
    return count.toLocaleString(locales[this.language])
  }

  /** A share from 0 to 1 in percent. */
  share(share: number | undefined, digits = 1): string {
    if (share === undefined || Number.isNaN(share)) return NONE
    return share.toLocaleString(locales[this.language], { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits })
  }

  /** A count out of others, with its share. */
  part(count: number, of: number): string {
    return `${this.count(count)} (${this.share(of > 0 ? count / of : undefined)})`
  }

  /** A difference of shares in percentage points, with its sign; a true minus. */
  points(difference: number | undefined, digits = 1): string {
    if (difference === undefined || Number.isNaN(difference)) return NONE
    const size = Math.abs(difference * 100).toFixed(digits)
    if (Number(size) === 0) return size
    return `${difference < 0 ? '−' : '+'}${size}`
  }

  /** The ends of an interval of shares, in percent without the sign; empty where there is none. */
  ends(interval: Interval | undefined, digits = 1): string {
    return interval ? `${(interval.low * 100).toFixed(digits)}–${(interval.high * 100).toFixed(digits)}` : ''
  }

  /** The ends of an interval of differences, in points with their signs. */
  pointEnds(interval: Interval | undefined, digits = 1): string {
    return interval ? `${this.points(interval.low, digits)} ${this.language === 'zh' ? '到' : 'to'} ${this.points(interval.high, digits)}` : ''
  }

  /** A plain number. */
  number(value: number | undefined, digits: number): string {
    return value === undefined || Number.isNaN(value) ? NONE : value.toFixed(digits).replace('-', '−')
  }

  p(p: number | undefined): string {
    if (p === undefined || Number.isNaN(p)) return NONE
    return p < 0.0001 ? '< 0.0001' : p.toFixed(4)
  }

  bytes(bytes: number): string {
    return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
  }

  /** In UTC: a report is read in other places than it was made in. */
  moment(moment: number): string {
    return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  }
}
