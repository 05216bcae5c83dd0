import type { ReactElement } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { navigate } from '../../state/address.ts'
import { type Importing, useImportDesk, useImporting, useImportScheme } from '../../state/data/importing.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { showsMessages } from '../messages/shows.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { Progress } from '../parts/Progress.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { DatasetList } from './DatasetList.tsx'
import { DropZone } from './DropZone.tsx'
import { InspectionPanel } from './InspectionPanel.tsx'
import { SchemeChoice } from './SchemeChoice.tsx'

/** A file comes in: dropped, looked at, its columns settled, read. Then the screen goes on to the dataset. */
export function Intake(): ReactElement {
  const messages = useMessages(dataMessages)
  const shows = useMessages(showsMessages)
  const desk = useImportDesk()
  const importing = useImporting()
  const scheme = useImportScheme()
  const follow = async (reading: Promise<Dataset | null>): Promise<void> => {
    const dataset = await reading
    if (dataset) navigate({ screen: 'data', dataset: dataset.id })
  }
  return (
    <div className="screen">
      <ScreenHead title={messages.title} shows={shows.data} />
      {importing.status === 'idle' || importing.status === 'failed' ? (
        <>
          {importing.status === 'failed' && <Failure title={messages.importFailed(importing.file.name)} error={importing.error} />}
          <DropZone onFile={(file) => void follow(desk.open(file))} />
          <SchemeChoice scheme={scheme} onChange={(chosen) => void desk.chooseScheme(chosen)} />
          <DatasetList />
        </>
      ) : importing.status === 'inspected' ? (
        <InspectionPanel importing={importing} onImport={() => void follow(desk.start())} />
      ) : (
        <Reading importing={importing} onCancel={() => desk.cancel()} />
      )}
    </div>
  )
}

interface ReadingProps {
  readonly importing: Extract<Importing, { status: 'inspecting' | 'importing' }>
  readonly onCancel: () => void
}

function Reading({ importing, onCancel }: ReadingProps): ReactElement {
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  const progress = importing.status === 'importing' ? importing.progress : null
  const share = progress === null || progress.totalBytes === 0 ? null : progress.readBytes / progress.totalBytes
  return (
    <div className="panel">
      <Progress
        label={importing.status === 'inspecting' ? messages.inspecting(importing.file.name) : messages.importing(importing.file.name)}
        share={share}
        detail={progress && messages.importDetail(formatCount(progress.samples, language), formatCount(progress.problems, language), formatShare(share ?? 0, language, 0))}
      >
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </Progress>
    </div>
  )
}
