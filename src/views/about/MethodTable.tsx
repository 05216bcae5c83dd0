import type { ReactElement } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import { type Method, schemeOf, type Step } from '../../domain/method.ts'
import { fieldOf } from '../../domain/scheme.ts'
import { builtInMethods, classifierMethod, studyMethods } from '../../prompt/builtInMethods.ts'
import { shamMatrix, shamSeeds } from '../../prompt/shamMatrix.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { aboutMessages } from '../messages/about.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { TableFrame } from '../parts/TableFrame.tsx'

/** The built-in methods with their steps. */
export function MethodTable(): ReactElement {
  const messages = useMessages(aboutMessages)
  const language = useLanguage()
  return (
    <TableFrame className="about__table" caption={messages.methodsCaption}>
      <HeadRow columns={[messages.methodColumns.name, messages.methodColumns.asking, messages.methodColumns.steps, messages.methodColumns.summary]} />
      <tbody>
        {[...builtInMethods, ...studyMethods, ...shams, classifierMethod].map((method) => (
          <tr key={method.id}>
            <th scope="row">{method.name[language]}</th>
            <td>{messages.asking[method.asking]}</td>
            <td className="about__steps">{method.steps.map((step) => stepText(method, step, messages.steps, language)).join(' → ')}</td>
            <td>{method.summary[language]}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

/** One of each kind of sham: the other seeds differ in their words alone. */
const shams = (['arbitrary', 'permuted'] as const).map((kind) => shamMatrix(builtInScheme, builtInMethods[0]!, kind, shamSeeds[0]!))

function stepText(method: Method, step: Step, verbs: typeof aboutMessages.zh.steps, language: Language): string {
  if (step.kind === 'reason') return verbs.reason
  const field = fieldOf(schemeOf(builtInScheme, method), step.field).name[language]
  const verb = verbs[method.asking === 'free' && step.kind !== 'give' ? 'write' : step.kind]
  return language === 'zh' ? `${verb}${field}` : `${verb} ${field.toLowerCase()}`
}
