import type { ReactElement } from 'react'
import type { Sample } from '../../domain/dataset.ts'
import { givenFields, type Method, schemeOf } from '../../domain/method.ts'
import { fieldOf, labelIndex, type Scheme } from '../../domain/scheme.ts'
import { classifierMethod } from '../../prompt/builtInMethods.ts'
import { beforeLabel, reasonHeading } from '../../prompt/answerLayout.ts'
import { classifierInput, promptFor } from '../../prompt/messages.ts'
import { planMessages } from '../messages/plan.ts'
import { useMessages } from '../messages/useMessages.ts'

interface PromptPreviewProps {
  /** The plan's. */
  readonly scheme: Scheme
  readonly method: Method
  readonly example: Sample
  /** Whether a classifier reads the context as well. */
  readonly context: boolean
}

/** The very texts that a model is given for the dataset's first sample, before its own chat template. */
export function PromptPreview({ scheme, method, example, context }: PromptPreviewProps): ReactElement {
  const messages = useMessages(planMessages)
  const parts = method.id === classifierMethod.id ? segmentsOf(example, context, messages) : messagesOf(scheme, method, example, messages)
  return (
    <details className="prompt">
      <summary className="small">{messages.prompt}</summary>
      {parts.map(({ title, text }) => (
        <div key={title}>
          <h3>{title}</h3>
          {/* a scrolling box must be reachable by keyboard */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} lang="zh-Hans">{text}</pre>
        </div>
      ))}
    </details>
  )
}

type Messages = (typeof planMessages)['zh']

interface Part {
  readonly title: string
  readonly text: string
}

function messagesOf(scheme: Scheme, method: Method, example: Sample, messages: Messages): readonly Part[] {
  const { messages: written } = promptFor(scheme, method, { ...example, given: givenOf(scheme, method, example) })
  const first = method.steps.find(({ kind }) => kind !== 'give')
  const begins = first?.kind === 'reason' ? reasonHeading : first ? beforeLabel(fieldOf(schemeOf(scheme, method), first.field), method.labelForm, true) : null
  return [
    ...written.map(({ role, content }) => ({ title: role === 'system' ? messages.system : messages.example, text: content })),
    ...(method.asking === 'guided' && begins ? [{ title: messages.answerBegins, text: begins }] : []),
  ]
}

function segmentsOf(example: Sample, context: boolean, messages: Messages): readonly Part[] {
  const { text, pair } = classifierInput(example, context)
  return [{ title: messages.segmentTarget, text }, ...(pair === null ? [] : [{ title: messages.segmentContext, text: pair }])]
}

/** Labels that give steps tell: the example's gold, or the first of the list where it has none. */
function givenOf(scheme: Scheme, method: Method, { gold }: Sample): Record<string, string> {
  return Object.fromEntries(
    givenFields(method).flatMap((id) => {
      const field = fieldOf(schemeOf(scheme, method), id)
      const said = gold[id]
      const known = said?.kind === 'label' && labelIndex(field, said.label) >= 0 ? said.label : field.labels[0]?.id
      return known === undefined ? [] : [[id, known]]
    }),
  )
}
