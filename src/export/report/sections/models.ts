import type { PlannedModel } from '../../../domain/plan.ts'
import { fieldOf } from '../../../domain/scheme.ts'
import { dataTable, hashText, termList } from '../parts/dataTable.ts'
import { type Markup, markup } from '../markup.ts'
import type { ReportContent } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'

/** What was asked: enough to know that another machine runs the same thing. */
export const models: ReportSection = {
  id: 'models',
  title: { zh: '模型', en: 'Models' },
  body: (content, voice) => markup`${content.plan.models.map((model) => modelPart(content, model, voice))}`,
}

function modelPart(content: ReportContent, { ref, outputs, context, ...pinned }: PlannedModel, voice: Voice): Markup {
  return markup`<h3>${ref.id}</h3>
${termList([
  [voice.say(words.kind), voice.say(words.kinds[ref.kind])],
  [voice.say(words.origin), voice.say(words.origins[ref.origin] ?? { zh: ref.origin, en: ref.origin })],
  [voice.say(words.revision), ref.revision ?? voice.say(words.noRevision)],
  ['dtype', ref.dtype],
  [voice.say(words.device), ref.device === 'unknown' ? voice.say(words.graphs.unknown) : ref.device],
  [voice.say(words.graph), voice.say(words.graphs[ref.graph])],
  ...Object.entries(pinned).map(([name, value]) => [name, JSON.stringify(value)] as const),
  [voice.say(words.reads), context === undefined ? null : voice.say(context ? words.withContext : words.textOnly)],
  [voice.say(words.outputs), outputs ? outputsText(content, outputs, voice) : null],
])}
${dataTable(voice.say(words.files(voice.count(ref.files.length))), [{ header: voice.say(words.path) }, { header: voice.say(words.bytes), end: true }, { header: 'SHA-256' }], ref.files.map(({ path, bytes, sha256 }) => ({
  cells: [path, voice.count(bytes), sha256 === undefined ? '—' : hashText(sha256)],
})))}`
}

function outputsText({ plan }: ReportContent, outputs: NonNullable<PlannedModel['outputs']>, voice: Voice): string {
  return voice.list(outputs.map((output, at) => {
    if (!output) return `${at + 1}: —`
    const { name, labels } = fieldOf(plan.scheme, output.field)
    const label = labels.find(({ id }) => id === output.label)
    return `${at + 1}: ${voice.say(name)} = ${label ? voice.say(label.name) : output.label}`
  }))
}

const words = {
  kind: { zh: '种类', en: 'Kind' },
  kinds: { causal: { zh: '语言模型', en: 'language model' }, classifier: { zh: '分类器', en: 'classifier' } },
  origin: { zh: '来源', en: 'From' },
  origins: { embedded: { zh: '随站点发布', en: 'shipped with the site' }, folder: { zh: '用户打开的文件夹', en: 'a folder that the user opened' }, hub: { zh: '模型库', en: 'a model hub' }, imported: { zh: '别人的答案，导入而来；不在这里运行', en: 'somebody else’s answers, imported; it was not run here' } } as Readonly<Record<string, { readonly zh: string; readonly en: string }>>,
  revision: { zh: '版本', en: 'Revision' },
  noRevision: { zh: '不详（以文件的散列为准）', en: 'unknown (the files’ hashes tell it)' },
  device: { zh: '设备', en: 'Device' },
  graph: { zh: '计算图与走法', en: 'Graph and walk' },
  graphs: {
    asShipped: { zh: '原样；逐个分支算（缓存分叉）', en: 'as shipped; walked by single forks of the cache' },
    unknown: { zh: '不详', en: 'unknown' },
    rewritten: { zh: '改写；一次算整棵答案树，每 200 条抽查一条，与逐个分支的算法对照', en: 'rewritten; one forward over the tree of answers, checked against single forks on one sample in 200 or so' },
  },
  reads: { zh: '读入', en: 'Reads' },
  withContext: { zh: '目标句和上文', en: 'the sentence, and the context as second segment' },
  textOnly: { zh: '只有目标句', en: 'the sentence alone' },
  outputs: { zh: '输出的含义', en: 'What outputs stand for' },
  files: (n: string) => ({ zh: `文件（${n} 个）`, en: `Files (${n})` }),
  path: { zh: '路径', en: 'Path' },
  bytes: { zh: '字节', en: 'Bytes' },
}
