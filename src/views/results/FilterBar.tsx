import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Field } from '../../domain/scheme.ts'
import type { Counted } from '../../metrics/figures.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import type { RunHeader } from '../../state/results/metricsService.ts'
import { overlapChoices } from '../../state/results/overlapChoice.ts'
import type { RunFilter } from '../../state/results/runFilter.ts'
import { unfiltered } from '../../state/results/runSelection.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Select, type SelectOption, TextField } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'
import { filterText, type FilterVoice } from './filterText.ts'

interface FilterBarProps {
  readonly address: AddressOf<'results'>
  readonly filter: RunFilter
  readonly field: Field
  readonly voice: FilterVoice
  readonly header: RunHeader
  readonly filtered: boolean
  /** Samples that pass; undefined while they are being counted. */
  readonly samples: number | undefined
}

type Filters = Partial<Pick<AddressOf<'results'>, 'scene' | 'tier' | 'gold' | 'answer' | 'verdict' | 'state' | 'search' | 'overlap'>>

/** What links bring along and no choice below shows. */
const UNSEEN: ReadonlySet<keyof RunFilter> = new Set(['slice', 'part', 'beside', 'relation', 'equal', 'unequal', 'together', 'planned', 'path'])

/** What is shown of a run. Each choice goes to the address bar and nowhere else. */
export function FilterBar({ address, filter, field, voice, header, filtered, samples }: FilterBarProps): ReactElement {
  const { language, samples: messages, filters } = voice
  const besides = filterText(filter, field, voice, (key) => UNSEEN.has(key))
  const change = (changed: Filters, replace = false): void => navigate({ ...address, ...changed, sample: undefined }, { replace })
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
      {choice(messages.verdict, address.verdict, messages.anyVerdict, [{ value: 'right', label: messages.right }, { value: 'wrong', label: messages.wrong }, { value: 'scored', label: filters.scored }], 'verdict')}
      {choice(
        messages.state,
        address.state,
        messages.anyState,
        (['failed', 'waiting', 'dropped'] as const).map((state) => ({ value: state, label: messages.states[state] })),
        'state',
      )}
      {choice(filters.overlap, filter.overlap, filters.anyOverlap, overlapChoices.map((value) => ({ value, label: filters.overlaps[value] })), 'overlap')}
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
      {besides !== '' && <span className="filters__besides small">{filters.besides}: {besides}</span>}
      {filtered && <LinkButton kind="quiet" small to={unfiltered(address)}><X aria-hidden="true" />{messages.clear}</LinkButton>}
    </div>
  )
}
