/**
 * Traditional characters that occur in the built-in scheme's words and in column names, with their simplified forms.
 * Not a converter: whoever reads labels needs these words and no others, and a one-to-one table cannot be wrong about them.
 */
const pairs =
  '負负積积極极義义貶贬無无報报導导轉转親亲暱昵諷讽隱隐誠诚實实達达禮礼貌貌氣气壓压語语觸触務务調调愛爱悅悦開开興兴驕骄樂乐觀观' +
  '憤愤敵敌擊击視视輕轻優优羨羡獵猎態态驚惊訝讶懷怀舊旧傷伤靜静慮虑擔担憂忧絕绝後后內内尷尴順顺從从顯显標标籤签評评論论內内' +
  '類类對对話话場场發发標标題题編编號号結结緒绪圖图義义層层說说讚赞沒没條条號号問问復复覆复應应細细傾倾嗎吗聽听戰战總总' +
  '狀状別别義义與与慾欲憐怜讓让關关勵励顧顾歡欢滿满煩烦惱恼懼惧恥耻譏讥嘲嘲俗俗妒妒認认為为這这個个並并確确應应歸归屬属選选項项'

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
