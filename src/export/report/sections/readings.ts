import { metricOf } from '../../../metrics/classification.ts'
import { dataTable, withInterval } from '../parts/dataTable.ts'
import { markup } from '../markup.ts'
import { primaryName, readingName, runName } from '../names.ts'
import type { ReportSection } from '../section.ts'

/** How raw answers were read, and what the primary figure would be under other readings. */
export const readings: ReportSection = {
  id: 'readings',
  title: { zh: '读法', en: 'Readings' },
  body: (content, voice) => {
    const { plan, otherReadings, runs } = content
    const { field, metric } = plan.primaryMetric
    const own = { reading: plan.reading, runs: runs.flatMap(({ run, fields }) => fields.filter((row) => row.field === field).map(({ all, intervals }) => ({ run: run.id, records: all.records, all, intervals }))) }
    const columns = [own, ...otherReadings]
    return markup`<p>${voice.say((plan.imported ? words.imported : words.primary)(readingName(plan.reading, voice)))}</p>
${otherReadings.length === 0 ? null : dataTable(
      voice.say(words.caption(primaryName(plan, voice))),
      [{ header: voice.say(words.run) }, ...columns.map(({ reading }, at) => ({
        header: markup`${readingName(reading, voice)} <span class="badge">${voice.say(at === 0 && !plan.imported ? words.own : words.exploratory)}</span>`, end: true,
      }))],
      runs.map(({ run }) => ({
        cells: [runName(content, run, voice), ...columns.map((column) => {
          const found = column.runs.find((each) => each.run === run.id)
          return found && found.records > 0 ? markup`${withInterval(voice.share(metricOf(found.all, metric)), voice.ends(found.intervals[metric]))}<span class="interval">n = ${voice.count(found.records)}</span>` : '—'
        })],
      })),
    )}`
  },
}

const words = {
  primary: (reading: string) => ({
    zh: `冻结在计划里的读法：${reading}。本报告的数字，除了标明“探索”的，都按它读出。`,
    en: `The reading frozen in the plan: ${reading}. All figures of this report are by it, but those marked exploratory.`,
  }),
  imported: (reading: string) => ({
    zh: `答案是导入的，没有计划事先冻结过读法；本报告按这种读法读出：${reading}。各数字都是探索性的。`,
    en: `The answers were imported, and no plan froze a reading before. The figures of this report are by: ${reading}. All of them are exploratory.`,
  }),
  caption: (figure: string) => ({
    zh: `${figure}，同样的答案换一种读法。看过标注再选的读法是探索，不能当结论。n 因读法而异：没有在那条路径上问过的样本不计。`,
    en: `${figure}, the same answers read otherwise. A reading chosen after gold was seen is exploratory and no finding. n differs between readings: samples that were not asked on that path are left out.`,
  }),
  run: { zh: '运行', en: 'Run' },
  own: { zh: '主', en: 'primary' },
  exploratory: { zh: '探索', en: 'exploratory' },
}
