import type { FieldId, LabelId } from './scheme.ts'
import type { Bytes, Sha256, Timestamp } from './units.ts'

/** The shape of a context, which says how it is split into turns. */
export type Scene = 'dialogue' | 'customer_service' | 'forum_comment' | 'qa'

/** What a file says about one field of one sample. */
export type Gold =
  | { readonly kind: 'label'; readonly label: LabelId; /** Computed from other gold fields: the file had no such column. */ readonly derived?: true }
  /** A value that the scheme does not know, kept as it was written. */
  | { readonly kind: 'outOfScheme'; readonly raw: string }

/** One sentence to be judged, with what came before it. */
export interface Sample {
  /** Unique within its dataset, as the file wrote it (text: `7`, `"7"` and `007` stay apart). */
  readonly id: string
  /** Of id, text, context, scene and speaker: what a prediction is tied to. */
  readonly hash: Sha256
  readonly text: string
  /** Turns joined by line feeds; empty where there is none. */
  readonly context: string
  readonly scene: Scene | null
  readonly speaker: string | null
  /** Fields without gold are absent. */
  readonly gold: Readonly<Record<FieldId, Gold>>
  /** How the gold label came about (the benchmark's `quality_tier`). */
  readonly tier: string | null
  /** What is drawn and resampled together: a conversation, an author. */
  readonly group: string | null
  /** 1-based row in the file (header included where there is one). */
  readonly row: number
  /** Columns that no role claims, as text. */
  readonly other: Readonly<Record<string, string>>
}

/** What a column of a file is used for. */
export type ColumnRole =
  | { readonly kind: 'id' | 'text' | 'context' | 'scene' | 'speaker' | 'tier' | 'group' | 'other' }
  | { readonly kind: 'gold'; readonly field: FieldId }
  /** Of a field whose labels have a column each: yes (1) where this label holds. */
  | { readonly kind: 'oneHot'; readonly field: FieldId; readonly label: LabelId }

/** Column name (made unique where the file repeats one) to its role. */
export type ColumnMapping = Readonly<Record<string, ColumnRole>>

export type FileFormat = 'jsonl' | 'json' | 'csv' | 'tsv' | 'xlsx' | 'parquet'

/** Why a row could not become a sample, or what is odd about one that did. `code` is what views turn into a sentence. */
export type FindingCode =
  | 'emptyText'
  | 'missingText'
  | 'malformedRow'
  | 'raggedRow'
  | 'swallowedRows'
  | 'notAnObject'
  | 'duplicateId'
  | 'conflictingDuplicate'
  /** The same text and context stand elsewhere under another id with another gold label. */
  | 'conflictingGold'
  | 'exactDuplicate'
  | 'exponentialId'
  | 'impreciseId'
  | 'undecodable'
  | 'controlCharacters'
  | 'outOfScheme'
  | 'ambiguousLabel'
  | 'inconsistentStance'
  | 'generatedId'
  | 'unknownScene'
  | 'tooLarge'
  /** A column's name was empty or repeated and got another (of a file as a whole, never of a row). */
  | 'renamedColumn'
  /** Gold labels are numbers or one-hot vectors, and the file does not say what they stand for. */
  | 'guessedCodes'
  /** Columns called by a field's labels were taken for it, one label each (of a file as a whole). */
  | 'spreadLabels'
  /** A column's values are parts of the data set (dev, test): taken for neither speaker nor group (of a file as a whole). */
  | 'dataParts'

export interface Finding {
  readonly code: FindingCode
  /** 1-based row in the file (for JSONL and CSV the record's first line; for JSON the record's number). */
  readonly row: number
  /** Column's name, or null where the whole row is meant. */
  readonly column: string | null
  /** What the sentence about it needs: the value found, the value expected, the other row. */
  readonly detail: Readonly<Record<string, string>>
}

/** A row that did not become a sample. Rows in = samples + problems, always. */
export interface Problem extends Finding {
  /** The row as it stood, cut at 2,000 characters. */
  readonly raw: string
}

/** What is odd about a sample that was taken all the same. */
export interface Notice extends Finding {
  readonly sampleId: string
}

export interface Dataset {
  readonly id: string
  readonly name: string
  /** Over the samples' hashes, gold, tiers and groups, in file order. */
  readonly hash: Sha256
  readonly schemeId: string
  readonly rows: number
  readonly samples: number
  readonly problems: number
  readonly notices: number
  readonly source: DatasetSource
  readonly importedAt: Timestamp
  /** Made for showing the program, not for measuring a model. */
  readonly demonstration: boolean
  /**
   * It came with run files and stands in for the dataset they were made over: under its id and hash, but only with the
   * samples that they drew, and their texts (else empty) only where a file has them. Nothing new is planned over it.
   */
  readonly standIn?: true
  /** Which of its samples are for development, which for the test; absent: all are for the test. */
  readonly roles?: DatasetRoles
}

/** dev: to choose prompts, priors, examples and thresholds on. test: to be measured on, once that is settled. */
export type Role = 'dev' | 'test'

/** How a dataset's samples are parted into roles (roles.ts), and what that comes to. */
export type DatasetRoles = (
  /** By what they have in a column: those with one of these values are dev. */
  | { readonly kind: 'column'; readonly column: string; readonly dev: readonly string[] }
  /** By a seeded draw of whole groups, of about that share of the samples. */
  | { readonly kind: 'split'; readonly seed: number; readonly share: number }
) & { readonly samples: Readonly<Record<Role, number>> }

export interface DatasetSource {
  readonly file: string
  readonly bytes: Bytes
  readonly format: FileFormat
  /** The TextDecoder label it was read with; null for binary formats. */
  readonly encoding: string | null
  readonly mapping: ColumnMapping
}
