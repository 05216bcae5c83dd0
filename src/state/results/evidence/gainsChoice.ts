import { figureNames, type FigureName } from '../../../metrics/classification.ts'
import type { AggregationRule, BaselineRule } from '../../../metrics/gains.ts'
import { tableWords } from '../../../export/tables/words.ts'
import { chosenOf } from './choices.ts'
import type { Choice, EvidenceQuestion } from './evidenceService.ts'
import { gainsWords } from './gainsWords.ts'
import { isOracle, type RunSet } from './runSet.ts'

/** What is asked of metrics/gains.ts. */
export interface GainsChoice {
  readonly method: string
  readonly baseline: BaselineRule
  /** Its models have a candidate for the baseline, too. */
  readonly aggregation: AggregationRule
  /** All that were asked by the method, with a candidate or without. */
  readonly models: readonly string[]
  /** The one that is shown within tiers. */
  readonly figure: FigureName
}

/** What is chosen on the screen of gains, and what else could be; null where no model was asked by two methods. */
export function gainsChoice(set: RunSet, question: EvidenceQuestion, name: (method: string) => string, hasDev: boolean): { readonly choice: GainsChoice; readonly choices: readonly Choice[] } | null {
  const { language } = question
  const words = gainsWords[language]
  const modelsOf = (method: string): readonly string[] => [...new Set(set.members.filter(({ run }) => run.method.id === method).map(({ model }) => model))]
  const meet = (one: string, other: string): boolean => one !== other && modelsOf(one).some((model) => modelsOf(other).includes(model))
  const all = [...new Map(set.members.map(({ run }) => [run.method.id, run.method])).values()].filter(({ scheme }) => scheme === undefined)
  // a method that no model was asked by beside another one is compared with nothing
  const single = all.filter(({ id }) => all.some((other) => meet(id, other.id)))
  if (single.length < 2) return null
  const of = chosenOf(question.choices.of, single.map(({ id }) => id), single.some(({ id }) => id === 'matrix') ? 'matrix' : single[0]!.id)
  const others = single.filter(({ id }) => meet(of, id))
  const among = others.filter(({ id }) => !set.members.some(({ run }) => run.method.id === id && isOracle(run))).map(({ id }) => id)
  const named = others.map(({ id }) => `named:${id}`)
  const rules = [...(among.length > 0 ? ['rechosen', 'strongest', ...(hasDev ? ['dev'] : [])] : []), ...named]
  const rule = chosenOf(question.choices.baseline, rules, rules[0]!)
  const mean = chosenOf(question.choices.mean, ['mean', 'median'] as const, 'mean')
  const unit = chosenOf(question.choices.unit, ['points', 'percent'] as const, 'points')
  const figure = chosenOf(question.choices.figure, figureNames, 'weightedF1')
  const baseline: BaselineRule = rule.startsWith('named:') ? { kind: 'named', method: rule.slice(6) } : { kind: rule as 'rechosen' | 'strongest' | 'dev', among }
  const models = modelsOf(of)
  return {
    choice: {
      method: of,
      baseline,
      aggregation: { models: models.filter((model) => candidatesOf({ baseline }).some((method) => modelsOf(method).includes(model))), mean, unit },
      models,
      figure,
    },
    choices: [
      { key: 'of', label: words.of, value: of, options: single.map(({ id }) => ({ value: id, label: name(id) })) },
      { key: 'baseline', label: words.baseline, value: rule, options: rules.map((value) => ({ value, label: value.startsWith('named:') ? name(value.slice(6)) : words.rules[value as 'rechosen'] })) },
      { key: 'unit', label: words.unit, value: unit, options: (['points', 'percent'] as const).map((value) => ({ value, label: words.units[value] })) },
      { key: 'mean', label: words.mean, value: mean, options: (['mean', 'median'] as const).map((value) => ({ value, label: words.means[value] })) },
      { key: 'figure', label: words.figure, value: figure, options: figureNames.map((value) => ({ value, label: tableWords[language].figures[value] })) },
    ],
  }
}

/** The methods that a baseline is chosen among. */
export function candidatesOf({ baseline }: Pick<GainsChoice, 'baseline'>): readonly string[] {
  return baseline.kind === 'named' ? [baseline.method] : baseline.among
}
