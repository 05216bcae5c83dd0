import type { Bilingual } from '../domain/scheme.ts'
import type { GainsQuestion } from './gains.ts'

/** What a gains table is made by. */
interface GainsRule extends Pick<GainsQuestion<string>, 'method' | 'baseline' | 'aggregation'> {
  readonly standard?: { readonly name: Bilingual } | undefined
  /** Which of the rule's models were asked by a method. */
  readonly askedBy: (method: string) => readonly string[]
}

/**
 * The rule of a gains table in words: which method against which baseline, which unit, which mean over which models, which mix. A method that none
 * of the models was asked by is not named as a candidate, and of one that some were asked by it is said which.
 */
export function ruleText({ method, baseline, aggregation, standard, askedBy }: GainsRule): Bilingual {
  const { models, mean, unit } = aggregation
  const candidates = baseline.kind === 'named' ? [] : baseline.among.map((id) => ({ id, of: models.filter((model) => askedBy(id).includes(model)) })).filter(({ of }) => of.length > 0)
  const among = baseline.kind === 'named' ? baseline.method : candidates.map(({ id, of }) => (of.length < models.length ? `${id} (${of.join(', ')})` : id)).join(', ')
  const zhBaseline = {
    named: among,
    strongest: `以下方法中在这些样本上得分最高者，选定后不再变：${among}`,
    dev: `以下方法中在开发集上得分最高者：${among}`,
    rechosen: `以下方法中得分最高者，每次重抽样重新选：${among}`,
  }[baseline.kind]
  const enBaseline = {
    named: among,
    strongest: `the strongest on these records, then held fixed, of ${among}`,
    dev: `the strongest on dev of ${among}`,
    rechosen: `the strongest, chosen anew in each resample, of ${among}`,
  }[baseline.kind]
  const zhMean = mean === 'mean' ? '算术平均' : '中位数'
  const zhUnit = unit === 'points' ? '分值之差（0.05 即 5 个百分点）' : '相对基线的比例（0.05 即 5%）'
  const enUnit = unit === 'points' ? 'difference in points' : 'per cent of the baseline'
  const zhStandard = standard ? `；按${standard.name.zh}的构成标准化` : ''
  const enStandard = standard ? `; standardised to the mix of ${standard.name.en}` : ''
  return {
    zh: `${method} 相对于基线（${zhBaseline}）；${zhUnit}；对 ${models.length} 个模型取${zhMean}：${models.join(', ')}${zhStandard}`,
    en: `${method} against ${enBaseline}; ${enUnit}; ${mean} over ${models.length} models: ${models.join(', ')}${enStandard}`,
  }
}
