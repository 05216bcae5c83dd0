import { type ReactElement, type ReactNode, useState } from 'react'
import { navigate } from '../../state/address.ts'
import { useDatasets } from '../../state/data/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { SAMPLE_RECORDS } from '../../state/data/sampleRecords.ts'
import { prepareSample } from '../../state/data/sampleTrial.ts'
import { useServices } from '../../state/services.ts'
import { homeMessages } from '../messages/home.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { formatCount } from '../parts/numbers.ts'

type Trial = { readonly status: 'idle' } | { readonly status: 'preparing' } | { readonly status: 'failed'; readonly error: unknown }

interface SampleTrialProps {
  /** What stands beside the button. */
  readonly children?: ReactNode
  /** Beside another primary action. */
  readonly quiet?: boolean
}

/** The first of three clicks: takes in the sample data and goes on to a plan that only needs to be started. */
export function SampleTrial({ children, quiet = false }: SampleTrialProps): ReactElement {
  const services = useServices()
  const datasets = useDatasets()
  const language = useLanguage()
  const messages = useMessages(homeMessages)
  const [trial, setTrial] = useState<Trial>({ status: 'idle' })

  async function prepare(): Promise<void> {
    setTrial({ status: 'preparing' })
    try {
      navigate(await prepareSample(services, datasets.status === 'ready' ? datasets.value : []))
    } catch (error) {
      setTrial({ status: 'failed', error })
    }
  }

  return (
    <div className="section">
      <div className="row">
        <Button kind={quiet ? 'plain' : 'primary'} disabled={trial.status === 'preparing'} onClick={() => void prepare()}>
          {trial.status === 'preparing' ? messages.trying : messages.tryIt}
        </Button>
        {children}
      </div>
      <p className="small muted">{messages.tryNote(formatCount(SAMPLE_RECORDS, language))}</p>
      {trial.status === 'failed' && <Failure title={messages.tryFailed} error={trial.error} />}
    </div>
  )
}
