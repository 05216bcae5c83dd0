/** Why storage refused or failed, in parts that a view turns into a sentence with what to do. */
export type StorageErrorCode =
  /** The browser gives this site no more room: delete data sets or old runs, or free the disk; nothing half-written is left. */
  | 'quotaExceeded'
  /** No database at all: private window, storage switched off, a profile that cannot be written. */
  | 'unavailable'
  /** The connection went away and a fresh one did too: reload the page. */
  | 'connectionLost'
  /** Another tab holds an older or newer version of the database open: close it. */
  | 'blocked'
  /** A record was written by a newer version of this program: reload the page to get that version. */
  | 'newerVersion'
  /** A record is not what its version says it is. */
  | 'malformedRecord'
  /** The data set was deleted, or given up, while it was being written. */
  | 'datasetGone'
  | 'failed'

export class StorageError extends Error {
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.code = code
  }
}

const codes: Readonly<Record<string, StorageErrorCode>> = {
  QuotaExceededError: 'quotaExceeded',
  MissingAPIError: 'unavailable',
  OpenFailedError: 'unavailable',
  SecurityError: 'unavailable',
  InvalidAccessError: 'unavailable',
  DatabaseClosedError: 'connectionLost',
  VersionError: 'newerVersion',
  BlockedError: 'blocked',
}

/** Any failure as a StorageError. The cause decides: a transaction aborted for want of room says no more than "aborted" itself. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const causes = chain(error)
  for (const cause of causes) {
    const code = codes[cause.name] ?? (isConnectionLost(cause) ? 'connectionLost' : undefined)
    // Dexie calls any failed opening "closed": what closed it is further down the chain.
    if (code && (code !== 'connectionLost' || cause === causes.at(-1))) return new StorageError(code, cause.message, { cause: error })
  }
  return new StorageError('failed', causes[0]?.message ?? String(error), { cause: error })
}

/** WebKit drops its database server in the background; Chromium after a profile's disk was away. */
export function isConnectionLost(error: unknown): boolean {
  return chain(error).some(
    ({ name, message }) =>
      name === 'DatabaseClosedError' ||
      (name === 'InvalidStateError' && /clos/i.test(message)) ||
      (name === 'UnknownError' && /connection|server lost/i.test(message)),
  )
}

interface NamedError {
  readonly name: string
  readonly message: string
}

/** An error and what caused it: Dexie says `inner`, browsers say `cause`, a bulk write lists `failures`. */
function chain(error: unknown): readonly NamedError[] {
  const found: NamedError[] = []
  let next = error
  while (isNamed(next) && found.length < 8 && !found.includes(next)) {
    found.push(next)
    next = 'inner' in next && next.inner ? next.inner : 'failures' in next && Array.isArray(next.failures) ? next.failures[0] : 'cause' in next ? next.cause : null
  }
  return found
}

function isNamed(error: unknown): error is NamedError {
  return typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string' && 'message' in error && typeof error.message === 'string'
}
