import { fieldOf } from '../../../domain/scheme.ts'
import { dataTable, hashText, termList } from '../parts/dataTable.ts'
import { type Markup, markup } from '../markup.ts'
import type { ReportContent } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'

/** Where the samples come from, and what gold they have. */
export const data: ReportSection = {
  id: 'data',
  title: { zh: '数据', en: 'Data' },
  body: (content, voice) => {
    const { plan, data: { dataset, tiers, scenes, groups } } = content
    const counted = (some: typeof tiers): string => voice.list(some.map(({ value, count }) => `${value} ${voice.count(count)}`))
    return markup`${termList([
      [voice.say(words.name), plan.dataset.name],
      [voice.say(words.hash), hashText(plan.dataset.hash)],
      [voice.say(words.file), dataset && `${dataset.source.file} · ${voice.bytes(dataset.source.bytes)} · ${dataset.source.format}${dataset.source.encoding === null ? '' : `, ${dataset.source.encoding}`}`],
      [voice.say(words.rows), dataset && voice.say(words.rowsText(voice.count(dataset.rows), voice.count(dataset.samples), voice.count(dataset.problems), voice.count(dataset.notices)))],
      [voice.say(words.columns), dataset && columns(content, voice)],
      [voice.say(words.drawn), voice.say(words.drawnText(voice.count(plan.sampleIds.length), String(plan.seed)))],
      [voice.say(words.tiers), counted(tiers)],
      [voice.say(words.scenes), counted(scenes)],
      [voice.say(words.groups), groups ? voice.say(words.groupsText(voice.count(groups.count), voice.count(groups.samples))) : voice.say(words.noGroups)],
    ])}
${goldTable(content, voice)}`
  },
}

function columns({ plan, data: { dataset } }: ReportContent, voice: Voice): string {
  const roles = Object.entries(dataset?.source.mapping ?? {}).flatMap(([column, role]) =>
    role.kind === 'other' ? [] : [`${column} = ${role.kind === 'gold' ? voice.say(fieldOf(plan.scheme, role.field).name) : role.kind}`],
  )
  return voice.list(roles)
}

function goldTable({ plan, data: { gold } }: ReportContent, voice: Voice): Markup | null {
  const some = gold.filter(({ labels, outside }) => outside > 0 || labels.some((count) => count > 0))
  if (some.length === 0) return markup`<p>${voice.say(words.noGold)}</p>`
  return markup`<h3>${voice.say(words.gold)}</h3>${some.map(({ field, labels, none, outside }) => {
    const { name, labels: all } = fieldOf(plan.scheme, field)
    const total = labels.reduce((sum, count) => sum + count, 0)
    return dataTable(
      voice.say(words.goldCaption(voice.say(name), voice.count(total), voice.count(none), voice.count(outside))),
      all.map((label) => ({ header: voice.say(label.name), end: true })),
      [{ cells: labels.map((count) => voice.count(count)) }],
    )
  })}`
}

const words = {
  name: { zh: '名称', en: 'Name' },
  hash: { zh: '内容的 SHA-256', en: 'SHA-256 of its content' },
  file: { zh: '文件', en: 'File' },
  rows: { zh: '行', en: 'Rows' },
  rowsText: (rows: string, samples: string, problems: string, notices: string) => ({
    zh: `${rows} 行 = ${samples} 个样本 + ${problems} 个问题；${notices} 条提示`,
    en: `${rows} rows = ${samples} samples + ${problems} problems; ${notices} notices`,
  }),
  columns: { zh: '列', en: 'Columns' },
  drawn: { zh: '抽样', en: 'Drawn' },
  drawnText: (count: string, seed: string) => ({ zh: `${count} 条，按种子 ${seed} 打乱的顺序提问`, en: `${count}, asked in the order that seed ${seed} gives` }),
  tiers: { zh: '标注来源', en: 'How gold came about' },
  scenes: { zh: '场景', en: 'Scenes' },
  groups: { zh: '分组', en: 'Groups' },
  groupsText: (count: string, samples: string) => ({
    zh: `${count} 组，含 ${samples} 条样本；抽样和重抽样都按组`,
    en: `${count}, with ${samples} samples; whatever draws or resamples draws groups`,
  }),
  noGroups: { zh: '没有；样本按互相独立处理。若样本其实成组（同一段对话、同一作者），区间偏窄', en: 'none; samples are taken as independent. If they do come in groups (one conversation, one author), intervals are too narrow' },
  noGold: { zh: '这批数据没有标注：没有准确率之类的数字。', en: 'The data has no gold: there are no scores.' },
  gold: { zh: '标注', en: 'Gold' },
  goldCaption: (field: string, n: string, none: string, outside: string) => ({
    zh: `${field}：n = ${n}；没有标注 ${none}，不在表内 ${outside}`,
    en: `${field}: n = ${n}; without gold ${none}, gold outside the list ${outside}`,
  }),
}
