import { type ReactElement, useState } from 'react'
import { runFileOf } from '../../state/results/runFiles.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Checkbox } from '../parts/Field.tsx'
import { saveFile } from '../parts/saveFile.ts'
import { ExportChoice } from './ExportChoice.tsx'

interface ExportViewProps {
  readonly selection: RunSelection
}

/** Everything that can be taken away from a run. */
export function ExportView({ selection }: ExportViewProps): ReactElement {
  const messages = useMessages(resultsMessages)
  const [text, setText] = useState(false)
  const { plan } = selection
  const name = `${plan.dataset.name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}-${plan.id.slice(0, 8)}`
  return (
    <>
      <p className="muted small">{messages.exportIntro}</p>
      <ExportChoice
        title={messages.runFile}
        text={messages.runFileText}
        onSave={async () => saveFile(`${name}.xianwai.json`, await runFileOf(plan.id, { text }), 'application/json')}
      >
        <Checkbox label={messages.withTexts} checked={text} onChange={setText} />
      </ExportChoice>
    </>
  )
}
