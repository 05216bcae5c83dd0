import type { TableLanguage } from '../../../export/tables/words.ts'
import type { Choice } from './evidenceService.ts'
import type { RunSet } from './runSet.ts'

const zh = {
  label: '等价的界限',
  planned: (points: string) => `计划里写明的 ${points} 个百分点`,
  chosen: (points: string) => `现在选的 ${points} 个百分点（探索）`,
  none: '没有（不能说“没有差别”）',
  points: (points: string) => `${points} 个百分点（探索）`,
  exploratory: '界限是看了结果之后选的，不是计划里写明的：等价检验的结论只供探索。',
  unnamed: '计划没有写明等价的界限，所以什么都不能叫“没有差别”。',
}
const en: typeof zh = {
  label: 'Equivalence margin',
  planned: (points) => `${points} points, named in the plan`,
  chosen: (points) => `${points} points, chosen now (exploratory)`,
  none: 'none (nothing can be called “no different”)',
  points: (points) => `${points} points (exploratory)`,
  exploratory: 'The margin was chosen after the results were there, and is not the plan’s: what equivalence tests say is exploratory.',
  unnamed: 'The plan names no equivalence margin, so nothing here can be called “no different”.',
}
const words = { zh, en }

const offered = ['0.01', '0.02', '0.03', '0.05'] as const

/**
 * The largest difference that is still called none: the plan's, or one chosen now, which makes what follows exploratory.
 * named: it is the plan's, which was named for its primary figure.
 */
export function marginOf({ members }: RunSet, wanted: string | undefined, language: TableLanguage): { readonly value: number | null; readonly name: string; readonly named: boolean; readonly choice: Choice; readonly notices: readonly string[] } {
  const said = words[language]
  const planned = members[0]!.plan.family?.margin
  const points = (value: number): string => String(Math.round(value * 1_000) / 10)
  const chosen = offered.find((value) => value === wanted)
  const value = chosen === undefined ? (planned ?? null) : Number(chosen)
  return {
    value,
    name: value === null ? said.none : chosen === undefined ? said.planned(points(value)) : said.chosen(points(value)),
    named: chosen === undefined && planned !== undefined,
    notices: chosen !== undefined ? [said.exploratory] : planned === undefined ? [said.unnamed] : [],
    choice: {
      key: 'margin', label: said.label, value: chosen ?? '',
      options: [{ value: '', label: planned === undefined ? said.none : said.planned(points(planned)) }, ...offered.map((each) => ({ value: each, label: said.points(points(Number(each))) }))],
    },
  }
}
