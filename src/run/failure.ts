import { EngineError, type EngineErrorCode } from '../engine/engine.ts'

/** Why a sample has no answer: an engine's refusal or error, or what the run itself found. */
export type FailureCode =
  | EngineErrorCode
  /** The target alone, without any context, does not fit the model. */
  | 'targetTooLong'
  /** A field is to be told to the model, and there is no label to tell. */
  | 'nothingToGive'

/** A failed prediction's reason as it is stored: the code, which a view turns into a sentence, then what there is to say. */
export function failureReason(code: FailureCode, message: string): string {
  return `${code}: ${message}`
}

/** Code and message of a stored reason; a reason of another form is all message. */
export function parseFailure(reason: string): { readonly code: string | null; readonly message: string } {
  const parts = /^([a-zA-Z]+): (.*)$/s.exec(reason)
  return parts ? { code: parts[1]!, message: parts[2]! } : { code: null, message: reason }
}

/** A sample that cannot be asked; the run records it and goes on with the next. */
export class SampleFailure extends Error {
  readonly reason: string

  constructor(code: FailureCode, message: string) {
    super(message)
    this.name = 'SampleFailure'
    this.reason = failureReason(code, message)
  }
}

/** Whether an engine cannot be asked again after that error: after anything but a refusal before work began. */
export function isSpent(error: EngineError): boolean {
  return error.code !== 'promptTooLong'
}
