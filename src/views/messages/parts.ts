import { counted } from './counted.ts'

const zh = {
  close: '关闭',
  copy: '复制',
  copied: '已复制',
  copyFailed: '复制失败',
  download: '下载 CSV',
  sortBy: (column: string) => `按“${column}”排序`,
  rowCount: (count: string) => `${count} 行`,
  nothing: '没有符合条件的行',
  loading: '正在读取…',
  readFailed: '读不出来',
  line: (line: string) => `第 ${line} 行`,
}

const en: typeof zh = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying failed',
  download: 'Download CSV',
  sortBy: (column) => `Sort by ${column}`,
  rowCount: (count) => counted(count, 'row'),
  nothing: 'No row matches',
  loading: 'Reading …',
  readFailed: 'This could not be read',
  line: (line) => `line ${line}`,
}

export const partsMessages = { zh, en }
