import type { Language } from '../../state/language.ts'

const locale: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-GB' }

/** A number of things, grouped by thousands. */
export function formatCount(count: number, language: Language): string {
  return count.toLocaleString(locale[language])
}

/** A share from 0 to 1 in percent; an em dash where it is undefined (0 of 0). */
export function formatShare(share: number, language: Language, digits = 1): string {
  if (Number.isNaN(share)) return '—'
  return share.toLocaleString(locale[language], { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Bytes in decimal units, as download sizes are given. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`
}

/** A moment, to the minute, in the reader's own time zone. */
export function formatMoment(moment: number, language: Language): string {
  return new Date(moment).toLocaleString(locale[language], { dateStyle: 'medium', timeStyle: 'short' })
}
