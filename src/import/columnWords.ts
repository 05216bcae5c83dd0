import { normaliseLabel } from '../answer/labelMatch.ts'
import type { ColumnRole } from '../domain/dataset.ts'

export type PlainRole = Exclude<ColumnRole['kind'], 'gold' | 'oneHot' | 'other'>

/** Names under which columns are found, the likeliest first. The benchmark's own stand at the head of each list. */
const words: Readonly<Record<PlainRole, readonly string[]>> = {
  id: [
    'sample_id', 'id', '样本id', '样本编号', '编号', '序号', 'uid', 'uuid', 'guid', 'sid', 'item_id', 'record_id', 'data_id', 'text_id', 'comment_id',
    'review_id', 'msg_id', 'message_id', 'weibo_id', '微博id', '评论id', 'mid', '数据编号', '记录编号', 'index', 'idx', 'no', 'unnamed: 0', 'row_id', 'qid',
  ],
  text: [
    'text', '目标句', '目标文本', '文本', '文本内容', '内容', '评论内容', '评论', '正文', '句子', '语句', 'target_text', 'target', 'sentence', 'review', 'content',
    'comment', 'utterance', 'message', 'reply', '回复', '回复内容', '话语', '发言', '发言内容', '消息', '消息内容', 'post', 'tweet', 'body', '微博', '微博正文', '微博内容', '微博中文内容',
    '弹幕', '原文', '文字', '帖子', '帖子内容', '留言', '语料', '数据', 'review_text', 'review_body', 'text_a', 'sentence1', 'query', 'input', 'response', 'document', '答案', '回答', 'answer',
  ],
  context: [
    'context', '上下文', '语境', '上文', '前文', '对话上文', '对话历史', '历史', '历史对话', 'history', 'dialogue_history', 'dialog_history', 'chat_history', 'previous',
    'previous_turns', 'turns', 'messages', 'dialogue', 'conversation', '对话', '对话内容', '背景', 'background', 'question', '问题', '话题', 'topic', 'title', '标题', 'prompt', 'text_b', 'sentence2', 'parent',
  ],
  scene: ['scenario_type', 'scenario', 'scene', '场景', '场景类型', '对话场景', 'scene_type', 'domain'],
  speaker: ['speaker_role', 'speaker', 'role', '说话人', '说话者', '角色', '身份', '发言人', '说话人角色', 'author_role'],
  tier: ['quality_tier', 'tier', '质量', '质量等级', '标注来源', 'annotation_source', 'label_source', 'annotator_type'],
  group: [
    'group', 'conversation_id', 'dialogue_id', 'dialog_id', 'session_id', 'thread_id', 'topic_id', 'conv_id', 'chat_id', '会话id', '会话编号', '对话id', '对话编号', '分组', '组',
    'author', 'author_id', 'user_id', 'user', '作者', '用户', '用户id', '用户名',
  ],
}

/** Columns that hold labels without saying of what: decided by what stands in them. */
export const labelWords = new Set(
  [
    'label', 'labels', '标签', '情感标签', '标注', '标注结果', 'sentiment', 'sentiment_label', 'polarity', '极性', '情感极性', '情感倾向', '情感', '情绪', '倾向', 'class', 'category',
    '类别', '分类', 'y', 'gold', 'gold_label', 'annotation', 'emotion', 'intent', 'stance', '立场', '意图', 'star', 'stars', 'rating', 'score', '评分', '星级', 'attitude', '态度',
  ].map(columnKey),
)

const ranks = new Map<string, readonly [PlainRole, number]>()
for (const role of ['id', 'text', 'context', 'scene', 'speaker', 'tier', 'group'] as const) {
  words[role].forEach((word, rank) => {
    const key = columnKey(word)
    if (!ranks.has(key)) ranks.set(key, [role, rank])
  })
}

/** The role a column's name speaks for, and how clearly (0 is clearest); undefined for a name that says nothing. */
export function roleByName(column: string): readonly [PlainRole, number] | undefined {
  return ranks.get(columnKey(column))
}

/** A column's name as it is compared: no case, width, spaces, underscores, hyphens or hints in brackets. */
export function columnKey(column: string): string {
  const bare = column.normalize('NFKC').replace(/(?<=.)[([{【].*$/, '')
  return normaliseLabel(bare).replace(/[\s._-]+/g, '')
}

/** A column's key without what only says that it holds labels: `gold_explicit`, `intent_label`, `人工立场`. */
export function fieldKey(column: string): string {
  const key = columnKey(column)
  return key.replace(/^(?:gold|true|human|人工|标注)(?=.)/, '').replace(/(?<=.)(?:gold|labels?|标签|标注)$/, '') || key
}

/** Whether the name says that a model wrote the column: its answers are neither gold nor the sentence that was judged. */
export function isAnswer(column: string): boolean {
  return /^(?:pred(?:icted|iction)?s?(?![a-z])|predicted|predictions?|probabilit(?:y|ies)|probs?(?![a-z])|confidences?(?![a-z])|logits?(?![a-z])|raw_?response|模型|预测|置信)/i.test(
    column.normalize('NFKC').trim(),
  )
}
