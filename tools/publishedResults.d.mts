export interface PublishedIndex {
  readonly format: 'xianwai-published'
  readonly version: 1
  readonly files: readonly {
    readonly file: string
    readonly bytes: number
    readonly plan: string
    readonly createdAt: number
    readonly dataset: { readonly name: string; readonly hash: string }
    readonly samples: number
    readonly runs: readonly { readonly id: string; readonly model: string; readonly method: { readonly zh: string; readonly en: string }; readonly answers: number }[]
  }[]
}
export function publishedIndex(folder: string): PublishedIndex
