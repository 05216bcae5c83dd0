/** Writes the result files that result_files.py scores: node tools/golden/resultFiles.mjs FOLDER */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder to write to')
const options = { configFile: false, logLevel: 'error' }
const { module: run } = await runnerImport('./test/export/benchmarkRun.ts', options)
const { module: files } = await runnerImport('./src/export/resultFiles.ts', options)
mkdirSync(folder, { recursive: true })
for (const { name, text } of files.resultFiles(run.benchmarkRun())) writeFileSync(join(folder, name), text)
