import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { fieldOf, labelOf, type Scheme } from '../../domain/scheme.ts'
import { stanceMatrix } from '../../domain/stanceMatrix.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { matrixWords } from '../matrix/matrixWords.ts'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Select, TextField } from '../parts/Field.tsx'
import { OUT_OF_SCHEME, UNLABELLED } from './sampleFilter.ts'

interface SampleFiltersProps {
  readonly scheme: Scheme
  readonly address: AddressOf<'data'>
  /** How many match, of how many. */
  readonly count: string
}

/** What restricts the sample list. All of it stands in the address bar. */
export function SampleFilters({ scheme, address, count }: SampleFiltersProps): ReactElement {
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  // the column that the table shows, where nothing is chosen
  const field = [address.field, scheme.matrix].map((wanted) => scheme.fields.find(({ id }) => id === wanted)).find((found) => found !== undefined) ?? scheme.fields[0]
  const filtered = [address.stance, address.label, address.search].some((value) => value !== undefined)
  const stance = scheme.matrix === undefined || address.stance === undefined ? undefined : labelOf(fieldOf(scheme, scheme.matrix), address.stance)
  const matrix = stanceMatrix(scheme)
  const go = (change: Partial<AddressOf<'data'>>): void => navigate({ ...address, sample: undefined, ...change }, { replace: true })
  if (!field) return <></>
  return (
    <div className="row row--end">
      <TextField
        type="search"
        label={messages.search}
        placeholder={messages.searchPlaceholder}
        value={address.search ?? ''}
        onChange={(search) => go({ search: search === '' ? undefined : search })}
      />
      <Select
        label={messages.field}
        value={field.id}
        options={scheme.fields.map(({ id, name }) => ({ value: id, label: name[language] }))}
        onChange={(id) => go({ field: id, label: undefined })}
      />
      <Select
        label={messages.label}
        value={address.label ?? ''}
        options={[
          { value: '', label: messages.anyLabel },
          ...field.labels.map(({ id, name }) => ({ value: id, label: name[language] })),
          { value: UNLABELLED, label: messages.unlabelled },
          { value: OUT_OF_SCHEME, label: messages.outOfScheme },
        ]}
        onChange={(label) => go({ field: field.id, label: label === '' ? undefined : label })}
      />
      <p className="small muted filter__count">{stance ? `${messages.stanceFilter(matrix ? matrixWords(matrix, language).cell : '', stance.name[language])} · ${count}` : count}</p>
      {filtered && (
        <Button kind="quiet" small onClick={() => go({ stance: undefined, field: undefined, label: undefined, search: undefined })}>
          <X aria-hidden="true" />
          {messages.clear}
        </Button>
      )}
    </div>
  )
}
