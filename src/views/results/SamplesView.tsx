import type { ReactElement } from 'react'
import { fieldOf, type Scheme } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import type { RunFilter } from '../../state/results/runFilter.ts'
import { SampleList } from './SampleList.tsx'
import { SampleView } from './SampleView.tsx'

interface SamplesViewProps {
  readonly address: AddressOf<'results'>
  readonly runKey: RunKey
  readonly filter: RunFilter
  readonly scheme: Scheme
}

/** The list, and beside it (below it on a phone's width, in its place) the sample that is open. */
export function SamplesView({ address, runKey, filter, scheme }: SamplesViewProps): ReactElement {
  return (
    <div className="samples" data-open={address.sample !== undefined || undefined}>
      <SampleList key={JSON.stringify(filter)} address={address} runKey={runKey} filter={filter} field={fieldOf(scheme, filter.field)} />
      {address.sample !== undefined && <SampleView address={address} id={address.sample} runKey={runKey} filter={filter} scheme={scheme} />}
    </div>
  )
}
