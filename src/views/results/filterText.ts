import { type Field, labelName, type Scheme } from '../../domain/scheme.ts'
import type { Language } from '../../state/language.ts'
import { GOLD, references } from '../../state/results/besideFilter.ts'
import { filterParts } from '../../state/results/exportName.ts'
import type { RunFilter } from '../../state/results/runFilter.ts'
import type { sampleFiltersMessages } from '../messages/sampleFilters.ts'
import type { samplesMessages } from '../messages/samples.ts'

/** What a filter is put into words with. */
export interface FilterVoice {
  readonly language: Language
  readonly scheme: Scheme
  readonly samples: (typeof samplesMessages)['zh']
  readonly filters: (typeof sampleFiltersMessages)['zh']
  /** A run that the filter refers to, in words. */
  readonly runName: (reference: string) => string
}

/** A filter in words, in the names that the screen has for them; empty where it lets all samples pass. */
export function filterText(filter: RunFilter, field: Field, voice: FilterVoice, only: (key: keyof RunFilter) => boolean = () => true): string {
  const { language, scheme, samples: messages, filters, runName } = voice
  const comma = language === 'zh' ? '，' : ', '
  const fieldName = (id: string): string => scheme.fields.find((each) => each.id === id)?.name[language] ?? id
  const withoutLabel: Readonly<Record<string, string>> = { outOfScheme: messages.outOfScheme, unparsed: messages.noAnswer, notAsked: messages.notAsked }
  const verdicts: Readonly<Record<string, string>> = { right: messages.right, wrong: messages.wrong, scored: filters.scored }
  const states: Readonly<Record<string, string>> = messages.states
  const overlaps: Readonly<Record<string, string>> = filters.overlaps
  const relations: Readonly<Record<string, string>> = filters.relations
  const runs = (value: string): string => references(value).map((reference) => (reference === GOLD ? filters.gold : runName(reference))).join(language === 'zh' ? '、' : ', ')
  const path = (value: string): string => {
    const place = value.split(':')[1] ?? value
    return filters.places[place] ?? filters.firstWrong(fieldName(place))
  }
  const names: Readonly<Record<keyof RunFilter, readonly [name: string, value: (value: string) => string]>> = {
    field: [messages.field, () => field.name[language]],
    scene: [messages.scene, (value) => messages.scenes[value] ?? value],
    tier: [messages.tier, (value) => value],
    gold: [messages.gold, (value) => (value === 'none' ? messages.noGoldLabel : labelName(field, value, language))],
    answer: [messages.answer, (value) => withoutLabel[value] ?? labelName(field, value, language)],
    verdict: [messages.verdict, (value) => verdicts[value] ?? value],
    state: [messages.state, (value) => states[value] ?? value],
    search: [messages.searched, (value) => value],
    slice: [messages.slice, (value) => value],
    part: [messages.part, (value) => value],
    beside: [filters.beside, runs],
    relation: [filters.relation, (value) => relations[value] ?? value],
    equal: [filters.equal, fieldName],
    unequal: [filters.unequal, fieldName],
    together: [filters.together, runs],
    planned: [filters.planned, runs],
    path: [filters.path, path],
    overlap: [filters.overlap, (value) => overlaps[value] ?? value],
    dev: [filters.dev, (value) => value.slice(0, 8)],
  }
  return filterParts(filter).filter(([key]) => only(key)).map(([key, value]) => `${names[key][0]} = ${names[key][1](value)}`).join(comma)
}
