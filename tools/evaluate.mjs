/** `npm run evaluate`: the same app without hands. Drives the built site in headless Chromium; writes files, prints the table. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, fail, install, root } from './setup.mjs'

const usage = `Usage: npm run evaluate -- FILE [--model ID] [--method ID] [--limit N] [--out DIR]

FILE      JSONL, JSON, CSV, TSV, XLSX or Parquet with a text column; gold labels where there are any
--model   an embedded model's id, or a folder in the hub's layout (default: xianwai-classifier)
--method  what to ask a language model by (default: matrix)
--limit   how many samples to draw (default: all)
--out     folder for run file, result files and metrics.json (default: evaluation)
--help    this text, with the models and methods there are`

const { values, positionals } = readArguments()
/** Paths are meant from where the command was given; npm itself goes to the project's folder. */
const here = process.env.INIT_CWD ?? process.cwd()
const file = positionals[0] === undefined ? undefined : resolve(here, positionals[0])
if (file === undefined && !values.help) fail(usage)
if (file !== undefined && !(existsSync(file) && statSync(file).isFile())) fail(`There is no file ${positionals[0]}.`)
const limit = values.limit === undefined ? undefined : Number(values.limit)
if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) fail(`--limit takes a whole number above 0, not ${values.limit}.`)

install()
build()
const [{ chromium, flags }, { port, serve }, { chromium: playwright }] = await Promise.all([
  import('./chromium.mjs'),
  import('./serve.mjs'),
  import('playwright-core'),
])
const executablePath = chromium()
const server = await serve(join(root, 'dist'), port + 1).catch(() => serve(join(root, 'dist'), 0))
const profile = mkdtempSync(join(tmpdir(), 'xianwai-evaluate-'))
// the profile holds the user's data: it goes however the process ends
process.on('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }))
process.on('SIGTERM', () => process.exit(143))
let context
try {
  context = await playwright.launchPersistentContext(profile, { executablePath, args: flags })
  process.exitCode = await evaluate(context.pages()[0] ?? (await context.newPage()))
} catch (error) {
  console.error(`\n${error.message.split('\n')[0].replace(/^page\.evaluate: (Error: )?/, '')}`)
  process.exitCode = 1
} finally {
  await context?.close()
  await server.close()
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        model: { type: 'string', default: 'xianwai-classifier' },
        method: { type: 'string' },
        limit: { type: 'string' },
        out: { type: 'string', default: 'evaluation' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`)
  }
}

/** @returns the exit code: 0 only when no sample failed. */
async function evaluate(page) {
  await page.exposeFunction('report', showProgress)
  await page.goto(`${server.url}headless.html`)
  await page.waitForFunction(() => 'xianwai' in window)
  if (values.help) {
    const { models, methods } = await page.evaluate(() => window.xianwai.describe())
    console.log(`${usage}\n\nModels:  ${models.join(', ')}\nMethods: ${methods.join(', ')}`)
    return 0
  }
  await page.setInputFiles('#data', file)
  const path = resolve(here, values.model)
  const folder = existsSync(path) && statSync(path).isDirectory() ? path : null
  if (folder) await page.setInputFiles('#model', folder)
  const options = { model: folder ? null : values.model, method: values.method ?? null, limit: limit ?? null }
  const { summary, table, files, failed } = await page.evaluate((chosen) => window.xianwai.evaluate(chosen), options)
  showProgress(null)

  const out = resolve(here, values.out)
  mkdirSync(out, { recursive: true })
  for (const { name, text } of files) writeFileSync(join(out, name), text)
  console.log(`${summary}\n\n${table}\n\n${files.length} files in ${relative(here, out) || '.'}: ${files.map(({ name }) => name).join(', ')}`)
  if (failed > 0) console.error(`${failed} samples failed: their reasons stand in the run file.`)
  return failed > 0 ? 1 : 0
}

/** One line that is written over on a terminal; on a pipe a line at each change of stage or tenth. */
function showProgress(line) {
  if (process.stdout.isTTY) {
    process.stdout.write(`\r\x1b[2K${line ?? ''}`)
  } else if (line !== null && line.replace(/\d.*$/, '') !== showProgress.last) {
    showProgress.last = line.replace(/\d.*$/, '')
    console.log(line)
  }
}
