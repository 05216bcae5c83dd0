import type { Milliseconds } from '../../domain/units.ts'
import type { Language } from '../../state/language.ts'

const units: Readonly<Record<Language, readonly [hours: string, minutes: string, seconds: string]>> = {
  zh: [' 小时', ' 分', ' 秒'],
  en: [' h', ' min', ' s'],
}

/** A length of time with as many units as it is known by: `2 h 10 min`, `4 min`, `40 s`. */
export function formatDuration(duration: Milliseconds, language: Language): string {
  const [hours, minutes, seconds] = units[language]
  const total = Math.max(0, Math.round(duration / 1000))
  if (total < 60) return `${total}${seconds}`
  const wholeMinutes = Math.round(total / 60)
  if (wholeMinutes < 60) return total < 300 && total % 60 !== 0 ? `${Math.floor(total / 60)}${minutes} ${total % 60}${seconds}` : `${wholeMinutes}${minutes}`
  const rest = wholeMinutes % 60
  return `${Math.floor(wholeMinutes / 60)}${hours}${rest === 0 ? '' : ` ${rest}${minutes}`}`
}
