import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Field } from '../../domain/scheme.ts'
import type { Counted } from '../../metrics/figures.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import type { RunHeader } from '../../state/results/metricsService.ts'
import { unfiltered } from '../../state/results/runSelection.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Select, type SelectOption, TextField } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'

interface FilterBarProps {
  readonly address: AddressOf<'results'>
  readonly field: Field
  readonly header: RunHeader
  readonly filtered: boolean
  /** Samples that pass; undefined while they are being counted. */
  readonly samples: number | undefined
}

type Filters = Partial<Pick<AddressOf<'results'>, 'scene' | 'tier' | 'gold' | 'answer' | 'verdict' | 'state' | 'search'>>

/** What is shown of a run. Each choice goes to the address bar and nowhere else. */
export function FilterBar({ address, field, header, filtered, samples }: FilterBarProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(samplesMessages)
  const change = (filters: Filters, replace = false): void => navigate({ ...address, ...filters, sample: undefined }, { replace })
  const labels = field.labels.map(({ id, name }): SelectOption<string> => ({ value: id, label: name[language] }))
  const choice = (label: string, value: string | undefined, any: string, options: readonly SelectOption<string>[], key: keyof Filters): ReactElement => (
    <Select
      label={label}
      labelHidden
      value={value ?? ''}
      options={[{ value: '', label: any }, ...options]}
      onChange={(next) => change({ [key]: next === '' ? undefined : next })}
    />
  )
  const counted = (values: readonly Counted[], name: (value: string) => string): SelectOption<string>[] =>
    values.map(({ value, count }) => ({ value, label: messages.withOption(name(value), formatCount(count, language)) }))
  return (
    <div className="filters" role="group" aria-label={messages.filters}>
      {header.scenes.length > 1 && choice(messages.scene, address.scene, messages.anyScene, counted(header.scenes, (scene) => messages.scenes[scene] ?? scene), 'scene')}
      {header.tiers.length > 1 && choice(messages.tier, address.tier, messages.anyTier, counted(header.tiers, (tier) => tier), 'tier')}
      {choice(messages.gold, address.gold, messages.anyGold, [...labels, { value: 'none', label: messages.noGoldLabel }], 'gold')}
      {choice(
        messages.answer,
        address.answer,
        messages.anyAnswer,
        [...labels, { value: 'outOfScheme', label: messages.outOfScheme }, { value: 'unparsed', label: messages.noAnswer }, { value: 'notAsked', label: messages.notAsked }],
        'answer',
      )}
      {choice(messages.verdict, address.verdict, messages.anyVerdict, [{ value: 'right', label: messages.right }, { value: 'wrong', label: messages.wrong }], 'verdict')}
      {choice(
        messages.state,
        address.state,
        messages.anyState,
        (['failed', 'waiting', 'dropped'] as const).map((state) => ({ value: state, label: messages.states[state] })),
        'state',
      )}
      <TextField
        label={messages.search}
        labelHidden
        type="search"
        placeholder={messages.search}
        value={address.search ?? ''}
        onChange={(search) => change({ search: search === '' ? undefined : search }, true)}
      />
      <span className="filters__count" aria-live="polite">
        {samples !== undefined && messages.matchingCount(formatCount(samples, language), formatCount(header.samples, language))}
      </span>
      {filtered && <LinkButton kind="quiet" small to={unfiltered(address)}><X aria-hidden="true" />{messages.clear}</LinkButton>}
    </div>
  )
}
