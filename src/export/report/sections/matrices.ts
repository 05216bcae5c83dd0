import { isBuiltInMatrix, stanceMatrix } from '../../../domain/stanceMatrix.ts'
import { countedCells, stanceGrid } from '../parts/stanceGrid.ts'
import type { Bilingual } from '../../../domain/scheme.ts'
import { markup } from '../markup.ts'
import { runName } from '../names.ts'
import type { ReportSection } from '../section.ts'

/** The stance matrix of gold, and of what each run answered. */
export const matrices: ReportSection = {
  id: 'matrices',
  title: { zh: '立场矩阵', en: 'The stance matrix' },
  body: (content, voice) => {
    const matrix = stanceMatrix(content.plan.scheme)
    if (!matrix) return null
    const gold = content.data.gold.find(({ field }) => field === matrix.stance.id)
    const total = (counts: readonly number[]): string => voice.count(counts.reduce((sum, count) => sum + count, 0))
    const parts = content.runs.flatMap(({ run, fields }) => {
      const own = fields.find(({ field }) => field === matrix.stance.id)
      if (!own) return []
      const mean = own.meanProbabilities
      return [markup`<h3>${runName(content, run, voice)}</h3><div class="beside">
${stanceGrid(matrix, countedCells(own.answers, own.confidence), voice.say(words.answers(total(own.answers))), voice)}
${mean ? stanceGrid(matrix, { counts: null, shares: mean }, voice.say(words.mean(voice.count(own.measured))), voice) : null}</div>`]
    })
    if (parts.length === 0 && !gold?.labels.some((count) => count > 0)) return null
    return markup`<p>${voice.say(isBuiltInMatrix(matrix) ? words.intro : words.other(matrix.explicit.name, matrix.implicit.name))}</p>
${gold?.labels.some((count) => count > 0) ? markup`<h3>${voice.say(words.gold)}</h3>${stanceGrid(matrix, countedCells(gold.labels), voice.say(words.goldCaption(total(gold.labels))), voice)}` : null}
${parts}`
  },
}

const words = {
  intro: {
    zh: '行是字面，列是隐含；色相说的是隐含，深浅说的是字面，边框越粗模型越有把握。',
    en: 'What is said in rows, what is meant in columns; hue says what is meant, depth what is said, and the frame how sure the model is.',
  },
  other: (rows: Bilingual, columns: Bilingual) => ({
    zh: `行是${rows.zh}，列是${columns.zh}；色相随列，深浅随行，边框越粗模型越有把握。`,
    en: `${rows.en} in rows, ${columns.en} in columns; hue goes with the column, depth with the row, and the frame says how sure the model is.`,
  }),
  gold: { zh: '标注', en: 'Gold' },
  goldCaption: (n: string) => ({ zh: `标注，${n} 条`, en: `gold, ${n} samples` }),
  answers: (n: string) => ({ zh: `答案，${n} 条`, en: `answers, ${n} samples` }),
  mean: (n: string) => ({ zh: `平均概率，${n} 条`, en: `mean probabilities over ${n} samples` }),
}
