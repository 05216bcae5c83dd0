import type { Method } from '../../domain/method.ts'
import type { BenchmarkMethod } from '../../export/resultFileName.ts'

/** The benchmark's methods in words: stored with the run, as other methods' names are. */
const names: Readonly<Record<BenchmarkMethod | 'other', Method['name']>> = {
  direct: { zh: '直接判断', en: 'Direct' },
  cot: { zh: '思维链', en: 'Chain-of-thought' },
  chain: { zh: '矩阵引导链', en: 'Matrix-guided chain' },
  structure_only: { zh: '只有步骤', en: 'Structure only' },
  gold_p: { zh: '给定立场（标注）', en: 'Oracle: stance given' },
  gold_pi: { zh: '给定立场和意图（标注）', en: 'Oracle: stance and intent given' },
  other: { zh: '方法未说明', en: 'Method unknown' },
}

export function methodName(method: BenchmarkMethod | null, fewShot: boolean): Method['name'] {
  const { zh, en } = names[method ?? 'other']
  return fewShot ? { zh: `${zh}（少样本）`, en: `${en} (few-shot)` } : { zh, en }
}

export const methodSummary: Method['summary'] = {
  zh: '答案从别处的文件读入；怎么问的，只知道文件名所说的。',
  en: 'The answers were taken in from files made elsewhere; of how they were asked only what the files’ names say is known.',
}
