import type { ChoiceNode } from '../domain/choiceTree.ts'
import type { Tokens } from '../domain/units.ts'
import { type LabelTrie, labelTrie, optionTokens } from './labelTrie.ts'
import type { Past, TokenTree } from './session.ts'

/** Tokens of a text that stands behind another; the text before matters because tokens may merge across the seam. */
export type Continue = (before: string, text: string) => readonly number[]

/** A place from which a choice can be asked. */
export interface Entry {
  readonly choice: ChoiceNode
  readonly path: readonly number[]
  readonly past: Past
  /** Tokens between the past and the choice's lead; at least one. */
  readonly trunk: readonly number[]
  /** How many of them were read already, for another question. */
  readonly again: Tokens
  /** The text that the lead stands behind, or its end. */
  readonly before: string
}

/** A choice whose options have their places in a wave's tree. */
export interface Placed {
  readonly choice: ChoiceNode
  readonly path: readonly number[]
  readonly trie: LabelTrie
  /** Where each node of the trie stands among the wave's tokens. */
  readonly at: readonly number[]
  /** The choices placed behind its options. */
  readonly below: Map<number, Placed>
}

/** The tokens of several levels of choices behind one entry, and which of them a forward has to see. */
export class ChoiceWave {
  readonly #next: Continue
  readonly #tokens: number[]
  readonly #parents: number[]
  readonly #children = new Map<number, Map<number, number>>()
  readonly #trunkEnd: number
  readonly #levels: Placed[][]
  readonly top: Placed

  constructor(entry: Entry, next: Continue) {
    this.#next = next
    this.#tokens = [...entry.trunk]
    this.#parents = entry.trunk.map((_, at) => at - 1)
    this.#trunkEnd = entry.trunk.length - 1
    this.top = this.#place(entry.choice, entry.path, this.#trunkEnd, entry.before)
    this.#levels = [[this.top]]
  }

  /** Places one more level behind every option of the last; @returns false where there is none. */
  grow(): boolean {
    const level = this.#levels.at(-1)!.flatMap((placed) =>
      placed.choice.options.flatMap((option, index) => {
        if (!option.next) return []
        const child = this.#place(option.next, [...placed.path, index], placed.at[placed.trie.ends[index]!]!, placed.choice.lead + option.text)
        placed.below.set(index, child)
        return [child]
      }))
    if (level.length > 0) this.#levels.push(level)
    return level.length > 0
  }

  /** Takes the last level away again. */
  shrink(): void {
    this.#levels.pop()
    for (const placed of this.#levels.at(-1)!) placed.below.clear()
  }

  /** Whether anything can be asked behind what was placed. */
  onward(): boolean {
    return this.#levels.flat().some(({ choice, below }) => choice.options.some(({ next }, option) => next !== null && !below.has(option)))
  }

  /** Tokens that a forward over the levels placed so far holds behind the trunk. */
  size(): Tokens {
    return this.#needed().filter((needed, at) => needed && at > this.#trunkEnd).length
  }

  /** The tree to score; where each token of the wave stands in it, -1 where it is not needed. No tokens where nothing is to be decided. */
  tree(): { readonly tree: TokenTree; readonly places: readonly number[] } {
    const needed = this.#needed()
    let count = 0
    const places = needed.map((is) => (is ? count++ : -1))
    const kept = needed.flatMap((is, at) => (is ? [at] : []))
    const wanted = [...this.#wanted()].map((at) => places[at]!).sort((a, b) => a - b)
    return {
      tree: {
        tokens: kept.map((at) => this.#tokens[at]!),
        parents: kept.map((at) => (this.#parents[at]! < 0 ? -1 : places[this.#parents[at]!]!)),
        wanted,
        options: optionTokens(this.#levels.flat().map(({ trie }) => trie)),
      },
      places,
    }
  }

  /** Tokens up to where an option ends, from behind the nearest one before it that `stop` accepts; reached is -1 where none does. */
  path(placed: Placed, option: number, stop: (at: number) => boolean): { readonly reached: number; readonly tokens: readonly number[] } {
    const tokens: number[] = []
    let at = placed.at[placed.trie.ends[option]!]!
    for (; at >= 0 && !stop(at); at = this.#parents[at]!) tokens.unshift(this.#tokens[at]!)
    return { reached: at, tokens }
  }

  #place(choice: ChoiceNode, path: readonly number[], parent: number, before: string): Placed {
    const trie = labelTrie(choice.options.map((option) => this.#next(before, choice.lead + option.text)))
    const at = [parent]
    for (let node = 1; node < trie.tokens.length; node++) at.push(this.#add(at[trie.parents[node]!]!, trie.tokens[node]!))
    return { choice, path, trie, at, below: new Map() }
  }

  #add(parent: number, token: number): number {
    const siblings = this.#children.get(parent) ?? new Map<number, number>()
    this.#children.set(parent, siblings)
    const known = siblings.get(token)
    if (known !== undefined) return known
    const made = this.#tokens.push(token) - 1
    this.#parents.push(parent)
    siblings.set(token, made)
    return made
  }

  #wanted(): Set<number> {
    return new Set(this.#levels.flat().flatMap((placed) => placed.trie.branching.map((node) => placed.at[node]!)))
  }

  #needed(): boolean[] {
    const needed = this.#tokens.map(() => false)
    for (const at of this.#wanted()) {
      for (let node = at; node >= 0 && !needed[node]; node = this.#parents[node]!) needed[node] = true
    }
    return needed
  }
}
