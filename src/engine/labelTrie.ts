import { EngineError } from './engine.ts'

/** Options as token sequences, merged where they begin alike. Node 0 is the root and has no token. */
export interface LabelTrie {
  readonly tokens: readonly number[]
  readonly parents: readonly number[]
  readonly children: readonly (readonly number[])[]
  /** The node at which each option ends, in option order. */
  readonly ends: readonly number[]
  /** Nodes with more than one child, ascending: the only ones whose logits matter. */
  readonly branching: readonly number[]
}

/**
 * @throws EngineError where an option is empty, the same as another, or another's beginning: then the two could not be told apart by
 * what comes next.
 */
export function labelTrie(options: readonly (readonly number[])[]): LabelTrie {
  const tokens = [-1]
  const parents = [-1]
  const children: number[][] = [[]]
  const ends = options.map((option) => {
    let at = 0
    for (const token of option) {
      let next = children[at]!.find((child) => tokens[child] === token)
      if (next === undefined) {
        next = tokens.length
        tokens.push(token)
        parents.push(at)
        children.push([])
        children[at]!.push(next)
      }
      at = next
    }
    return at
  })
  const ambiguous = ends.findIndex((end, option) => children[end]!.length > 0 || ends.indexOf(end) !== option)
  if (ambiguous >= 0) {
    throw new EngineError('failed', `option ${ambiguous} is another option, or its beginning, in this model's tokens`)
  }
  return { tokens, parents, children, ends, branching: children.flatMap((of, node) => (of.length > 1 ? [node] : [])) }
}

/** The tokens that options go on with at branching nodes: the only ones whose logits matter. */
export function optionTokens(tries: readonly LabelTrie[]): readonly number[] {
  const tokens = new Set(tries.flatMap((trie) => trie.branching.flatMap((node) => trie.children[node]!.map((child) => trie.tokens[child]!))))
  return [...tokens].sort((a, b) => a - b)
}

/**
 * log P of each option: the product over the trie's branching nodes of the softmax among the children there. Forced tokens are free, so
 * no length counts against an option, and the options sum to 1.
 * @param logit of a token after a branching node.
 * @throws EngineError (nonFiniteLogits).
 */
export function optionLogProbabilities(trie: LabelTrie, logit: (node: number, token: number) => number): Float32Array {
  const behind = new Float64Array(trie.tokens.length)
  for (const node of trie.branching) {
    const among = trie.children[node]!.map((child) => logit(node, trie.tokens[child]!))
    if (!among.every(Number.isFinite)) throw new EngineError('nonFiniteLogits', 'the model answers with what is not a number')
    const largest = Math.max(...among)
    const norm = largest + Math.log(among.reduce((sum, logit) => sum + Math.exp(logit - largest), 0))
    trie.children[node]!.forEach((child, at) => { behind[child] = among[at]! - norm })
  }
  return Float32Array.from(trie.ends, (end) => {
    let sum = 0
    for (let node = end; node > 0; node = trie.parents[node]!) sum += behind[node]!
    return sum
  })
}
