import type { ReactElement } from 'react'
import type { WrittenSoFar } from '../../state/run/activeRun.ts'
import { runMessages } from '../messages/run.ts'
import { useMessages } from '../messages/useMessages.ts'

/** The answer that a model is writing, as far as it has come. Its height does not change while it grows. */
export function BeingWritten({ writing }: { readonly writing: WrittenSoFar }): ReactElement {
  const messages = useMessages(runMessages)
  return (
    <section className="section" aria-labelledby="being-written">
      <h2 id="being-written">{messages.writing} <span className="muted small">{messages.writingOf(writing.sampleId)}</span></h2>
      <p className="being-written" lang="zh-Hans">{writing.text === '' ? '…' : writing.text}</p>
    </section>
  )
}
