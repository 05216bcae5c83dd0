import { counted } from './counted.ts'

const zh = {
  title: '立场矩阵',
  named: (name: string) => `${name}矩阵`,
  stance: '立场',
  corner: '字面 ＼ 隐含',
  said: '说的（字面）',
  meant: '想的（隐含）',
  cellWithCount: (name: string, count: string, share: string) => `${name}：${count} 条，占 ${share}`,
  cellWithShare: (name: string, share: string) => `${name}：${share}`,
  confidence: (value: string) => `平均置信度 ${value}`,
  winner: '概率最高',
}

const en: typeof zh = {
  title: 'Stance matrix',
  named: (name) => `Matrix: ${name}`,
  stance: 'Stance',
  corner: 'said \\ meant',
  said: 'said (explicit)',
  meant: 'meant (implicit)',
  cellWithCount: (name, count, share) => `${name}: ${counted(count, 'sample')}, ${share}`,
  cellWithShare: (name, share) => `${name}: ${share}`,
  confidence: (value) => `mean confidence ${value}`,
  winner: 'most probable',
}

export const matrixMessages = { zh, en }
