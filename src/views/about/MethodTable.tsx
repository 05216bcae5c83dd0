import type { ReactElement } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { Step } from '../../domain/method.ts'
import { fieldOf } from '../../domain/scheme.ts'
import { builtInMethods, classifierMethod, studyMethods } from '../../prompt/builtInMethods.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { aboutMessages } from '../messages/about.ts'
import { useMessages } from '../messages/useMessages.ts'
import { TableFrame } from '../parts/TableFrame.tsx'

/** The built-in methods with their steps. */
export function MethodTable(): ReactElement {
  const messages = useMessages(aboutMessages)
  const language = useLanguage()
  return (
    <TableFrame className="about__table" caption={messages.methodsCaption}>
      <thead>
        <tr>
          <th scope="col">{messages.methodColumns.name}</th>
          <th scope="col">{messages.methodColumns.asking}</th>
          <th scope="col">{messages.methodColumns.steps}</th>
          <th scope="col">{messages.methodColumns.summary}</th>
        </tr>
      </thead>
      <tbody>
        {[...builtInMethods, ...studyMethods, classifierMethod].map((method) => (
          <tr key={method.id}>
            <th scope="row">{method.name[language]}</th>
            <td>{messages.asking[method.asking]}</td>
            <td className="about__steps">{method.steps.map((step) => stepText(step, messages.steps, language)).join(' → ')}</td>
            <td>{method.summary[language]}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

function stepText(step: Step, verbs: typeof aboutMessages.zh.steps, language: Language): string {
  if (step.kind === 'reason') return verbs.reason
  const field = fieldOf(builtInScheme, step.field).name[language]
  return language === 'zh' ? `${verbs[step.kind]}${field}` : `${verbs[step.kind]} ${field.toLowerCase()}`
}
