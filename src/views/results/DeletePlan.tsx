import { Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Plan } from '../../domain/plan.ts'
import { navigate } from '../../state/address.ts'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import { useLanguage } from '../../state/language.ts'
import { deletePlan } from '../../state/plan/plans.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Failure } from '../parts/Failure.tsx'
import { formatCount } from '../parts/numbers.ts'

interface DeletePlanProps {
  readonly plan: Plan
  /** Answers that would go. */
  readonly answers: number
}

/** Takes a plan and its answers out of this browser, after saying what is lost. */
export function DeletePlan({ plan, answers }: DeletePlanProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const running = useActiveRunState().kind === 'active'
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)

  async function remove(): Promise<void> {
    try {
      await deletePlan(plan.id)
      navigate({ screen: 'results' }, { replace: true })
    } catch (error) {
      setProblem(error)
    }
  }

  return (
    <>
      <div className="row">
        <Button kind="danger" small disabled={running} onClick={() => setOpen(true)}><Trash2 aria-hidden="true" />{messages.deletePlan}</Button>
      </div>
      {open && (
        <Dialog
          title={messages.deleteTitle}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button onClick={() => setOpen(false)}>{messages.cancel}</Button>
              <Button kind="danger" onClick={() => void remove()}>{messages.deletePlan}</Button>
            </>
          }
        >
          <p>{messages.deleteText(formatCount(answers, language))}</p>
          {problem !== null && <Failure title={messages.failed} error={problem} />}
        </Dialog>
      )}
    </>
  )
}
