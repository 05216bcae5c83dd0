import type { Relation } from '../../state/results/besideFilter.ts'
import type { OverlapChoice, OverlapKind } from '../../state/results/overlapChoice.ts'

const relationsZh: Readonly<Record<Relation, string>> = {
  won: '这次对、那次错', lost: '这次错、那次对', flipped: '只有一次对', both: '两者都有标签', same: '两者标签相同', differ: '两者标签不同', rated: '至少两个标签', split: '各评者不一致',
}
const relationsEn: typeof relationsZh = {
  won: 'right here, wrong there', lost: 'wrong here, right there', flipped: 'only one of the two is right', both: 'both gave a label', same: 'the same label', differ: 'different labels', rated: 'two labels or more', split: 'raters differ',
}
const overlapsZh: Readonly<Record<OverlapChoice, string>> = { any: '也在别处', none: '不在别处', shots: '在示例里', dev: '在开发集里', training: '在训练文本里' }
const overlapsEn: typeof overlapsZh = { any: 'also stands elsewhere', none: 'stands nowhere else', shots: 'in the examples', dev: 'in dev', training: 'in the training texts' }
const kindsZh: Readonly<Record<OverlapKind, string>> = { shots: '示例', dev: '开发集', training: '训练文本' }
const kindsEn: typeof kindsZh = { shots: 'examples', dev: 'dev', training: 'training texts' }
const placesZh: Readonly<Record<string, string>> = { all: '每一步都有标注和答案', right: '每一步都对', wrongPath: '错路对标签', stated: '立场和两个极性都说出了', inconsistent: '说出的立场不是矩阵里的那一格' }
const placesEn: typeof placesZh = { all: 'gold and an answer at every step', right: 'right at every step', wrongPath: 'right by a wrong path', stated: 'the stance and both signs were stated', inconsistent: 'the stated stance is not the matrix’s cell' }

const zh = {
  scored: '有对错的（有标注、有答案）',
  beside: '对照',
  gold: '标注',
  readAs: (run: string, reading: string) => `${run}（读法：${reading}）`,
  relation: '两者',
  equal: '同样的',
  unequal: '不同的',
  together: '都有答案的运行',
  planned: '都计划了的运行',
  path: '链条',
  dev: '开发集',
  overlap: '重叠',
  anyOverlap: '重叠不限',
  relations: relationsZh,
  overlaps: overlapsZh,
  kinds: kindsZh,
  places: placesZh,
  firstWrong: (field: string) => `先错在${field}`,
  besides: '还限于',
  alsoIn: (kinds: string) => `也在：${kinds}`,
  overlapHint: '连续 13 个字也出现在示例、开发集或模型的训练文本里；见“重叠”',
  standsIn: '也在别处',
  nowhere: '没有',
  notAskable: '没有可查的',
}
const en: typeof zh = {
  scored: 'right or wrong (gold and an answer)',
  beside: 'Beside',
  gold: 'gold',
  readAs: (run, reading) => `${run} (read as: ${reading})`,
  relation: 'Relation',
  equal: 'Equal',
  unequal: 'Unequal',
  together: 'Answered by all of',
  planned: 'Planned by all of',
  path: 'Chain',
  dev: 'Dev set',
  overlap: 'Overlap',
  anyOverlap: 'Any overlap',
  relations: relationsEn,
  overlaps: overlapsEn,
  kinds: kindsEn,
  places: placesEn,
  firstWrong: (field) => `first wrong: ${field}`,
  besides: 'Besides',
  alsoIn: (kinds) => `also in: ${kinds}`,
  overlapHint: '13 characters in a row also stand in the examples, in dev, or in the model’s training texts; see “Overlap”',
  standsIn: 'Also in',
  nowhere: 'nowhere',
  notAskable: 'nothing to ask',
}
export const sampleFiltersMessages = { zh, en }
