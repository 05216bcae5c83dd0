import { ArrowRight } from 'lucide-react'
import { Fragment, type ReactElement } from 'react'
import { type Method, schemeOf, type Step } from '../../domain/method.ts'
import { fieldOf, type Scheme } from '../../domain/scheme.ts'
import { useLanguage } from '../../state/language.ts'
import { planMessages } from '../messages/plan.ts'
import { useMessages } from '../messages/useMessages.ts'

/** A method's chain of steps, drawn. @param scheme the plan's. */
export function MethodSteps({ scheme, method }: { readonly scheme: Scheme; readonly method: Method }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(planMessages)
  const detail = (step: Step): string => (step.kind === 'reason' ? `≤ ${step.maxTokens}` : fieldOf(schemeOf(scheme, method), step.field).name[language])
  return (
    <ol className="steps" aria-label={messages.stepsLabel}>
      {method.steps.map((step, at) => (
        // steps have no name but their place
        <Fragment key={at}>
          {at > 0 && <li className="steps__arrow" aria-hidden="true"><ArrowRight /></li>}
          <li className="steps__step" data-kind={step.kind}>
            <span className="steps__kind">{messages.steps[method.asking === 'free' && step.kind !== 'give' && step.kind !== 'reason' ? 'write' : step.kind]}</span>
            {detail(step)}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
