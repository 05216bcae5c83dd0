import type { Sample } from '../../../domain/dataset.ts'
import type { Cell } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink } from './evidenceService.ts'
import { lookedUp, type OverlapFound, type OverlapSource } from '../overlapLookup.ts'
import { Leads } from './leads.ts'
import { type RunSet, taskOf } from './runSet.ts'
import { rightAmong, shareFigure } from './shareFigure.ts'

const zh = {
  title: '重叠：样本也出现在别处',
  text: '目标句或上文有连续 13 个字也出现在示例、开发集或内嵌模型的训练文本里的样本数（不计空白；不到 13 字的句子整句比较）。训练文本用随模型发布的布隆过滤器查，只问八分之一的片段：它会漏掉只重几个字的，也会有不超过 0.5% 的误报；“问不了”的太短。重叠不等于背过答案。',
  figures: '重叠与不重叠的样本上的数字',
  figuresText: '同一次运行在两部分上的答对比例。差别也可能来自样本不同；重叠的少时区间很宽。',
  list: '重叠的样本',
  listText: '每行一个样本和它重叠的地方；CSV 里是全部，可以当作一列并进数据。',
  source: '别处', samples: '样本', textOverlap: '目标句重叠', contextOverlap: '上文重叠', either: '任一', unasked: '问不了', expected: '误报至多约',
  part: '部分', overlapping: '重叠', apart: '不重叠', sample: '样本', what: '哪里', pieces: '片段（有 / 问）',
  kinds: { shots: '示例', dev: '开发集', training: '训练文本' }, inText: '目标句', inContext: '上文',
  none: '没有可查的：这些运行没有示例、没有指定开发集，模型也没有随附训练文本的过滤器。',
}
const en: typeof zh = {
  title: 'Overlap: samples that also stand elsewhere',
  text: 'Samples of which 13 characters in a row, of the sentence or its context, also stand in the examples, in dev, or in an embedded model’s training texts (white space aside; sentences under 13 characters are compared whole). Training texts are asked through the Bloom filter shipped with the model, one piece in eight: it misses what shares little, and says so wrongly of 0.5% at most; what cannot be asked is too short. Overlap is not an answer learnt by heart.',
  figures: 'Figures on samples that overlap, and on those that do not',
  figuresText: 'The same run’s share right on both parts. They may differ by their make-up, too; where few overlap the interval is wide.',
  list: 'Samples that overlap',
  listText: 'A row for each sample and where it overlaps; the CSV has all of them, to be joined to the data as a column.',
  source: 'Elsewhere', samples: 'Samples', textOverlap: 'Sentence', contextOverlap: 'Context', either: 'Either', unasked: 'Cannot be asked', expected: 'By chance, at most',
  part: 'Part', overlapping: 'overlapping', apart: 'apart', sample: 'Sample', what: 'Where', pieces: 'Pieces (seen / asked)',
  kinds: { shots: 'examples', dev: 'dev', training: 'training texts' }, inText: 'sentence', inContext: 'context',
  none: 'Nothing to ask: these runs show no examples, no dev set is named, and the model has no filter of its training texts.',
}
const words = { zh, en }

interface Found extends OverlapFound {
  readonly sample: Sample
  readonly at: number
}

/** Which samples also stand in examples, dev or training texts, how many, and what the first run's figures are with and without them. */
export function overlapScreen(set: RunSet, samples: readonly Sample[], sources: readonly OverlapSource[], { field: fieldId, language }: EvidenceQuestion): EvidenceScreen {
  const said = words[language]
  if (sources.length === 0) return { choices: [], notices: [said.none], sections: [] }
  const looked = sources.map((source) => ({ source, found: samples.map((sample, at): Found => ({ sample, at, ...lookedUp(source, sample) })) }))
  const title = ({ kind, name }: OverlapSource): string => `${said.kinds[kind]}: ${name}`
  const listed = looked.flatMap(({ source, found }) => found.filter(({ inText, inContext }) => inText || inContext).map((one) => ({ source, ...one })))
  const first = set.members[0]!
  const { run } = first
  const leads = new Leads({ ...set, members: [first] }, set)
  const figures = figureRows(set, looked, fieldId, language)
  return {
    choices: [], notices: [],
    sections: [
      {
        id: 'overlap', title: said.title, text: said.text,
        table: {
          caption: `${said.title}, n = ${set.size}`,
          columns: [
            { header: said.source, key: 'source' }, { header: said.samples, key: 'samples', align: 'end' }, { header: said.textOverlap, key: 'text', align: 'end' }, { header: said.contextOverlap, key: 'context', align: 'end' },
            { header: said.either, key: 'either', align: 'end' }, { header: said.unasked, key: 'cannot_be_asked', align: 'end' }, { header: said.expected, key: 'by_chance', align: 'end', digits: 1 },
          ],
          rows: looked.map(({ source, found }): Cell[] => {
            const asked = found.filter(({ text, context }) => text.asked + context.asked > 0)
            return [
              title(source), found.length, found.filter(({ inText }) => inText).length, found.filter(({ inContext }) => inContext).length, found.filter(({ inText, inContext }) => inText || inContext).length,
              found.length - asked.length, source.chance === 0 ? 0 : 2 * 0.005 * asked.length,
            ]
          }),
        },
        links: looked.map(({ source }) => leads.overlapping(first, source.kind)),
        cells: looked.map(({ source }) => ({ either: leads.overlapping(first, source.kind) })),
      },
      ...(figures.length > 0 ? [{
        id: 'overlap-figures', title: said.figures, text: said.figuresText,
        table: {
          caption: `${said.figures}: ${run.method.name[language]}, ${set.scheme.fields.find(({ id }) => id === fieldId)?.name[language] ?? fieldId}; ${tableWords[language].intervals}`,
          columns: [{ header: said.source, key: 'source' }, { header: said.part, key: 'part' }, { header: 'n', align: 'end' as const }, { header: tableWords[language].figures.accuracy, key: 'accuracy', align: 'end' as const, scale: 'percent' as const, interval: true as const }],
          rows: figures.map(([source, , ...row]): Cell[] => [title(source), ...row]),
        },
        links: figures.map(([source, overlapping]) => (overlapping || sources.length === 1 ? { ...leads.overlapping(first, overlapping ? source.kind : 'none'), field: fieldId, verdict: 'scored' as const } : null)),
      }] : []),
      ...(listed.length > 0 ? [{
        id: 'overlap-samples', title: said.list, text: said.listText,
        table: {
          caption: `${said.list}, ${listed.length}`,
          columns: [{ header: said.sample, key: 'sample_id' }, { header: said.source, key: 'source' }, { header: said.what, key: 'where' }, { header: said.pieces, key: 'pieces', align: 'end' as const }],
          rows: listed.map(({ sample, source, text, context, inText, inContext }): Cell[] => [
            sample.id, title(source), [inText ? said.inText : '', inContext ? said.inContext : ''].filter((part) => part !== '').join(' + '), `${text.seen + context.seen} / ${text.asked + context.asked}`,
          ]),
        },
        links: listed.map(({ sample }): SampleLink => ({ run: run.id, sample: sample.id })),
      }] : []),
    ],
  }
}

function figureRows(set: RunSet, looked: readonly { source: OverlapSource; found: readonly Found[] }[], fieldId: string, language: TableLanguage): [OverlapSource, boolean, ...Cell[]][] {
  const said = words[language]
  const own: RunSet = { ...set, members: set.members.slice(0, 1) }
  const task = taskOf(own, fieldId)
  const predicted = task.predicted.get(0)
  if (!predicted) return []
  return looked.flatMap(({ source, found }) => ([true, false] as const).map((wanted): [OverlapSource, boolean, ...Cell[]] => {
    const records = found.filter(({ inText, inContext, at }) => (inText || inContext) === wanted && task.gold[at]! >= 0)
    const among = new Uint8Array(task.gold.length)
    for (const { at } of records) among[at] = 1
    const right = rightAmong(own, task, predicted, (at) => among[at] === 1)
    return [source, wanted, wanted ? said.overlapping : said.apart, records.length, shareFigure(right, own)]
  }))
}
