import { givenFields } from '../../../domain/method.ts'
import type { Bilingual } from '../../../domain/scheme.ts'
import { markup } from '../markup.ts'
import type { ReportContent } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'

/** What the figures do not show. Each line is there because of something in this very report. */
export const limits: ReportSection = {
  id: 'limits',
  title: { zh: '数字不能说明什么', en: 'What the figures do not show' },
  body: (content, voice) => markup`<ul>${linesOf(content).map((line) => markup`<li>${voice.say(line)}</li>`)}</ul>`,
}

function linesOf(content: ReportContent): readonly Bilingual[] {
  const { plan, data, runs, otherReadings } = content
  const told = plan.methods.some((method) => givenFields(method, 'gold').length > 0)
  const free = plan.methods.some(({ asking }) => asking === 'free')
  const guided = runs.some(({ run }) => run.method.asking === 'guided' && run.model.ref.kind === 'causal')
  const shams = plan.methods.some(({ scheme }) => scheme !== undefined)
  const unreviewed = data.tiers.filter(({ value }) => !/human|人工/i.test(value))
  return [
    lines.sampling,
    lines.gold,
    ...(unreviewed.length > 0 ? [lines.unreviewed(unreviewed.map(({ value }) => value).join(', '))] : []),
    ...(data.groups ? [] : [lines.independence]),
    ...(plan.dataset.demonstration ? [lines.demonstration] : []),
    ...(runs.length > 1 ? [lines.many] : []),
    ...(otherReadings.length > 0 ? [lines.exploratory] : []),
    ...(guided ? [lines.guided] : []),
    ...(free ? [lines.free] : []),
    ...(told ? [lines.oracle] : []),
    ...(shams ? [lines.sham] : []),
    lines.contamination,
    lines.model,
  ]
}

const lines = {
  sampling: {
    zh: '区间只含抽样的误差：换一批样本会差多少。提示换个说法、标签换个顺序、示例换一组会差多少，不在区间里。',
    en: 'Intervals hold the luck of the draw of samples alone: not what another wording of the prompt, another order of labels or other examples would change.',
  },
  gold: {
    zh: '数字是与所给标注的一致程度。标注若错，数字也错；标注者之间有多一致，不由这里的数字说明。',
    en: 'Figures say how far answers are those of the gold that was given. Where gold is wrong so are they; how far its annotators agree is not shown by them.',
  },
  unreviewed: (tiers: string) => ({
    zh: `标注来源里这些未见人工审核：${tiers}。若其标注出自模型，与模型一致不等于对。`,
    en: `How gold came about, where no human review is named: ${tiers}. If models made those labels, to agree with them is not to be right.`,
  }),
  independence: {
    zh: '数据没有分组列，样本按独立处理；同一段对话或同一作者的样本若不止一条，区间偏窄。',
    en: 'The data names no groups and samples are taken as independent; where several come from one conversation or author, intervals are too narrow.',
  },
  demonstration: { zh: '这是演示数据：数字什么也不证明。', en: 'This is demonstration data: its figures prove nothing.' },
  many: {
    zh: '并排的数字不是检验：相邻两行差多少才算差，看成对的比较和它的校正；其余的比较是探索。',
    en: 'Figures side by side are no test: whether two rows differ is said by a paired comparison and its correction; any other comparison is exploratory.',
  },
  exploratory: { zh: '标明“探索”的读法，是同样的答案换种方式读出；按它挑最好的，就是照着答案挑。', en: 'Readings marked exploratory read the same answers otherwise; to pick the best of them is to pick by gold.' },
  guided: {
    zh: '引导作答总能给出一个标签：没读出的份额为 0 是这种问法的结果，不说明模型会自己写出标签。',
    en: 'A guided answer always names a label: that none is unparsed follows from asking so, and does not say that the model would write one by itself.',
  },
  free: { zh: '写出来的答案由解析器读出，解析器可能读错；原始文字留在运行文件里，可以再读。', en: 'Written answers are read by a parser, which may misread; the raw texts are in the run file and can be read again.' },
  oracle: {
    zh: '被告知标注的方法是上限，不是做法：它的好处只有超出“只凭所告知的标签查表”的部分才算。',
    en: 'Methods that are told gold are a bound, not a practice: of their gain only what exceeds a lookup from the told label alone counts.',
  },
  sham: {
    zh: '假矩阵是对照：只有真矩阵胜过它们，才轮到矩阵的内容。“没有差别”只能由事先说定界限的等价检验得出。',
    en: 'Sham matrices are the control: only what the true matrix gains over them is owed to what it means. “No different” follows from an equivalence test with a margin named before, and from nothing else.',
  },
  contamination: {
    zh: '模型训练时若见过这些样本，数字偏高；没有列出重合的检查，就没有排除这一点。',
    en: 'If a model saw these samples in training its figures are too high; where no check of overlap is listed, that is not ruled out.',
  },
  model: {
    zh: '数字属于列出的这些文件、dtype 和设备；别的量化或版本可能答得不同。',
    en: 'Figures are of the very files, dtype and device listed; other quantisations or revisions may answer otherwise.',
  },
}
