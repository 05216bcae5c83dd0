/** What a model reads, before its own chat template and tokenizer. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface Prompt {
  readonly messages: readonly Message[]
}

export interface ClassifierInput {
  readonly text: string
  /** Second segment (the context), or null for a single text. */
  readonly pair: string | null
}
