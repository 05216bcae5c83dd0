import type { ReactElement } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import type { AddressOf } from '../../state/address.ts'
import { useDataset } from '../../state/data/datasets.ts'
import { useSchemeOf } from '../../state/data/schemes.ts'
import { dataMessages } from '../messages/data.ts'
import { schemesMessages } from '../messages/schemes.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { DatasetActions } from './DatasetActions.tsx'
import { DatasetView } from './DatasetView.tsx'
import { Intake } from './Intake.tsx'
import '../parts/lists.css'
import './data.css'

/** Taking data in, and looking at what was taken in. */
export default function DataScreen({ address }: { readonly address: AddressOf<'data'> }): ReactElement {
  return address.dataset === undefined ? <Intake /> : <OneDataset id={address.dataset} address={address} />
}

function OneDataset({ id, address }: { readonly id: string; readonly address: AddressOf<'data'> }): ReactElement {
  const dataset = useDataset(id)
  const scheme = useSchemeOf(dataset.status === 'ready' ? dataset.value : null)
  const messages = useMessages(dataMessages)
  const parts = useMessages(partsMessages)
  if (dataset.status === 'loading' || scheme.status === 'loading') return <p className="screen muted">{parts.loading}</p>
  const failed = dataset.status === 'failed' ? dataset : scheme.status === 'failed' ? scheme : null
  if (failed || dataset.status === 'failed' || scheme.status === 'failed') {
    return <div className="screen"><Failure title={parts.readFailed} error={failed?.error} /></div>
  }
  if (dataset.value === null) {
    return (
      <div className="screen">
        <h1>{messages.title}</h1>
        <EmptyState title={messages.gone} actions={<LinkButton to={{ screen: 'data' }}>{messages.allData}</LinkButton>}>{messages.goneText}</EmptyState>
      </div>
    )
  }
  if (scheme.value === null) return <WithoutScheme dataset={dataset.value} />
  return <DatasetView key={id} dataset={dataset.value} scheme={scheme.value} address={address} />
}

/** Labels that nothing here can name are not shown under another scheme's names. */
function WithoutScheme({ dataset }: { readonly dataset: Dataset }): ReactElement {
  const schemes = useMessages(schemesMessages)
  const messages = useMessages(dataMessages)
  return (
    <div className="screen">
      <h1>{dataset.name}</h1>
      <Notice kind="warning" title={schemes.gone} actions={<><LinkButton to={{ screen: 'data' }}>{messages.allData}</LinkButton><DatasetActions dataset={dataset} /></>}>{schemes.goneText(dataset.schemeId)}</Notice>
    </div>
  )
}
