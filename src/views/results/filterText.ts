import { type Field, labelName } from '../../domain/scheme.ts'
import type { Language } from '../../state/language.ts'
import { filterParts } from '../../state/results/exportName.ts'
import type { RunFilter } from '../../state/results/runFilter.ts'
import type { samplesMessages } from '../messages/samples.ts'

/** A filter in words, in the names that the screen has for them; empty where it lets all samples pass. */
export function filterText(filter: RunFilter, field: Field, messages: (typeof samplesMessages)['zh'], language: Language): string {
  const withoutLabel: Readonly<Record<string, string>> = { outOfScheme: messages.outOfScheme, unparsed: messages.noAnswer, notAsked: messages.notAsked }
  const states: Readonly<Record<string, string>> = messages.states
  const names: Readonly<Record<keyof RunFilter, readonly [name: string, value: (value: string) => string]>> = {
    field: [messages.field, () => field.name[language]],
    scene: [messages.scene, (value) => messages.scenes[value] ?? value],
    tier: [messages.tier, (value) => value],
    gold: [messages.gold, (value) => (value === 'none' ? messages.noGoldLabel : labelName(field, value, language))],
    answer: [messages.answer, (value) => withoutLabel[value] ?? labelName(field, value, language)],
    verdict: [messages.verdict, (value) => (value === 'right' ? messages.right : messages.wrong)],
    state: [messages.state, (value) => states[value] ?? value],
    search: [messages.searched, (value) => value],
    slice: [messages.slice, (value) => value],
    part: [messages.part, (value) => value],
  }
  return filterParts(filter).map(([key, value]) => `${names[key][0]} = ${names[key][1](value)}`).join(language === 'zh' ? '，' : ', ')
}
