import { figureOf, type Measured } from './figures.ts'

/** bench/latest.json: what `npm run bench` measured last. */
export interface Latest {
  readonly date: string
  readonly machine: string
  readonly versions: Readonly<Record<string, string>>
  readonly figures: readonly Measured[]
}

const begin = '<!-- written by npm run bench -->'
const end = '<!-- until here -->'

/** The README's table of figures; a figure that does not reach its goal says so, one that was not measured says why. */
export function readmeTable({ date, machine, versions, figures }: Latest): string {
  const rows = figures.map(({ id, value, goal, met, spread, how }) => {
    const { what, unit, goalIs } = figureOf(id)
    const range = spread && spread.n > 1 ? ` (${spread.min}–${spread.max}, n ${spread.n})` : ''
    const found = value === null ? `not measured: ${cell(how)}` : `${met === true ? '' : '**not reached:** '}${value} ${unit}${range}`
    return `| ${what} | ${found} | ${goalIs === 'atLeast' ? '≥' : '≤'} ${goal} ${unit} |`
  })
  return [
    `${date}, \`npm run bench\`, commit ${versions['commit'] ?? 'unknown'}; ${machine}; Chromium ${versions['chromium'] ?? 'unknown'}. Medians, with the least, the largest and how many; how each was made: \`bench/latest.json\`.`,
    '',
    '| what | figure | goal |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}

/** A README with its table replaced. @throws where the place for it is not marked. */
export function withTable(readme: string, latest: Latest): string {
  const from = readme.indexOf(begin)
  const to = readme.indexOf(end)
  if (from < 0 || to < from) throw new Error(`the README has no place marked by ${begin} and ${end}`)
  return `${readme.slice(0, from + begin.length)}\n${readmeTable(latest)}\n${readme.slice(to)}`
}

function cell(text: string): string {
  return text.replaceAll('|', '/').replaceAll('\n', ' ').slice(0, 160)
}
