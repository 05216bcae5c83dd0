import { type ReactElement, useEffect, useRef } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { Dataset } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { useSamples } from '../../state/data/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { lastDraft } from '../../state/plan/keptDraft.ts'
import { dataMessages } from '../messages/data.ts'
import { schemesMessages } from '../messages/schemes.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatBytes, formatCount, formatMoment } from '../parts/numbers.ts'
import { Tabs } from '../parts/Tabs.tsx'
import { DatasetActions } from './DatasetActions.tsx'
import { GoldOverview } from './GoldOverview.tsx'
import { GuessedRoles } from './GuessedRoles.tsx'
import { MappingTable } from './MappingTable.tsx'
import { NoticeList } from './NoticeList.tsx'
import { ProblemList } from './ProblemList.tsx'
import { RolesPanel } from './RolesPanel.tsx'
import { SampleBrowser } from './SampleBrowser.tsx'

interface DatasetViewProps {
  readonly dataset: Dataset
  /** What it is labelled by. */
  readonly scheme: Scheme
  readonly address: AddressOf<'data'>
}

/** One dataset: how many rows became what, its gold, its samples, what is wrong with it. */
export function DatasetView({ dataset, scheme, address }: DatasetViewProps): ReactElement {
  const messages = useMessages(dataMessages)
  const schemes = useMessages(schemesMessages)
  const parts = useMessages(partsMessages)
  const language = useLanguage()
  const samples = useSamples(dataset.id)
  const lists = useRef<HTMLElement>(null)
  // a cell of the matrix leads to its samples: they must be in view
  useEffect(() => {
    if (address.stance !== undefined) lists.current?.scrollIntoView({ block: 'nearest' })
  }, [address.stance])
  const number = (count: number): string => formatCount(count, language)
  const to = (view: AddressOf<'data'>['view']) => ({ screen: 'data', dataset: dataset.id, view }) as const
  return (
    <div className="screen">
      <header className="section">
        <div className="screen__head">
          <h1>{dataset.name}</h1>
          <div className="row">
            <DatasetActions dataset={dataset} />
            {!dataset.standIn && <LinkButton kind="primary" to={lastDraft({ dataset: dataset.id })}>{messages.plan}</LinkButton>}
          </div>
        </div>
        <p className="balance">{messages.balance(number(dataset.rows), number(dataset.samples), number(dataset.problems))}</p>
        <p className="small muted">
          {messages.source(dataset.source.file, messages.formats[dataset.source.format], dataset.source.encoding ?? '', formatBytes(dataset.source.bytes))}
          {' · '}
          {messages.imported(formatMoment(dataset.importedAt, language))}
          {scheme.id !== builtInScheme.id && ` · ${schemes.title(scheme.name[language])}`}
        </p>
        {dataset.standIn && <Notice title={messages.standIn}>{messages.standInText}</Notice>}
        {dataset.demonstration && <Notice title={messages.demonstration}>{messages.demonstrationText}</Notice>}
        {samples.status === 'ready' && <GuessedRoles dataset={dataset} samples={samples.value} />}
      </header>
      {samples.status === 'failed' && <Failure title={parts.readFailed} error={samples.error} />}
      <GoldOverview scheme={scheme} dataset={dataset} samples={samples.status === 'ready' ? samples.value : null} stance={address.stance ?? null} />
      <section className="section" ref={lists}>
        <Tabs
          label={messages.parts}
          current={address.view}
          tabs={[
            { id: 'samples', label: messages.views.samples, count: number(dataset.samples), to: to('samples') },
            { id: 'problems', label: messages.views.problems, count: number(dataset.problems), to: to('problems') },
            { id: 'notices', label: messages.views.notices, count: number(dataset.notices), to: to('notices') },
            { id: 'columns', label: messages.views.columns, to: to('columns') },
            { id: 'roles', label: messages.views.roles, to: to('roles') },
          ]}
        />
        {address.view === 'samples' && samples.status === 'ready' && <SampleBrowser scheme={scheme} samples={samples.value} address={address} dataset={dataset} />}
        {address.view === 'samples' && samples.status === 'loading' && <p className="muted small">{parts.loading}</p>}
        {address.view === 'problems' && <ProblemList scheme={scheme} dataset={dataset} address={address} />}
        {address.view === 'notices' && <NoticeList scheme={scheme} dataset={dataset} address={address} />}
        {address.view === 'roles' && samples.status === 'ready' && <RolesPanel scheme={scheme} dataset={dataset} samples={samples.value} />}
        {address.view === 'columns' && <MappingTable scheme={scheme} mapping={dataset.source.mapping} />}
      </section>
    </div>
  )
}
