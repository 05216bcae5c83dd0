import { listed } from '../../domain/listed.ts'
import { EngineError, type EngineErrorCode } from '../../engine/engine.ts'
import { WorkerLost } from '../../engine/workerLine.ts'
import { PromptFileError } from '../../export/promptFile.ts'
import { RunFileError, type RunFileErrorCode } from '../../export/runFileError.ts'
import { ImportError, type ImportErrorCode } from '../../import/importError.ts'
import { AnswerFileError } from '../../state/answers/answerFileError.ts'
import type { Language } from '../../state/language.ts'
import { SchemeInUse } from '../../state/data/schemes.ts'
import { answerFileErrors } from './answerFileErrors.ts'
import { promptFileErrors } from './promptFileErrors.ts'
import { schemesMessages } from './schemes.ts'
import { storageFailure, type StorageErrorCode } from '../../state/storageFailure.ts'

/** What an expected failure means and what to do about it; `file` is the file at fault, where there is one. */
const engine: Readonly<Record<EngineErrorCode, Readonly<Record<Language, string>>>> = {
  missingFile: { zh: '缺少文件：补齐后重新打开文件夹', en: 'A file is missing: add it and open the folder again' },
  truncatedFile: { zh: '文件不完整（下载或复制中断），请重新取得', en: 'A file is cut short (an interrupted download or copy): get it again' },
  wrongHash: { zh: '文件内容与清单不符，可能损坏或被改动：请换回原来的文件', en: 'A file is not what the list says, damaged or changed: put the right one back' },
  notJson: { zh: '文件不是合格的 JSON，请重新取得', en: 'A file is not the JSON it should be: get it again' },
  notOnnx: { zh: '文件不是 ONNX 模型，请重新取得或重新导出', en: 'A file is not an ONNX model: get it or export it again' },
  htmlInsteadOfFile: { zh: '拿到的是网页而不是文件：链接失效或需要登录', en: 'It is a web page instead of the file: the link is dead or wants a login' },
  unsupportedArchitecture: { zh: '不支持这种模型：请换一个因果语言模型或分类器', en: 'This kind of model is not supported: take a causal language model or a classifier' },
  noTokenizer: { zh: '没有可用的分词器：文件夹里要有 tokenizer.json 和 tokenizer_config.json', en: 'There is no tokenizer that can be used: the folder needs tokenizer.json and tokenizer_config.json' },
  tokenizerMismatch: { zh: '分词器与模型不配套（词元比模型的词向量多）：请从同一个仓库取得 tokenizer.json、config.json 和模型文件', en: 'Tokenizer and model do not belong together (it has tokens that the model has no embedding for): take tokenizer.json, config.json and the graph from one repository' },
  wrongOutputs: { zh: '图里没有名为 logits 的输出：请用 optimum 或 onnxruntime-genai 重新导出，或把输出改名为 logits', en: 'The graph has no output called logits: export it again with optimum or onnxruntime-genai, or rename its output to logits' },
  deviceUnavailable: { zh: '这台机器或浏览器没有所选的设备', en: 'This machine or browser does not have the device chosen' },
  deviceDisagrees: { zh: 'WebGPU 算出的结果与 WASM 不符，已停用；请改用 WASM', en: 'WebGPU’s results differ from WASM’s, so it is not used here: choose WASM' },
  deviceLost: { zh: '显卡设备丢失（驱动重置或休眠），请重新加载模型', en: 'The graphics device was lost (driver reset or sleep): load the model again' },
  outOfMemory: { zh: '内存不够：关掉别的标签页，或换小一点的模型、精度', en: 'Out of memory: close other tabs, or take a smaller model or dtype' },
  promptTooLong: { zh: '目标句本身就超过了模型的长度', en: 'The target sentence alone is longer than the model can read' },
  nonFiniteLogits: { zh: '模型算出了非数值，结果不可信：权重可能已损坏，或不适合这种精度；请重新取得文件，或换一种精度', en: 'The model computed values that are no numbers, so its results cannot be trusted: its weights are damaged, or do not fit this dtype. Get the file again, or take another dtype' },
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
  damaged: { zh: '文件损坏或不是所选的格式，打不开', en: 'The file is damaged, or not of the format chosen, and cannot be opened' },
  noTextColumn: { zh: '没有指定哪一列是目标句', en: 'No column is said to be the target sentence' },
}

/** What stands in a data file's place, and what to do; for other formats the sentence of `unsupported`. */
const instead: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  html: { zh: '这是一个网页，不是数据文件：可能要登录后重新下载', en: 'This is a web page, not the data file: download it again, perhaps after logging in' },
  'git-lfs': { zh: '这只是 Git LFS 的指针，数据不在里面：在仓库里运行 git lfs pull，或重新下载', en: 'This is a Git LFS pointer without the data: run git lfs pull in the repository, or download the file again' },
  xls: { zh: '旧的 .xls 工作簿读不了：另存为 .xlsx 再来', en: 'Old .xls workbooks are not read: save it as .xlsx' },
  zip: { zh: '这是压缩包：先解压，再读里面的文件', en: 'This is an archive: unpack it and take the file inside' },
  'utf-32': { zh: '这个文件是 UTF-32 编码：另存为 UTF-8 再来', en: 'The file is encoded in UTF-32: save it as UTF-8' },
  binary: { zh: '这不是文字，也不是认得的数据格式', en: 'This is no text, nor a data format that is known' },
}
const archives: ReadonlySet<string> = new Set(['gzip', 'bzip2', 'xz', '7z', 'zstd', 'rar'])

/** The browser can no longer read the file that was chosen. */
const fileGone: Readonly<Record<Language, string>> = {
  zh: '文件在选定之后被改动、移走或删除了：请重新选一次',
  en: 'The file was changed, moved or removed since it was chosen: choose it again',
}

const runFile: Readonly<Record<RunFileErrorCode, Readonly<Record<Language, string>>>> = {
  notJson: { zh: '这不是运行文件（.xianwai.json）：内容不是 JSON。若是数据文件，请到“数据”里读入', en: 'This is no run file (.xianwai.json): it is not JSON. If it is data, import it under Data' },
  notRunFile: { zh: '这个 JSON 不是运行文件（.xianwai.json）。若是数据文件，请到“数据”里读入', en: 'This JSON is no run file (.xianwai.json). If it is data, import it under Data' },
  newerVersion: { zh: '运行文件由更新的版本写成，这个版本读不了：请更新弦外', en: 'The run file was written by a newer version: update Xianwai to read it' },
  malformed: { zh: '运行文件里有一处不合格式，可能被改动或截断：请重新导出', en: 'The run file is not as its format says, changed or cut short: export it again' },
  inconsistent: { zh: '运行文件里的内容互相不符，可能被改动：请重新导出', en: 'The parts of the run file do not belong together, it may have been changed: export it again' },
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

const workerLost: Readonly<Record<Language, string>> = {
  zh: '后台计算意外中断了（内存不够，或网站已更新）：重新载入页面再试',
  en: 'The work in the background broke off (out of memory, or the site was updated): load the page again',
}

/** Any error as a sentence for the reader: what is known by its code, and what the machine said beside it. */
export function errorSentence(error: unknown, language: Language): string {
  const colon = language === 'zh' ? '：' : ': '
  if (error instanceof EngineError) {
    const file = error.file === undefined ? '' : language === 'zh' ? `（${error.file}）` : ` (${error.file})`
    return `${engine[error.code][language]}${file}${selfExplaining.has(error.code) ? '' : `${colon}${error.message}`}`
  }
  if (error instanceof RunFileError) return `${runFile[error.code][language]}${error.code === 'malformed' || error.code === 'inconsistent' ? `${colon}${error.message}` : ''}`
  if (error instanceof Error && (error.name === 'NotReadableError' || error.name === 'NotFoundError')) return fileGone[language]
  if (error instanceof ImportError) {
    const { format = '' } = error.detail
    const known = error.code === 'unsupported' ? instead[archives.has(format) ? 'zip' : format] : undefined
    if (known) return known[language]
    const detail = Object.values(error.detail).join(', ')
    return `${fileImport[error.code][language]}${detail === '' ? '' : `${colon}${detail}`}`
  }
  if (error instanceof SchemeInUse) return schemesMessages[language].inUse(error.scheme, listed(error.datasets, language))
  if (error instanceof AnswerFileError) return answerFileErrors[language][error.code]
  if (error instanceof PromptFileError) return promptFileErrors[language][error.code]
  if (error instanceof WorkerLost) return `${workerLost[language]}${colon}${error.message}`
  const stored = storageFailure(error)
  const words = error instanceof Error ? error.message : String(error)
  return stored === null ? words : `${storage[stored][language]}${colon}${words}`
}
