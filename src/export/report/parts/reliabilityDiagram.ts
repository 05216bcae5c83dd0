import type { Reliability } from '../../../metrics/calibration.ts'
import { type Markup, markup } from '../markup.ts'
import type { Voice } from '../voice.ts'

const size = 400
const left = 52
const top = 8
const below = 46
/** Room for the last tick's name. */
const right = 20
/** The plot's own side. */
const side = size - left - right

const x = (share: number): number => round(left + share * side)
const y = (share: number): number => round(top + (1 - share) * side)

/** Share right by confidence: a dot for each bin of equal mass with its Wilson interval; the dashes are perfect calibration. */
export function reliabilityDiagram({ bins }: Reliability, title: string, voice: Voice): Markup {
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
  return markup`<svg class="diagram" viewBox="0 0 ${size} ${top + side + below}" role="img" aria-label="${title}">
${ticks.map((tick) => markup`<path class="grid" d="M${x(0)} ${y(tick)}H${x(1)}M${x(tick)} ${y(0)}V${y(1)}"/><text x="${left - 6}" y="${y(tick) + 4}" text-anchor="end">${voice.share(tick, 0)}</text><text x="${x(tick)}" y="${y(0) + 16}" text-anchor="middle">${voice.share(tick, 0)}</text>
`)}<path class="ideal" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>
${bins.map(({ confidence, interval }) => (interval ? markup`<path class="whisker" d="M${x(confidence)} ${y(interval.low)}V${y(interval.high)}"/>` : null))}
<polyline class="curve" points="${bins.map(({ confidence, accuracy }) => `${x(confidence)},${y(accuracy)}`).join(' ')}"/>
${bins.map(({ confidence, accuracy, records }) => markup`<circle class="dot" cx="${x(confidence)}" cy="${y(accuracy)}" r="5"><title>${voice.share(confidence)} → ${voice.share(accuracy)}, n = ${voice.count(records)}</title></circle>`)}
<text x="${x(0.5)}" y="${y(0) + 38}" text-anchor="middle">${voice.say(words.confidence)}</text>
<text transform="translate(12 ${y(0.5)}) rotate(-90)" text-anchor="middle">${voice.say(words.right)}</text></svg>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

const words = {
  confidence: { zh: '置信度', en: 'confidence' },
  right: { zh: '答对的比例', en: 'share right' },
}
