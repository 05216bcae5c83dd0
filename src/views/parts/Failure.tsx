import type { ReactElement } from 'react'
import { useLanguage } from '../../state/language.ts'
import { errorSentence } from '../messages/errors.ts'
import { Notice } from './Notice.tsx'

/** Something that could not be done, and in a sentence why and what to do. */
export function Failure({ title, error }: { readonly title?: string; readonly error: unknown }): ReactElement {
  return <Notice kind="error" title={title}>{errorSentence(error, useLanguage())}</Notice>
}
