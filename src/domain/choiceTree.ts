/**
 * What may be answered, as text. A node is one choice: `lead` is the assistant's text before it (after what was chosen
 * so far), each option's text includes its terminator where one is needed (a line feed), so that a label that is another's prefix scores fairly.
 * An option's probability is the product, over the branching nodes of the options' token trie, of the softmax among the
 * children there: forced tokens are free, no length normalisation is needed, and options sum to 1.
 */
export interface ChoiceNode {
  readonly lead: string
  readonly options: readonly ChoiceOption[]
}

export interface ChoiceOption {
  readonly text: string
  readonly next: ChoiceNode | null
}
