/**
 * Cuts a JSON text that comes in pieces into its records: the elements of top-level arrays, and top-level objects that stand one after the
 * other. It does not judge them; a record that is no JSON does not take its neighbours along, and a string that does not
 * close ends with its line (JSON has no line feeds within strings).
 */
export class JsonElements {
  /** From the start of the element under way, or what has not been looked at. */
  private buffer = ''
  /** Where to go on within the buffer. */
  private at = 0
  /** Start of the element under way within the buffer, or -1 between elements. */
  private start = -1
  /** Brackets open within the element. */
  private depth = 0
  private inString = false
  /** The last string had no end but its line's: an opening brace next is another record's. */
  private broken = false
  private inArray = false
  private ended = false
  private readonly onlyFirst: boolean

  /** @param onlyFirst stop where the first array ends, whatever follows */
  constructor(onlyFirst = false) {
    this.onlyFirst = onlyFirst
  }

  /** The elements that are complete with this piece. */
  take(text: string): string[] {
    this.buffer += text
    const elements: string[] = []
    while (this.at < this.buffer.length && !this.ended) {
      if (this.inString) {
        if (!this.skipString()) break
      } else if (this.start < 0) {
        this.skipBetween()
      } else {
        this.skipWithin(elements)
      }
    }
    const kept = this.start < 0 ? this.at : this.start
    this.buffer = this.buffer.slice(kept)
    this.at -= kept
    if (this.start > 0) this.start = 0
    return elements
  }

  /** What is left of an element that never ended; empty where all ended. */
  rest(): string {
    return this.start < 0 ? '' : this.buffer.slice(this.start).trim()
  }

  /** To the end of the string under way. @returns false where it does not end within the buffer */
  private skipString(): boolean {
    const { buffer } = this
    for (; this.at < buffer.length; this.at++) {
      const code = buffer.charCodeAt(this.at)
      if (code === backslash) {
        // What is escaped may be in the next piece: then come back to the backslash.
        if (this.at + 1 === buffer.length) return false
        this.at++
      } else if (code === quote || code === lineFeed) {
        this.broken = code === lineFeed
        this.at++
        this.inString = false
        return true
      }
    }
    return false
  }

  private skipBetween(): void {
    const code = this.buffer.charCodeAt(this.at)
    const space = code <= 0x20 || code === comma || code === 0xfeff
    if (space) this.at++
    else if (code === openBracket && !this.inArray) {
      this.inArray = true
      this.at++
    } else if (code === closeBracket) {
      this.inArray = false
      this.ended = this.onlyFirst
      this.at++
    } else {
      this.start = this.at
      this.depth = 0
    }
  }

  private skipWithin(elements: string[]): void {
    const { buffer } = this
    for (; this.at < buffer.length; this.at++) {
      const code = buffer.charCodeAt(this.at)
      if (this.broken && code > 0x20) {
        this.broken = false
        if (code === openBrace) {
          this.emit(elements, this.at)
          return
        }
      }
      if (code === quote) {
        this.inString = true
        this.at++
        return
      }
      if (code === openBrace || code === openBracket) {
        this.depth++
      } else if (code === closeBrace || code === closeBracket) {
        // A scalar ends before the bracket that closes the array around it.
        if (this.depth === 0) {
          this.emit(elements, this.at)
          return
        }
        this.depth--
        if (this.depth === 0) {
          this.at++
          this.emit(elements, this.at)
          return
        }
      } else if (this.depth === 0 && (code === comma || code === lineFeed)) {
        this.emit(elements, this.at)
        return
      }
    }
  }

  private emit(elements: string[], end: number): void {
    // A closing brace where none is open is skipped with whatever else stands there.
    const stop = end === this.start ? end + 1 : end
    elements.push(this.buffer.slice(this.start, stop))
    this.at = stop
    this.start = -1
  }
}

const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
