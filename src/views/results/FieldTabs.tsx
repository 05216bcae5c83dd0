import type { ReactElement } from 'react'
import { type FieldId, fieldOf, type Scheme } from '../../domain/scheme.ts'
import type { AddressOf } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { ofField } from '../../state/results/ofField.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Tabs } from '../parts/Tabs.tsx'

interface FieldTabsProps {
  readonly address: AddressOf<'results'>
  readonly scheme: Scheme
  readonly fields: readonly FieldId[]
  readonly current: FieldId
}

/** Which field the part below is about. */
export function FieldTabs({ address, scheme, fields, current }: FieldTabsProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  return (
    <Tabs
      label={messages.field}
      current={current}
      tabs={fields.map((field) => ({
        id: field,
        label: fieldOf(scheme, field).name[language],
        to: ofField(address, field),
      }))}
    />
  )
}
