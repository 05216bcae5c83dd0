/** Why a file is no file of answers. */
export class AnswerFileError extends Error {
  readonly code: 'empty' | 'binary' | 'tooLarge'

  constructor(code: AnswerFileError['code'], name: string) {
    super(`${name}: ${code}`)
    this.name = 'AnswerFileError'
    this.code = code
  }
}
