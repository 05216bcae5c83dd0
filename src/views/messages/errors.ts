import { EngineError, type EngineErrorCode } from '../../engine/engine.ts'
import { ImportError, type ImportErrorCode } from '../../import/importError.ts'
import type { Language } from '../../state/language.ts'
import { storageFailure, type StorageErrorCode } from '../../state/storageFailure.ts'

/** What an expected failure means and what to do about it; `file` is the file at fault, where there is one. */
const engine: Readonly<Record<EngineErrorCode, Readonly<Record<Language, string>>>> = {
  missingFile: { zh: '缺少文件', en: 'A file is missing' },
  truncatedFile: { zh: '文件不完整（下载或复制中断），请重新取得', en: 'A file is cut short (an interrupted download or copy): get it again' },
  wrongHash: { zh: '文件内容与清单不符，可能损坏或被改动', en: 'A file is not what the list says: damaged or changed' },
  notJson: { zh: '文件不是合格的 JSON', en: 'A file is not the JSON it should be' },
  notOnnx: { zh: '文件不是 ONNX 模型', en: 'A file is not an ONNX model' },
  htmlInsteadOfFile: { zh: '拿到的是网页而不是文件：链接失效或需要登录', en: 'It is a web page instead of the file: the link is dead or wants a login' },
  unsupportedArchitecture: { zh: '不支持这种模型', en: 'This kind of model is not supported' },
  noTokenizer: { zh: '没有可用的分词器', en: 'There is no tokenizer that can be used' },
  deviceUnavailable: { zh: '这台机器或浏览器没有所选的设备', en: 'This machine or browser does not have the device chosen' },
  deviceDisagrees: { zh: 'WebGPU 算出的结果与 WASM 不符，已停用；请改用 WASM', en: 'WebGPU’s results differ from WASM’s, so it is not used here: choose WASM' },
  deviceLost: { zh: '显卡设备丢失（驱动重置或休眠），请重新加载模型', en: 'The graphics device was lost (driver reset or sleep): load the model again' },
  outOfMemory: { zh: '内存不够：关掉别的标签页，或换小一点的模型、精度', en: 'Out of memory: close other tabs, or take a smaller model or dtype' },
  promptTooLong: { zh: '目标句本身就超过了模型的长度', en: 'The target sentence alone is longer than the model can read' },
  nonFiniteLogits: { zh: '模型算出了非数值，结果不可信', en: 'The model computed values that are no numbers: its results cannot be trusted' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
  timedOut: { zh: '太久没有进展，已停止', en: 'Stopped: no progress for too long' },
  failed: { zh: '模型运行出错', en: 'The model failed' },
}

/** Codes whose sentence says all that the engine's own words (in English) would. */
const selfExplaining: ReadonlySet<EngineErrorCode> = new Set([
  'truncatedFile', 'wrongHash', 'notJson', 'notOnnx', 'htmlInsteadOfFile', 'noTokenizer', 'outOfMemory', 'promptTooLong', 'cancelled', 'timedOut',
])

const fileImport: Readonly<Record<ImportErrorCode, Readonly<Record<Language, string>>>> = {
  empty: { zh: '文件是空的，或没有一行数据', en: 'The file is empty, or has no row' },
  unsupported: { zh: '读不了这种格式；可用 JSONL、JSON、CSV、TSV、XLSX、Parquet', en: 'This format cannot be read; JSONL, JSON, CSV, TSV, XLSX and Parquet can' },
  damaged: { zh: '文件损坏，打不开', en: 'The file is damaged and cannot be opened' },
  noTextColumn: { zh: '没有指定哪一列是目标句', en: 'No column is said to be the target sentence' },
}

const storage: Readonly<Record<StorageErrorCode, Readonly<Record<Language, string>>>> = {
  quotaExceeded: { zh: '浏览器给本站的空间用完了：删掉不用的数据集或旧的运行，或腾出磁盘空间。没有留下写了一半的东西', en: 'The browser’s room for this site is used up: delete datasets or old runs, or free some disk. Nothing half-written is left' },
  unavailable: { zh: '这个浏览器不让本页存数据（无痕窗口、设置或磁盘只读）', en: 'This browser does not let the page store anything (private window, settings, or a read-only disk)' },
  connectionLost: { zh: '与浏览器数据库的连接断了，重连也没成功：请重新载入页面', en: 'The connection to the browser’s database was lost and could not be made again: load the page again' },
  newerVersion: { zh: '数据是由更新的版本写的：请重新载入页面', en: 'The data was written by a newer version: load the page again' },
  malformedRecord: { zh: '存的一条记录不完整，读不出来', en: 'A stored record is not what it should be' },
  gone: { zh: '写入时，这个数据集或计划被删除了', en: 'The dataset or plan was deleted while it was being written to' },
  failed: { zh: '浏览器的数据库出错', en: 'The browser’s database failed' },
}

/** Any error as a sentence for the reader: what is known by its code, and what the machine said beside it. */
export function errorSentence(error: unknown, language: Language): string {
  const colon = language === 'zh' ? '：' : ': '
  if (error instanceof EngineError) {
    const file = error.file === undefined ? '' : language === 'zh' ? `（${error.file}）` : ` (${error.file})`
    return `${engine[error.code][language]}${file}${selfExplaining.has(error.code) ? '' : `${colon}${error.message}`}`
  }
  if (error instanceof ImportError) {
    const detail = Object.values(error.detail).join(', ')
    return `${fileImport[error.code][language]}${detail === '' ? '' : `${colon}${detail}`}`
  }
  const stored = storageFailure(error)
  const words = error instanceof Error ? error.message : String(error)
  return stored === null ? words : `${storage[stored][language]}${colon}${words}`
}
