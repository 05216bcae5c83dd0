import { expect, test } from 'vitest'
import { EngineError } from '../../src/engine/engine.ts'
import { PromptFileError } from '../../src/export/promptFile.ts'
import { RunFileError } from '../../src/export/runFileError.ts'
import { ImportError } from '../../src/import/importError.ts'
import { errorSentence } from '../../src/views/messages/errors.ts'

const notReadable = Object.assign(new Error('The requested file could not be read, typically due to permission problems'), { name: 'NotReadableError' })

test.each([
  [new ImportError('unsupported', { format: 'html' }), /网页.*重新下载/, /web page.*download it again/],
  [new ImportError('unsupported', { format: 'git-lfs' }), /git lfs pull/, /git lfs pull/],
  [new ImportError('unsupported', { format: 'xls' }), /另存为 \.xlsx/, /save it as \.xlsx/],
  [new ImportError('unsupported', { format: 'rar' }), /先解压/, /unpack/],
  [new ImportError('unsupported', { format: 'png' }), /读不了这种格式.*png/, /cannot be read.*png/],
  [notReadable, /重新选一次$/, /choose it again$/],
  [new RunFileError('notJson', '', 'Unexpected non-whitespace character after JSON at position 6399'), /“数据”里读入$/, /under Data$/],
  [new RunFileError('inconsistent', 'plan.id', 'is not the hash of the plan in this file'), /重新导出：plan\.id/, /export it again: plan\.id/],
  [new PromptFileError('noText', 'stance.txt'), /写上 \{text\}/, /write \{text\}/],
  [new EngineError('noTokenizer', 'no tokenizer', 'tokenizer.json'), /文件夹里要有 tokenizer\.json.*（tokenizer\.json）/, /the folder needs tokenizer\.json/],
  [new EngineError('missingFile', 'config.json is missing', 'config.json'), /^缺少文件：补齐后重新打开文件夹（config\.json）/, /^A file is missing: add it.*\(config\.json\)/],
])('%s says what to do in both languages', (error, zh, en) => {
  expect(errorSentence(error, 'zh')).toMatch(zh)
  expect(errorSentence(error, 'en')).toMatch(en)
})
