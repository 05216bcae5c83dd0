import type { Scene } from '../../domain/dataset.ts'

const zh: Readonly<Record<Scene, string>> = { dialogue: '日常对话', customer_service: '客服对话', forum_comment: '网络评论', qa: '社区问答' }
const en: typeof zh = { dialogue: 'Conversation', customer_service: 'Customer service', forum_comment: 'Forum comment', qa: 'Questions and answers' }

/** What scenes are called, on every screen. */
export const sceneMessages = { zh, en }
