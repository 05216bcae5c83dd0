import type { Plan } from '../../../domain/plan.ts'
import { dataTable, hashText, termList } from '../parts/dataTable.ts'
import { markup } from '../markup.ts'
import { runName } from '../names.ts'
import type { ReportSection } from '../section.ts'

/** How to get the same figures again. */
export const repeat: ReportSection = {
  id: 'repeat',
  title: { zh: '如何重做', en: 'How to repeat it' },
  body: (content, voice) => {
    const { plan, runs, program, madeAt } = content
    return markup`<p>${voice.say(words.how)}</p>
<pre>npm run evaluate -- DATA${needsDev(plan) ? ' --dev DEV' : ''} --plan plan.json</pre>
<p>${voice.say(words.same)}</p>
${termList([
  [voice.say(words.plan), hashText(plan.id)],
  [voice.say(words.dataset), hashText(plan.dataset.hash)],
  [voice.say(words.cut), plan.cut ? voice.say(words.cutOf(String(plan.cut.chunk), String(plan.cut.trunk), String(plan.cut.nodes), String(plan.cut.ahead))) : null],
  [voice.say(words.program), program],
  [voice.say(words.made), voice.moment(madeAt)],
])}
${dataTable(voice.say(words.runs), [{ header: voice.say(words.run) }, { header: voice.say(words.id) }, { header: voice.say(words.answered), end: true }, { header: voice.say(words.time), end: true }, { header: voice.say(words.checked), end: true }, { header: voice.say(words.apart), end: true }, { header: voice.say(words.dropped), end: true }], runs.map(({ run, answered, samples, milliseconds, checks, dropped }) => ({
  cells: [
    runName(content, run, voice), hashText(run.id), `${voice.count(answered)} / ${voice.count(samples)}`,
    answered > 0 ? voice.say(words.seconds(voice.number(milliseconds / answered / 1000, 2))) : '—',
    voice.count(checks.checked), checks.checked > 0 ? checks.largest.toFixed(4) : '—', voice.count(dropped),
  ],
})))}`
  },
}

/** Its examples or its prior's pool are from other data than the test's. */
function needsDev({ dataset, methods, pool }: Plan): boolean {
  return [...methods.flatMap(({ shots }) => shots?.dataset.hash ?? []), ...(pool ? [pool.dataset.hash] : [])].some((hash) => hash !== dataset.hash)
}

const words = {
  how: {
    zh: '导出计划文件（或用运行文件），在这个程序的文件夹里运行下面的命令，DATA 是原来的数据文件（按散列核对）：',
    en: 'Export the plan file (or take the run file) and run this in the program’s folder, DATA being the data’s own file (it is checked by its hash):',
  },
  same: {
    zh: '模型按编号和文件的散列找。dtype、设备和切分都相同时，答案逐条相同；不同时，会数出并列出答案变了的样本。运行的编号是它所问内容的散列：同一编号就是同一问题。',
    en: 'Models are found by id and the hashes of their files. With the same dtype, device and cut the answers are the same one by one; elsewhere the samples whose answer flipped are counted and listed. A run’s id is the hash of what it asks: the same id is the same question.',
  },
  plan: { zh: '计划', en: 'Plan' },
  dataset: { zh: '数据集', en: 'Dataset' },
  cut: { zh: '前向的切分', en: 'Cut into forwards' },
  cutOf: (chunk: string, trunk: string, nodes: string, ahead: string) => ({
    zh: `文字每次读 ${chunk} 个词元，样本超过 ${trunk} 个也分段；答案树每次至多 ${nodes} 个，提前至多 ${ahead} 个`,
    en: `texts by ${chunk} tokens, samples beyond ${trunk} tokens by pieces, too; answer trees of ${nodes} tokens at most, ${ahead} at most ahead of need`,
  }),
  program: { zh: '程序', en: 'Program' },
  made: { zh: '报告写于', en: 'Report made' },
  runs: { zh: '运行。每条用时是这台机器上的，别处不同。', en: 'Runs. Seconds a sample are of the machine at hand and travel nowhere.' },
  run: { zh: '运行', en: 'Run' },
  id: { zh: '编号', en: 'Id' },
  answered: { zh: '已答', en: 'Answered' },
  time: { zh: '每条', en: 'A sample' },
  seconds: (n: string) => ({ zh: `${n} 秒`, en: `${n} s` }),
  checked: { zh: '抽查', en: 'Checked' },
  apart: { zh: '对数概率最多差', en: 'Largest difference' },
  dropped: { zh: '上文被截', en: 'Context cut' },
}
