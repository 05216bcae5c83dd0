import { fieldName, runName } from '../names.ts'
import { type Markup, markup } from '../markup.ts'
import { reliabilityDiagram } from '../parts/reliabilityDiagram.ts'
import type { ReportContent, ReportField } from '../reportContent.ts'
import type { ReportSection } from '../section.ts'
import type { Voice } from '../voice.ts'

/** Whether the probabilities that answers were given are worth what they say. */
export const calibration: ReportSection = {
  id: 'calibration',
  title: { zh: '校准', en: 'Calibration' },
  body: (content, voice) => {
    const parts = content.runs.flatMap(({ run, fields }) => {
      const measured = fields.filter(({ intervals }) => intervals.reliability.records > 0)
      if (measured.length === 0) return []
      return [markup`<details><summary>${runName(content, run, voice)}</summary><div class="beside">${measured.map((field) => diagram(content, field, voice))}</div></details>`]
    })
    return parts.length > 0 ? markup`<p>${voice.say(words.intro)}</p>${parts}` : null
  },
}

function diagram({ plan }: ReportContent, { field, intervals: { reliability, calibration: band } }: ReportField, voice: Voice): Markup {
  const name = fieldName(plan.scheme, field, voice)
  return markup`<figure><figcaption><strong>${name}</strong> · ${voice.say(words.error(voice.share(reliability.ece), voice.count(reliability.records)))}${band ? ` ${voice.say(words.band(voice.share(band.low), voice.share(band.high)))}` : ` ${voice.say(plan.reading.prior === 'batch' ? words.transductive : words.grouped)}`}</figcaption>
${reliabilityDiagram(reliability, `${voice.say(calibration.title)}: ${name}`, voice)}</figure>`
}

const words = {
  intro: {
    zh: '说有几成把握，就该对几成。每个点的样本一样多，竖线是 95% 区间；在虚线上就是准的，在下面是过于自信。期望校准误差在有限的 n 下不会是 0，所以样本各自独立时旁边给出完全校准时它的范围。写出来的答案没有概率，不在此列。',
    en: 'What is said to be sure to seven in ten should be right seven times in ten. Each dot holds as many samples, bars are 95% intervals; on the dashes is calibrated, below them too sure. The expected calibration error is never 0 at a finite n: beside it stands, where records are independent, what a perfectly calibrated model would show. Answers that were written have no probability.',
  },
  error: (ece: string, n: string) => ({ zh: `期望校准误差 ${ece}，n = ${n}。`, en: `expected calibration error ${ece}, n = ${n}.` }),
  grouped: { zh: '同组的样本互相关联：没有完全校准时的范围可比。', en: 'Records of a group hang together: no range of a calibrated model to hold it against.' },
  transductive: { zh: '先验取自这些样本本身：没有完全校准时的范围可比。', en: 'The prior is these very records’ mean: no range of a calibrated model to hold it against.' },
  band: (low: string, high: string) => ({ zh: `若完全校准：${low}–${high}。`, en: `If perfectly calibrated: ${low}–${high}.` }),
}
