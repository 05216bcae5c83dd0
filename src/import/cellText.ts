/**
 * A cell as text: texts as they are, numbers in their shortest form, big integers exactly, dates as ISO (without a time where it is
 * midnight UTC), lists and objects as JSON; nothing for null, undefined and NaN.
 */
export function cellText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return Number.isNaN(value) ? '' : String(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      if (value === null) return ''
      if (value instanceof Date) return dateText(value)
      return JSON.stringify(value, exactly) 
    case 'undefined':
    case 'symbol':
    case 'function':
      return ''
  }
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  // A sheet's time is a fraction of a day, which no double holds exactly: 08:30 may come as 08:29:59.999.
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

/** For JSON.stringify, which knows no big integers and would write bytes as an object. */
export function exactly(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Uint8Array) return Array.from(value)
  return value
}
