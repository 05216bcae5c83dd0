import type { ReactElement } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { Bilingual, LabelId } from '../../domain/scheme.ts'
import { stanceMatrix } from '../../domain/stanceMatrix.ts'
import { useLanguage } from '../../state/language.ts'
import { StanceMatrix } from './StanceMatrix.tsx'

const matrix = stanceMatrix(builtInScheme)

/** A sentence of each stance, made up for this page. */
const examples: Readonly<Record<LabelId, Bilingual>> = {
  Positive: { zh: '你能来，我太高兴了！', en: '“I’m so glad you came!”' },
  'Formulaic Positive': { zh: '感谢来电，祝您生活愉快。', en: '“Thank you for calling, have a nice day.”' },
  'Sarcastic Negative': { zh: '您可真准时，才晚俩小时。', en: '“How punctual: only two hours late.”' },
  'Understated Positive': { zh: '到家了说一声。', en: '“Text me when you’re home.”' },
  Neutral: { zh: '周三下午三点开会。', en: '“The meeting is on Wednesday at three.”' },
  'Veiled Negative': { zh: '哦，那你定吧。', en: '“Oh. You decide, then.”' },
  'Affiliative Positive': { zh: '傻瓜，又不吃早饭！', en: '“You fool, no breakfast again!”' },
  'Reportive Negative': { zh: '昨晚暴雨，三条地铁停运。', en: '“Last night’s storm stopped three metro lines.”' },
  Negative: { zh: '太差了，再也不来了。', en: '“Awful. Never again.”' },
}

/** The matrix explained: a sentence in each cell instead of numbers. */
export function ExampleMatrix({ caption }: { readonly caption: string }): ReactElement | null {
  const language = useLanguage()
  if (!matrix) return null
  const cells = Object.fromEntries(Object.entries(examples).map(([stance, example]) => [stance, { note: example[language] }]))
  return <StanceMatrix matrix={matrix} cells={cells} caption={caption} />
}
