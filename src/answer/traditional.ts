/**
 * Traditional characters that occur in the built-in scheme's words and in column names, with their simplified forms.
 * Not a converter: whoever reads labels needs these words and no others, and a one-to-one table cannot be wrong about them.
 */
const pairs =
  '負负積积極极義义貶贬無无報报導导轉转親亲暱昵諷讽隱隐誠诚實实達达禮礼氣气壓压語语觸触務务調调愛爱悅悦開开興兴驕骄樂乐觀观憤愤敵敌擊击視视輕轻優优羨羡獵猎態态驚惊訝讶懷怀舊旧傷伤靜静' +
  '慮虑擔担憂忧絕绝後后內内尷尴順顺從从顯显標标籤签評评論论類类對对話话場场發发題题編编號号結结緒绪圖图層层說说讚赞沒没條条問问復复覆复應应細细傾倾嗎吗聽听戰战總总狀状別别與与慾欲憐怜' +
  '讓让關关勵励顧顾歡欢滿满煩烦惱恼懼惧恥耻譏讥認认為为這这個个並并確确歸归屬属選选項项鬱郁嘆叹嚴严懇恳慘惨慶庆懶懒戲戏擁拥攔拦斷断暫暂業业歷历殘残異异緊紧純纯網网聰聪膽胆萬万裝装詞词' +
  '誇夸誤误謙谦謹谨證证豐丰賞赏質质贏赢較较遠远適适遺遗鄰邻錯错鬧闹麗丽齊齐龐庞'

const simplified = new Map<string, string>()
for (let at = 0; at < pairs.length; at += 2) simplified.set(pairs.charAt(at), pairs.charAt(at + 1))

/** A text with the characters of the table in their simplified form; all others stay. */
export function simplify(text: string): string {
  let changed = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    changed += simplified.get(character) ?? character
  }
  return changed
}
