/**
 * An English noun with its number: `1 run`, `2 runs`, `1,200 runs`.
 * @param n as it is shown, grouped by thousands. @param many where an s does not make the plural.
 */
export function counted(n: string, one: string, many = `${one}s`): string {
  return `${n} ${n === '1' ? one : many}`
}
