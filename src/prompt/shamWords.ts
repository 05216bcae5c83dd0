import type { Random } from '../domain/random.ts'

/** Things without feeling; no character of any stance, polarity, intent or emotion of the built-in scheme is among them. */
const characters = Array.from('山石林木江河湖云雨霜竹松桥塔亭楼瓦砖纸笔墨砚琴棋茶米盐布丝麻铜铁银珠车船马牛羊鱼鸟虫东西南北春夏秋冬沙泥窗柜梯轮伞杯碗针绳钟')

/** What can be told from a sentence's characters and says nothing of what is meant, by length. */
const criteria = [
  '笔画', '声母', '韵脚', '部首', '字数',
  '笔画少', '多横画', '多竖画', '平声多', '仄声多', '有叠字',
  '首字左右', '末字上下', '单字收尾', '双字开头', '横画居多', '竖画居多',
  '首字笔画少', '末字笔画多', '读来多平声', '读来多仄声', '字形多方正',
  '首字是左右形', '末字是上下形', '停顿落在前半', '停顿落在后半', '偏旁多有重复',
  '句中字数是单数', '句中字数是双数', '首尾两字同部首', '多数字带有点画',
  '前半的笔画比后半少', '后半的笔画比前半少', '首字与末字声调相同', '首字与末字声调不同',
]
const shortest = 2

/** A text of exactly so many characters about the look and sound of characters: criteria one after the other, commas between. */
export function fillerText(length: number, random: Random): string {
  const parts: string[] = []
  let left = length
  while (left > 0) {
    // what is left behind a criterion and its comma must be enough for another one
    const fitting = criteria.filter((one) => !parts.includes(one) && (one.length === left || one.length + 1 + shortest <= left))
    const last = fitting.filter((one) => one.length === left)
    const pool = last.length > 0 ? last : fitting
    const part = pool.length > 0 ? pool[random.integer(pool.length)]! : '字'.repeat(left)
    parts.push(part)
    left -= part.length + (part.length < left ? 1 : 0)
  }
  return parts.join('，')
}

/** Draws made-up names; no character twice until all have been used, no name twice ever. */
export class WordDrawer {
  private readonly random: Random
  private readonly drawn = new Set<string>()
  private pile: string[] = []

  constructor(random: Random) {
    this.random = random
  }

  /** @param length of the name; one more where those of that length are used up. */
  next(length: number): string {
    for (let tries = 0; ; tries++) {
      const word = Array.from({ length: length + Math.floor(tries / 1_000) }, () => this.character()).join('')
      if (this.drawn.has(word)) continue
      this.drawn.add(word)
      return word
    }
  }

  private character(): string {
    if (this.pile.length === 0) this.pile = this.random.shuffle(characters)
    return this.pile.pop()!
  }
}
