import { normaliseLabel } from '../answer/labelMatch.ts'
import type { Scene } from '../domain/dataset.ts'

/** Words for the four scenes, beside their ids. */
const words: Readonly<Record<Scene, readonly string[]>> = {
  dialogue: ['对话', '日常对话', '闲聊', '聊天', '多轮对话', 'dialog', 'conversation', 'chat', 'daily dialogue'],
  customer_service: ['客服', '客服对话', '客户服务', '电商客服', '客服场景', 'customer service', 'cs', 'service'],
  forum_comment: ['论坛评论', '论坛', '评论', '社交媒体', '社交评论', '微博', '微博评论', '帖子', 'forum', 'comment', 'social media', 'weibo'],
  qa: ['问答', '社区问答', '知识问答', '问答社区', 'q&a', 'question answering', 'zhihu', '知乎'],
}

const scenes = new Map<string, Scene>()
for (const scene of ['dialogue', 'customer_service', 'forum_comment', 'qa'] as const) {
  scenes.set(scene, scene)
  for (const word of [scene, ...words[scene]]) scenes.set(normaliseLabel(word), scene)
}

/** The scene a cell names, or undefined where it names none that is known. */
export function readScene(text: string): Scene | undefined {
  // Nearly all cells hold one of the four ids as it is.
  return scenes.get(text) ?? scenes.get(normaliseLabel(text).replace(/场景$/, ''))
}
