/** Why a prompt file could not be read; apart from its screen’s words, because the first screen brings all errors along. */
const zh = {
  noSample: '没有一行以【场景类型】、【上下文】或【目标句】开头，不知道样本从哪里开始：补上这样一行再来。',
  noText: '里面没有 {text}，目标句无处可填：在【目标句】后面写上 {text}。',
}

const en: typeof zh = {
  noSample: 'No line begins with 【场景类型】 (scene), 【上下文】 (context) or 【目标句】 (target sentence), so it is not known where the sample begins: add such a line.',
  noText: 'It has no {text}, so the target sentence stands nowhere: write {text} behind 【目标句】.',
}

export const promptFileErrors = { zh, en }
