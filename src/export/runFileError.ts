/**
 * Why a file is not taken as a run file. notJson: not JSON at all; notRunFile: JSON of something else; newerVersion: made
 * by a later version of this program; malformed: a value is not what the format says; inconsistent: each value is
 * possible, but they do not belong together.
 */
export type RunFileErrorCode = 'notJson' | 'notRunFile' | 'newerVersion' | 'malformed' | 'inconsistent'

export class RunFileError extends Error {
  readonly code: RunFileErrorCode
  /** Where, as in `runs[0].predictions[12].outcome.scores`; empty where the whole file is meant. */
  readonly path: string

  constructor(code: RunFileErrorCode, path: string, message: string) {
    super(path === '' ? message : `${path}: ${message}`)
    this.name = 'RunFileError'
    this.code = code
    this.path = path
  }
}
