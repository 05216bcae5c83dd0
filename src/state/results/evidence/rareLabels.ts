import { listed } from '../../../domain/listed.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import { canHaveInterval, type FigureName, SUPPORTED, supportedLabels } from '../../../metrics/classification.ts'
import { confusion } from '../../../metrics/confusion.ts'
import type { Task } from './runSet.ts'

const words = {
  zh: (task: string, figure: string, labels: string) => `${task}的${figure}没有区间，也就没有等价检验的结论：这些标签的标注不到 ${SUPPORTED} 条：${labels}。对这么少见的标签取平均，区间盖不住它声称的比例。`,
  en: (task: string, figure: string, labels: string) => `${figure} of ${task} has no interval, and so no verdict on equivalence: these labels have fewer than ${SUPPORTED} gold records: ${labels}. An interval of a mean over labels that rare would cover less than it says.`,
}
const others = { zh: '“≥10”的宏平均只对其余标签取。', en: ' The macro average marked 10+ is over the others alone.' }
const none = {
  zh: (task: string, figure: string) => `${task}的${figure}算不出：没有一个标签的标注有 ${SUPPORTED} 条。`,
  en: (task: string, figure: string) => `${figure} of ${task} is undefined: no label has ${SUPPORTED} gold records.`,
}

/** Which labels keep a figure from having an interval, and why; null where none does. */
export function rareLabels({ field, gold }: Pick<Task, 'field' | 'gold'>, figure: FigureName, language: TableLanguage): string | null {
  const enough = supportedLabels(confusion(field.labels.length, gold, gold))
  const [task, name] = [field.name[language], tableWords[language].figures[figure]]
  if (figure === 'supportedMacroF1' && enough.length === 0) return none[language](task, name)
  if (canHaveInterval(figure, field.labels.length, enough)) return null
  const rare = field.labels.flatMap((label, at) => (enough.includes(at) ? [] : [`${label.name[language]} (${gold.filter((one) => one === at).length})`]))
  return `${words[language](task, name, listed(rare, language))}${enough.length > 0 ? others[language] : ''}`
}
