import { type ReactElement, useDeferredValue, useMemo } from 'react'
import type { Dataset, Sample } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { type AddressOf, formatAddress, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { goldName } from './goldName.ts'
import { SampleDetail } from './SampleDetail.tsx'
import { SampleFilters } from './SampleFilters.tsx'
import { selectSamples } from './sampleFilter.ts'

interface SampleBrowserProps {
  readonly scheme: Scheme
  readonly dataset: Dataset
  readonly samples: readonly Sample[]
  readonly address: AddressOf<'data'>
}

/** The samples, filtered by the address, and the one that it names beside them. */
export function SampleBrowser({ scheme, dataset, samples, address }: SampleBrowserProps): ReactElement {
  const messages = useMessages(dataMessages)
  const shared = useMessages(samplesMessages)
  const language = useLanguage()
  const chosen = useDeferredValue(address)
  const stanceField = scheme.matrix ?? ''
  const selected = useMemo(() => selectSamples(samples, chosen, stanceField), [samples, chosen, stanceField])
  const columns = useMemo<readonly TableColumn<Sample>[]>(
    () => [
      { id: 'text', header: messages.sampleColumns.text, value: (sample) => sample.text, render: (sample) => (sample.text === '' ? <span className="muted">{shared.textNotHere}</span> : <span lang="zh-Hans">{sample.text}</span>), width: '46%' },
      ...scheme.fields
        .filter((field) => field.id === scheme.matrix)
        .map((field) => ({ id: field.id, header: field.name[language], width: '16%', value: (sample: Sample) => goldName(field, sample.gold[field.id], language) })),
      { id: 'scene', header: messages.sampleColumns.scene, width: '14%', value: (sample) => (sample.scene === null ? null : messages.scenes[sample.scene]) },
      { id: 'id', header: messages.sampleColumns.id, width: '14%', value: (sample) => sample.id, render: (sample) => <span className="mono">{sample.id}</span> },
      { id: 'row', header: messages.sampleColumns.row, width: '10%', align: 'end', value: (sample) => sample.row },
    ],
    [messages, shared, language, scheme],
  )
  const at = address.sample === undefined ? -1 : selected.findIndex((sample) => sample.id === address.sample)
  const sample = address.sample === undefined ? undefined : (selected[at] ?? samples.find(({ id }) => id === address.sample))
  const linkTo = (id: string | undefined): string => formatAddress({ ...address, sample: id })
  return (
    <div className="browser" data-open={sample !== undefined || undefined}>
      <div className="section">
        <SampleFilters scheme={scheme} address={address} count={messages.matching(formatCount(selected.length, language), formatCount(samples.length, language))} />
        <DataTable
          columns={columns}
          rows={selected}
          keyOf={(row) => row.id}
          hrefOf={(row) => linkTo(row.id)}
          currentKey={address.sample ?? null}
          caption={messages.samplesCaption}
          captionHidden
          file={`${dataset.name}-samples`}
          height="32rem"
          empty={messages.noMatch}
        />
      </div>
      {!sample && address.sample !== undefined && (
        <Notice kind="warning" title={shared.noSample(address.sample)} actions={<LinkButton small to={{ ...address, sample: undefined }}>{shared.backToList}</LinkButton>}>{shared.noSampleText}</Notice>
      )}
      {sample && (
        <SampleDetail
          scheme={scheme}
          sample={sample}
          previous={at > 0 ? linkTo(selected[at - 1]?.id) : null}
          next={at >= 0 && at < selected.length - 1 ? linkTo(selected[at + 1]?.id) : null}
          onClose={() => navigate({ ...address, sample: undefined })}
        />
      )}
    </div>
  )
}
