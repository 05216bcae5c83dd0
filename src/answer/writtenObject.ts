/** A JSON object as a model wrote it: full-width punctuation, typographic quotes, missing ends and all. */
export interface WrittenObject {
  readonly entries: readonly WrittenEntry[]
  /** Place in the text, in UTF-16 units; `to` is behind the last character. */
  readonly from: number
  readonly to: number
  /** Its closing bracket is there. */
  readonly closed: boolean
}

export interface WrittenEntry {
  readonly key: string
  readonly value: WrittenValue
  readonly at: number
  /** The text ends within the value. */
  readonly cut: boolean
}

export type WrittenValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'object'; readonly object: WrittenObject }
  | { readonly kind: 'list'; readonly items: readonly WrittenValue[] }

/** The objects of a text that lie in no other object, in order. Fences are not looked at: a back-tick is a character like any other. */
export function writtenObjects(text: string): readonly WrittenObject[] {
  const objects: WrittenObject[] = []
  for (let at = 0; at < text.length; at++) {
    if (!'{｛'.includes(text.charAt(at)) || !beginsObject.test(text.slice(at + 1, at + 80))) continue
    const object = new Reader(text, at).object(0)
    objects.push(object)
    at = object.to - 1
  }
  return objects
}

/** What stands behind a bracket that opens an object: a key in quotes, or a bare one with its colon, or nothing. */
const beginsObject = /^\s*(?:["“”＂'‘「『][^"”＂'’」』\n]{1,60}["”＂'’」』]\s*[:：=＝]|[\p{L}_][\p{L}\p{N}_ ]{0,40}\s*[:：]|[}｝])/u
const closers: Readonly<Record<string, string>> = {
  '"': '"', '“': '”"', '”': '”"', '＂': '＂', "'": "'", '‘': '’', '「': '」', '『': '』',
}
const space = /\s/
/** What may stand between the entries of an object and the items of a list. */
const separator = /[\s,，、;；]/
const DEEPEST = 16

class Reader {
  private readonly text: string
  private at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  object(depth: number): WrittenObject {
    const from = this.at++
    const entries: WrittenEntry[] = []
    let closed = false
    for (;;) {
      this.skip(separator)
      const next = this.text.charAt(this.at)
      if (next === '') break
      if ('}｝'.includes(next)) {
        this.at++
        closed = true
        break
      }
      const entry = this.entry(depth)
      if (!entry) break
      entries.push(entry)
    }
    return { entries, from, to: this.at, closed }
  }

  private entry(depth: number): WrittenEntry | undefined {
    const at = this.at
    const key = this.quoted() ?? { text: this.bare(/[:：=＝,，{}｛｝\n]/), closed: true }
    this.skip(space)
    if (!key.closed || !/[:：=＝]/.test(this.text.charAt(this.at))) return undefined
    this.at++
    const { value, cut } = this.value(depth)
    return { key: key.text.trim(), value, at, cut }
  }

  private value(depth: number): { value: WrittenValue; cut: boolean } {
    this.skip(space)
    const next = this.text.charAt(this.at)
    if ('{｛'.includes(next) && next !== '' && depth < DEEPEST) {
      const object = this.object(depth + 1)
      return { value: { kind: 'object', object }, cut: !object.closed }
    }
    if (next === '[' && depth < DEEPEST) return this.list(depth + 1)
    const text = this.quoted()
    if (text) return { value: { kind: 'text', text: text.text }, cut: !text.closed }
    const bare = this.bare(/[,，{}｛｝[\]\n]/).trim()
    return { value: { kind: 'text', text: bare }, cut: this.at >= this.text.length }
  }

  private list(depth: number): { value: WrittenValue; cut: boolean } {
    this.at++
    const items: WrittenValue[] = []
    for (;;) {
      this.skip(separator)
      const next = this.text.charAt(this.at)
      if (next === '') return { value: { kind: 'list', items }, cut: true }
      if (next === ']') {
        this.at++
        return { value: { kind: 'list', items }, cut: false }
      }
      const before = this.at
      items.push(this.value(depth).value)
      if (this.at === before) this.at++
    }
  }

  /** A text in quotes, without them; undefined where none begins here. A line that another key follows ends it, too. */
  private quoted(): { text: string; closed: boolean } | undefined {
    const ends = closers[this.text.charAt(this.at)]
    if (ends === undefined) return undefined
    let text = ''
    for (this.at++; this.at < this.text.length; this.at++) {
      const character = this.text.charAt(this.at)
      if (ends.includes(character)) {
        this.at++
        return { text, closed: true }
      }
      if (character === '\n' && nextKey.test(this.text.slice(this.at, this.at + 80))) return { text, closed: true }
      text += character === '\\' ? this.escaped() : character
    }
    return { text, closed: false }
  }

  private escaped(): string {
    const name = this.text.charAt(++this.at)
    const code = /^u([0-9a-fA-F]{4})/.exec(this.text.slice(this.at, this.at + 5))?.[1]
    if (code === undefined) return { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }[name] ?? name
    this.at += 4
    return String.fromCharCode(Number.parseInt(code, 16))
  }

  private bare(end: RegExp): string {
    const from = this.at
    while (this.at < this.text.length && !end.test(this.text.charAt(this.at))) this.at++
    return this.text.slice(from, this.at)
  }

  private skip(what: RegExp): void {
    while (what.test(this.text.charAt(this.at))) this.at++
  }
}

const nextKey = /^\s*(?:["“＂][^"”＂\n]{1,60}["”＂]\s*[:：=＝]|[}｝])/
