import type { ReactElement } from 'react'
import { useLanguage } from '../../state/language.ts'
import { errorSentence } from '../messages/errors.ts'
import { Notice } from './Notice.tsx'

interface FailureProps {
  /** warning: one can do without it. */
  readonly kind?: 'warning' | 'error'
  readonly title?: string
  readonly error: unknown
}

/** Something that could not be done, and in a sentence why and what to do. */
export function Failure({ kind = 'error', title, error }: FailureProps): ReactElement {
  return <Notice kind={kind} title={title}>{errorSentence(error, useLanguage())}</Notice>
}
