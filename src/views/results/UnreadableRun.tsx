import type { ReactElement, ReactNode } from 'react'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { planFileName } from '../../state/results/exportName.ts'
import { runFileOf } from '../../state/results/exports.ts'
import { usePredictionCount } from '../../state/results/useResults.ts'
import { useServices } from '../../state/services.ts'
import { exportMessages } from '../messages/export.ts'
import { useMessages } from '../messages/useMessages.ts'
import { saveFile } from '../parts/saveFile.ts'
import { DeletePlan } from './DeletePlan.tsx'
import { ExportChoice } from './ExportChoice.tsx'

interface UnreadableRunProps {
  readonly selection: RunSelection
  /** Why there are no figures. */
  readonly children: ReactNode
}

/** Where no figures can be made (the dataset is gone, reading failed): the answers can still be taken away and deleted. */
export function UnreadableRun({ selection: { plan, run, published }, children }: UnreadableRunProps): ReactElement {
  const messages = useMessages(exportMessages)
  const { siteUrl } = useServices()
  const { value: count } = usePredictionCount(run.id)
  return (
    <>
      {children}
      <ExportChoice
        title={messages.runFile}
        text={messages.runFileText}
        onSave={async () => saveFile(`${planFileName(plan)}.xianwai.json`, await runFileOf(plan.id, { text: false }, siteUrl), 'application/json')}
      />
      {!published && <DeletePlan plan={plan} answers={(count?.done ?? 0) + (count?.failed ?? 0)} />}
    </>
  )
}
