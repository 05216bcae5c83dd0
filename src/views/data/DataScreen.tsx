import type { ReactElement } from 'react'
import type { AddressOf } from '../../state/address.ts'
import { useDataset } from '../../state/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { errorSentence } from '../messages/errors.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Notice } from '../parts/Notice.tsx'
import { DatasetView } from './DatasetView.tsx'
import { Intake } from './Intake.tsx'
import './data.css'

/** Taking data in, and looking at what was taken in. */
export default function DataScreen({ address }: { readonly address: AddressOf<'data'> }): ReactElement {
  return address.dataset === undefined ? <Intake /> : <OneDataset id={address.dataset} address={address} />
}

function OneDataset({ id, address }: { readonly id: string; readonly address: AddressOf<'data'> }): ReactElement {
  const dataset = useDataset(id)
  const language = useLanguage()
  const messages = useMessages(dataMessages)
  const parts = useMessages(partsMessages)
  if (dataset.status === 'loading') return <p className="screen muted">{parts.loading}</p>
  if (dataset.status === 'failed') {
    return <div className="screen"><Notice kind="error" title={parts.readFailed}>{errorSentence(dataset.error, language)}</Notice></div>
  }
  if (dataset.value === null) {
    return (
      <div className="screen">
        <h1>{messages.title}</h1>
        <EmptyState title={messages.gone} actions={<LinkButton to={{ screen: 'data' }}>{messages.allData}</LinkButton>}>{messages.goneText}</EmptyState>
      </div>
    )
  }
  return <DatasetView key={id} dataset={dataset.value} address={address} />
}
