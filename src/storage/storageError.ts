/** Why storage refused or failed, in parts that a view turns into a sentence with what to do. */
export type StorageErrorCode =
  /** The browser gives this site no more room: delete data sets or old runs, or free the disk; nothing half-written is left. */
  | 'quotaExceeded'
  /** No database at all: private window, storage switched off, a profile that cannot be written. */
  | 'unavailable'
  /** The connection went away and a fresh one did too: reload the page. */
  | 'connectionLost'
  /** A record was written by a newer version of this program: reload the page to get that version. */
  | 'newerVersion'
  /** A record is not what its version says it is. */
  | 'malformedRecord'
  /** The data set, or the run's plan, was deleted while it was being written to. */
  | 'gone'
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
  VersionError: 'newerVersion',
}

/** Any failure as a StorageError. The cause decides: a transaction aborted for want of room says no more than "aborted" itself. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const causes = chain(error)
  const told = causes.map(({ name }) => codes[name]).find((code) => code !== undefined)
  // Dexie calls a database that could not be opened "closed": what is told of the reason goes before that.
  const code = told ?? (isConnectionLost(error) ? 'connectionLost' : 'failed')
  return new StorageError(code, causes.at(-1)?.message ?? String(error), { cause: error })
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
