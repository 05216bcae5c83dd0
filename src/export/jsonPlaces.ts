/** Where a value stands in the text of a JSON file. */
export interface JsonPlace {
  /** Of its key, or of itself in a list; from 1. */
  readonly line: number
  /** Values by where they end: a list stands behind what is in it. */
  readonly order: number
}

/** Where and why a text breaks off being JSON. */
export interface JsonBreak {
  readonly line: number
  readonly column: number
  /** value: any value; key: a name in double quotes; colon; comma: a comma or the closing bracket; end: nothing more; text: a text that is not closed, or that holds what must be escaped. */
  readonly wanted: 'value' | 'key' | 'colon' | 'comma' | 'end' | 'text'
  /** The character that stands there instead; empty at the end of the file. */
  readonly found: string
}

/** Places by path (`scheme.fields[2].labels[0].id`; the whole is the empty path), or where the text stops being JSON (RFC 8259). Never throws, however deep. */
export function jsonPlaces(text: string): { readonly kind: 'places'; readonly places: ReadonlyMap<string, JsonPlace> } | { readonly kind: 'broken'; readonly at: JsonBreak } {
  const lines = lineStarts(text)
  const places = new Map<string, JsonPlace>()
  const stack: { readonly path: string; readonly line: number; readonly list: boolean; count: number; key: string; keyLine: number }[] = []
  let wanted = 'value' as JsonBreak['wanted']
  // an opening bracket may be closed at once, a comma must be followed by something
  let mayClose = false
  let order = 0
  let at = 0
  const close = (path: string, line: number): void => {
    if (stack.length <= deepest) places.set(path, { line, order: order++ })
    wanted = stack.length === 0 ? 'end' : 'comma'
  }
  for (;;) {
    space.lastIndex = at
    at += space.exec(text)?.[0].length ?? 0
    const line = lineOf(lines, at)
    const broken = (what = wanted) => ({ kind: 'broken', at: { line, column: at - lines[line - 1]! + 1, wanted: what, found: String.fromCodePoint(...(at < text.length ? [text.codePointAt(at)!] : [])) } }) as const
    if (at === text.length) return wanted === 'end' ? { kind: 'places', places } : broken()
    const top = stack.at(-1)
    const path = top === undefined ? '' : stack.length > deepest ? top.path : top.list ? `${top.path}[${top.count}]` : top.path === '' ? top.key : `${top.path}.${top.key}`
    const valueLine = top && !top.list ? top.keyLine : line
    const mark = text[at]!
    if (top && mark === (top.list ? ']' : '}') && (wanted === 'comma' || mayClose)) {
      stack.pop()
      close(top.path, top.line)
      mayClose = false
      at++
    } else if (wanted === 'comma') {
      if (mark !== ',' || !top) return broken()
      top.count++
      wanted = top.list ? 'value' : 'key'
      at++
    } else if (wanted === 'colon') {
      if (mark !== ':') return broken()
      wanted = 'value'
      at++
    } else if (wanted === 'value' && (mark === '{' || mark === '[')) {
      stack.push({ path, line: valueLine, list: mark === '[', count: 0, key: '', keyLine: line })
      wanted = mark === '[' ? 'value' : 'key'
      mayClose = true
      at++
    } else if (wanted === 'value' || wanted === 'key') {
      const token = wanted === 'key' || mark === '"' ? string : scalar
      token.lastIndex = at
      const found = token.exec(text)?.[0]
      if (found === undefined) return broken(mark === '"' ? 'text' : wanted)
      mayClose = false
      at += found.length
      if (wanted === 'key' && top) {
        top.key = JSON.parse(found) as string
        top.keyLine = line
        wanted = 'colon'
      } else close(path, valueLine)
    } else return broken()
  }
}

/** No format of ours nests so far: what lies deeper has the place of what it lies in. */
const deepest = 64

const space = /[ \t\n\r]*/y
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y

/** Where each line begins. */
function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)]
}

/** The line of a position, from 1. */
function lineOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= at) low = middle
    else high = middle
  }
  return low + 1
}
