import { fieldOf } from '../../../domain/scheme.ts'
import { dataTable, hashText, termList } from '../parts/dataTable.ts'
import { type Markup, markup } from '../markup.ts'
import { fieldName } from '../names.ts'
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
      [voice.say(words.role), roleText(content, voice)],
      [voice.say(words.tiers), counted(tiers)],
      [voice.say(words.scenes), counted(scenes)],
      [voice.say(words.groups), groups ? voice.say(words.groupsText(voice.count(groups.count), voice.count(groups.samples))) : voice.say(words.noGroups)],
    ])}
${goldTable(content, voice)}
${lookTable(content, voice)}`
  },
}

function roleText({ plan: { drawn } }: ReportContent, voice: Voice): string {
  if (!drawn) return voice.say(words.noRoles)
  const { roles, role } = drawn
  const how = roles.kind === 'column' ? words.byColumn(roles.column, voice.list(roles.dev)) : words.bySplit(voice.share(roles.share, 0), String(roles.seed))
  return voice.say(words.roleText(role, voice.count(roles.samples.dev), voice.count(roles.samples.test), voice.say(how)))
}

/** Who has looked at test results before a choice cannot make it blindly any more. */
function lookTable({ plan, runs, data: { looks } }: ReportContent, voice: Voice): Markup {
  const title = markup`<h3>${voice.say(words.looks)}</h3>`
  if (looks.length === 0) return markup`${title}<p>${voice.say(words.noLooks)}</p>`
  return markup`${title}<details><summary>${voice.say(words.looksCount(voice.count(looks.length)))}</summary>${dataTable(voice.say(words.looksCaption), [words.when, words.plan, words.run, words.view, words.field, words.reading].map((header) => ({ header: voice.say(header) })), looks.map(({ at, planId, runId, view, field, reading }) => {
    const own = runs.find(({ run }) => run.id === runId)
    return { cells: [voice.moment(at), planId === plan.id ? voice.say(words.thisPlan) : planId.slice(0, 12), own ? voice.say(own.run.method.name) : runId.slice(0, 12), view, plan.scheme.fields.some(({ id }) => id === field) ? fieldName(plan.scheme, field, voice) : field, `${reading.prior}, ${reading.rule}`] }
  }))}</details>`
}

function columns({ plan, data: { dataset } }: ReportContent, voice: Voice): string {
  const roles = Object.entries(dataset?.source.mapping ?? {}).flatMap(([column, role]) =>
    role.kind === 'other' ? [] : [`${column} = ${role.kind === 'gold' ? voice.say(fieldOf(plan.scheme, role.field).name) : role.kind === 'oneHot' ? `${voice.say(fieldOf(plan.scheme, role.field).name)}: ${role.label}` : role.kind}`],
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
  role: { zh: '开发与测试', en: 'Dev and test' },
  noRoles: { zh: '数据集没有分开发和测试：抽到的都算测试', en: 'the dataset names no roles: all that was drawn is test' },
  roleText: (role: string, dev: string, test: string, how: string) => ({ zh: `从${role === 'dev' ? '开发' : '测试'}部分抽取；开发 ${dev} 条，测试 ${test} 条（${how}）`, en: `drawn from the ${role} part; ${dev} dev, ${test} test (${how})` }),
  byColumn: (column: string, values: string) => ({ zh: `按列 ${column}，开发的值：${values}`, en: `by column ${column}, dev where it says ${values}` }),
  bySplit: (share: string, seed: string) => ({ zh: `按种子 ${seed} 整组抽取约 ${share} 作开发`, en: `about ${share} drawn as dev, whole groups, seed ${seed}` }),
  looks: { zh: '看过几次测试结果', en: 'Looks at test results' },
  noLooks: { zh: '写这份报告的地方没有记录：结果没有在这个浏览器里打开过。', en: 'None on record where this report was made: its results were not opened in that browser.' },
  looksCount: (n: string) => ({ zh: `${n} 次`, en: `${n} on record` }),
  looksCaption: { zh: '看过测试结果之后再做的选择（方法、读法、阈值），就不再是对着没看过的数据做的。', en: 'Whatever was chosen after such a look (a method, a reading, a threshold) was no longer chosen blind.' },
  when: { zh: '时间', en: 'When' },
  plan: { zh: '计划', en: 'Plan' },
  thisPlan: { zh: '本计划', en: 'this one' },
  run: { zh: '运行', en: 'Run' },
  view: { zh: '页面', en: 'Part' },
  field: { zh: '字段', en: 'Field' },
  reading: { zh: '读法', en: 'Reading' },
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
