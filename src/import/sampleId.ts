import type { FindingCode } from '../domain/dataset.ts'

/** What a spreadsheet did to an id, or null: `1.23E+18` has lost its digits, `412646149.0` was a number once. */
export function idDamage(id: string): Extract<FindingCode, 'exponentialId' | 'impreciseId'> | null {
  const first = id.charCodeAt(0)
  const number = (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2b
  if (!number) return null
  if (/^[-+]?\d+(?:\.\d+)?e\+?\d+$/i.test(id)) return 'exponentialId'
  if (/^[-+]?\d+\.0+$/.test(id)) return 'impreciseId'
  // A spreadsheet keeps 15 digits and puts zeros for the rest.
  return /^[1-9]\d{14}0+$/.test(id) && id.length >= 18 ? 'impreciseId' : null
}
