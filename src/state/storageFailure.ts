import { StorageError, type StorageErrorCode } from '../storage/storageError.ts'

export type { StorageErrorCode }

/** Why storage failed, or null for any other error. One that crossed from a worker has kept its name and its words only. */
export function storageFailure(error: unknown): StorageErrorCode | null {
  if (error instanceof StorageError) return error.code
  if (!(error instanceof Error) || error.name !== 'StorageError') return null
  return /quota/i.test(error.message) ? 'quotaExceeded' : 'failed'
}
