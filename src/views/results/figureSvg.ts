/**
 * A chart as an SVG file that stands by itself: the page's colours and font written into it, and its caption below the chart (and as its
 * title, for who does not see it).
 * @param chart as it stands in the page: styles are read from it.
 */
export function figureSvg(chart: SVGSVGElement, caption: string): string {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const originals = [chart, ...chart.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  originals.forEach((original, at) => {
    const style = getComputedStyle(original)
    for (const property of PAINTED) {
      const value = style.getPropertyValue(property)
      if (value !== '') copies[at]!.style.setProperty(property, value)
    }
  })
  const width = Number(chart.getAttribute('width') ?? chart.clientWidth)
  const height = Number(chart.getAttribute('height') ?? chart.clientHeight)
  const lines = wrapped(caption, Math.max(20, Math.floor(width / 7)))
  const whole = height + 8 + lines.length * LINE
  copy.setAttribute('xmlns', SVG)
  copy.setAttribute('height', String(whole))
  copy.setAttribute('viewBox', `0 0 ${width} ${whole}`)
  const title = document.createElementNS(SVG, 'title')
  title.textContent = caption
  copy.prepend(title)
  lines.forEach((line, at) => {
    const text = document.createElementNS(SVG, 'text')
    text.setAttribute('x', '0')
    text.setAttribute('y', String(height + 8 + (at + 0.8) * LINE))
    text.setAttribute('font-size', '12')
    text.setAttribute('fill', getComputedStyle(chart).color)
    text.textContent = line
    copy.append(text)
  })
  return new XMLSerializer().serializeToString(copy)
}

const SVG = 'http://www.w3.org/2000/svg'
const LINE = 16
const PAINTED = ['fill', 'stroke', 'color', 'font-family', 'font-size'] as const

/** Lines of so many narrow characters; a Chinese one takes the room of two. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const part of text.match(/[\u0021-\u2e7f]+\s*|\s+|[^\u0000-\u2e7f]/gu) ?? []) {
    const lengthOf = (of: string): number => Array.from(of).reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0)
    const length = lengthOf(part)
    if (used + lengthOf(part.trimEnd()) > room && line !== '') {
      lines.push(line.trimEnd())
      line = ''
      used = 0
    }
    line += part
    used += length
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}
