import { note, termList } from '../parts/dataTable.ts'
import { type Markup, markup } from '../markup.ts'
import { primaryName, readingName, runName } from '../names.ts'
import type { ReportContent } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'

/** What was run, in short, and what no figure may be read without. */
export const overview: ReportSection = {
  id: 'overview',
  title: { zh: '概要', en: 'In short' },
  body: (content, voice) => {
    const { plan, runs } = content
    return markup`${warnings(content, voice)}
${termList([
  [voice.say(words.data), `${plan.dataset.name} · ${voice.say(words.drawn(voice.count(plan.sampleIds.length), voice.count(plan.dataset.samples)))}`],
  [voice.say(words.models), voice.list(plan.models.map(({ ref }) => `${ref.id} (${ref.dtype}, ${ref.device})`))],
  [voice.say(words.methods), voice.list(plan.methods.map(({ name }) => voice.say(name)))],
  [voice.say(words.runs), voice.count(runs.length)],
  [voice.say(words.primary), plan.imported ? voice.say(words.noPrimary) : primaryName(plan, voice)],
  [voice.say(words.reading), readingName(plan.reading, voice)],
  [voice.say(words.frozen), voice.moment(plan.createdAt)],
])}`
  },
}

function warnings(content: ReportContent, voice: Voice): Markup {
  const { plan, data, runs } = content
  const interim = runs.filter(({ waiting }) => waiting > 0)
  const failed = runs.filter((run) => run.failed > 0)
  const unreadable = runs.filter(({ readable }) => !readable)
  const doubted = runs.filter(({ checks }) => checks.fellBack > 0)
  const named = (some: readonly (typeof runs)[number][]): string => voice.list(some.map(({ run }) => runName(content, run, voice)))
  return markup`${plan.dataset.demonstration ? note(voice.say(words.demonstration), 'warning') : null}
${data.samples < plan.sampleIds.length ? note(voice.say(words.gone(voice.count(plan.sampleIds.length - data.samples), voice.count(plan.sampleIds.length))), 'warning') : null}
${interim.length > 0 ? note(voice.say(words.interim(named(interim))), 'warning') : null}
${failed.length > 0 ? note(voice.say(words.failed(voice.list(failed.map(({ run, failed: count }) => `${runName(content, run, voice)}: ${voice.count(count)}`)))), 'warning') : null}
${unreadable.length > 0 ? note(voice.say(words.unreadable(named(unreadable))), 'warning') : null}
${doubted.length > 0 ? note(voice.say(words.doubted(voice.list(doubted.map(({ run, checks }) => `${runName(content, run, voice)}: ${checks.fellBack}/${checks.checked}`)))), 'warning') : null}`
}

const words = {
  data: { zh: '数据', en: 'Data' },
  drawn: (drawn: string, all: string) => ({ zh: `抽取 ${drawn} / ${all} 条`, en: `${drawn} of ${all} samples` }),
  models: { zh: '模型', en: 'Models' },
  methods: { zh: '方法', en: 'Methods' },
  runs: { zh: '运行', en: 'Runs' },
  primary: { zh: '主指标', en: 'Primary figure' },
  noPrimary: { zh: '没有：答案是导入的，事先没有计划冻结过什么，各数字都是探索性的', en: 'none: the answers were imported, no plan froze anything before, and every figure is exploratory' },
  reading: { zh: '读法', en: 'Reading' },
  frozen: { zh: '计划冻结于', en: 'Plan frozen' },
  demonstration: {
    zh: '演示数据，不是评测基准：这批样本是为展示程序而写的，数字说明不了模型在真实数据上的水平。',
    en: 'Demonstration data, not a benchmark: these samples were written to show the program, and figures over them say nothing of a model on real data.',
  },
  gone: (gone: string, all: string) => ({ zh: `计划的 ${all} 个样本里有 ${gone} 个不在手边：数字只算其余的。`, en: `${gone} of the plan’s ${all} samples are not at hand: figures are of the others.` }),
  interim: (runs: string) => ({
    zh: `中途数字：有的样本还没有答（${runs}）。样本按种子打乱的顺序提问，所以已答的部分是公平的抽样。`,
    en: `Interim figures: some samples are not answered yet (${runs}). Samples are asked in a seeded order, so what is answered is a fair draw.`,
  }),
  failed: (runs: string) => ({
    zh: `有样本失败，没有答案，不计入任何数字（${runs}）。失败的是机器，不是模型；失败若与样本有关，剩下的就不是公平的抽样。`,
    en: `Samples failed, have no answer and stand in no figure (${runs}). It was the machine that failed, not the model; if failing has to do with the sample, the rest is no fair draw.`,
  }),
  unreadable: (runs: string) => ({ zh: `计划的读法要减去先验，而这些运行没有：${runs}。它们没有数字。`, en: `The plan’s reading subtracts a prior that these runs do not have: ${runs}. They have no figures.` }),
  doubted: (runs: string) => ({
    zh: `抽查时快慢两种算法得出过不同的答案，从那时起用慢的（不同 / 抽查：${runs}）。`,
    en: `Where the fast way to an answer was checked against the slow one, another label won, and the slow one was used from there on (other / checked: ${runs}).`,
  }),
}
