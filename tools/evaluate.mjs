/** `npm run evaluate`: the same app without hands. Drives the built site in headless Chromium; writes files, prints the table. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listedValues } from './listedValues.mjs'
import { build, fail, install, root } from './setup.mjs'

const usage = `Usage: npm run evaluate -- DATA [options]
       npm run evaluate -- [DATA] --plan FILE [options]

DATA          JSONL, JSON, CSV, TSV, XLSX or Parquet with a text column; gold labels where there are any
--model       an embedded model's id, or a folder in the hub's layout (default: xianwai-classifier; with --scheme, --method-file or
              --prompt xianwai-lm, as the classifier knows its own labels only) *
--method      what to ask a language model by (default: matrix, or the scheme's first); ID-few is a method with examples *
--scheme FILE label scheme of the data (JSON; default: the built-in one): its methods are called direct, reason, cot and so on, and matrix
              where it has one
--method-file FILE   methods of your own (JSON; format: public/schema/xianwai-method.v1.schema.json): all of them, or those that --method names
--prompt FILE prompt files as the paper wrote them, asked as they are; the task is the end of the file's name (chain_intent.txt) *
--dev FILE    data that examples are drawn from; no sample under test is ever shown
--draw HOW    examples of the methods X-few: perLabel (one a label, human tier first: default), balanced, random, or named
--shot-ids ID of named: ids of samples of --dev, shown in the order given *
--shot-field F, --shot-count N, --shot-turns N   whose labels; how many of them, a label or in all; how many last turns of a context are shown
--spread N    beside each method N other wordings, N other label orders and, of those with examples, N other draws (0 to 3; default: 0)
--limit N     how many samples to draw (default: all)
--seed N      of the order in which samples are drawn and asked (default: 1)
--prior ID    what the reading subtracts: none, contentFree, pool (of --dev), batch (default: none)
--rule ID     joint or path (default: joint)
--later ID    fields behind the matrix: chosen (behind its best cell) or marginal (default: chosen)
--metric F.M  the primary figure, as in intent.macroF1; accuracy, macroRecall, macroF1, supportedMacroF1 (labels with 10 gold or more), microF1 or weightedF1
--family F    what is compared in the plan: none, all, method:ID (default: all against direct)
--margin P    points that are still called no difference from a control (default: 2)
--device D    wasm or webgpu (default: as the plan says, else wasm)
--plan FILE   a plan file or run file: asks again what it pins, and counts which answers flipped. DATA must be its data
              (it is known by its hash); a run file with texts needs none
--out DIR     folder for report, plan, run file, result files, metrics.json (default: evaluation). An evaluation that broke off is
              gone on with where the same command names the same folder; --again begins anew
--lang L      language of the report, en or zh (default: en)
--with-texts  write the samples' texts into report and run file
--help        this text, with the models and methods there are

* may be given several times, one value each: --prompt a.txt --prompt b.txt. A value that is a file, a folder or an id as it stands is taken
  whole, commas and all; any other is parted at its commas (--method direct,matrix)`

const { values, positionals } = readArguments()
/** Paths are meant from where the command was given; npm itself goes to the project's folder. */
const here = process.env.INIT_CWD ?? process.cwd()
const isFile = (path) => existsSync(resolve(here, path)) && statSync(resolve(here, path)).isFile()
const isFolder = (path) => existsSync(resolve(here, path)) && statSync(resolve(here, path)).isDirectory()
const fileAt = (path) => (isFile(path) ? resolve(here, path) : fail(`There is no file ${path}.`))
const { file, planFile, dev, scheme, methods } = values.help
  ? {}
  : { file: optional(positionals[0]), planFile: optional(values.plan), dev: optional(values.dev), scheme: optional(values.scheme), methods: optional(values['method-file']) }
const prompts = values.help ? [] : listedValues(values.prompt, isFile).map(fileAt)
if (!values.help && file === undefined && planFile === undefined) fail(usage)
if (positionals.length > 1) fail(`One data file at a time, not ${positionals.join(', ')}.`)
const limit = values.limit === undefined ? null : Number(values.limit)
if (limit !== null && !(Number.isInteger(limit) && limit > 0)) fail(`--limit takes a whole number above 0, not ${values.limit}.`)
if (!['en', 'zh'].includes(values.lang)) fail(`--lang takes en or zh, not ${values.lang}.`)
const shotChoices = ['draw', 'shot-field', 'shot-count', 'shot-turns', 'shot-ids', 'spread']
const fixed = ['scheme', 'method', 'method-file', 'prompt', 'limit', 'seed', 'prior', 'rule', 'later', 'metric', 'family', 'margin', ...shotChoices].filter((name) => values[name] !== undefined)
if (planFile !== undefined && fixed.length > 0) fail(`The plan says that itself: leave out --${fixed.join(', --')}.`)
const out = resolve(here, values.out)
/** What is answered so far, while it runs. */
const partial = join(out, 'run.partial.xianwai.json')

install()
build()
const [{ chromium, flags, softwareWebGpu }, { serve }, { DEFAULT_PORT }, { chromium: playwright }] = await Promise.all([
  import('./chromium.mjs'),
  import('./serve.mjs'),
  import('./wantedPort.mjs'),
  import('playwright-core'),
])
const executablePath = chromium()
const server = await serve(join(root, 'dist'), DEFAULT_PORT + 1).catch(() => serve(join(root, 'dist'), 0))
const profile = mkdtempSync(join(tmpdir(), 'xianwai-evaluate-'))
// the profile holds the user's data: it goes however the process ends
process.on('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }))
process.on('SIGTERM', () => process.exit(143))
let context
try {
  context = await playwright.launchPersistentContext(profile, { executablePath, args: values.device === 'webgpu' ? [...flags, ...softwareWebGpu] : flags })
  process.exitCode = await evaluate(context.pages()[0] ?? (await context.newPage()))
} catch (error) {
  console.error(`\n${error.message.split('\n')[0].replace(/^page\.evaluate: (Error: )?/, '')}`)
  process.exitCode = 1
} finally {
  await context?.close()
  await server.close()
}

function readArguments() {
  const text = { type: 'string' }
  const several = { type: 'string', multiple: true }
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        model: several, method: several, scheme: text, dev: text, limit: text, seed: text, prior: text, rule: text, later: text, metric: text, family: text, margin: text, device: text, plan: text,
        'method-file': text, prompt: several, draw: text, 'shot-field': text, 'shot-count': text, 'shot-turns': text, 'shot-ids': several, spread: text,
        out: { type: 'string', default: 'evaluation' },
        lang: { type: 'string', default: 'en' },
        'with-texts': { type: 'boolean', default: false },
        again: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`)
  }
}

function optional(path) {
  return path === undefined ? undefined : fileAt(path)
}

/** @returns the exit code: 0 only when no sample failed. */
async function evaluate(page) {
  await page.exposeFunction('report', showProgress)
  await page.exposeFunction('keep', keep)
  await page.goto(`${server.url}headless.html`)
  await page.waitForFunction(() => 'xianwai' in window)
  if (values.help) {
    const { models, methods } = await page.evaluate(() => window.xianwai.describe())
    console.log(`${usage}\n\nModels:  ${models.join(', ')}\nMethods: ${methods.join(', ')}`)
    return 0
  }
  const inputs = { data: file, dev, scheme, methods, prompts: prompts.length > 0 ? prompts : undefined, plan: planFile, earlier: !values.again && existsSync(partial) ? partial : undefined }
  for (const [id, path] of Object.entries(inputs)) if (path !== undefined) await page.setInputFiles(`#${id}`, path)
  const models = []
  const usual = planFile !== undefined ? undefined : [scheme === undefined && methods === undefined && prompts.length === 0 ? 'xianwai-classifier' : 'xianwai-lm']
  for (const name of listedValues(values.model ?? usual, isFolder)) models.push(await modelNamed(page, name))
  const { summary, table, files, failed } = await page.evaluate((options) => window.xianwai.evaluate(options), {
    models,
    methods: listedValues(values.method, () => false),
    limit,
    choices: Object.fromEntries(['seed', 'metric', 'prior', 'rule', 'later', 'family', 'margin', ...shotChoices].flatMap((name) => (values[name] === undefined ? [] : [[camelCase(name), [values[name]].flat().join('\n')]]))),
    device: values.device ?? null,
    language: values.lang,
    texts: values['with-texts'],
  })
  showProgress(null)

  mkdirSync(out, { recursive: true })
  for (const { name, text } of files) {
    mkdirSync(dirname(join(out, name)), { recursive: true })
    writeFileSync(join(out, name), text)
  }
  rmSync(partial, { force: true })
  console.log(`${summary}\n\n${table}\n\n${files.length} files in ${relative(here, out) || '.'}: ${files.map(({ name }) => name).join(', ')}`)
  if (failed > 0) console.error(`${failed} samples failed: their reasons stand in the run file.`)
  return failed > 0 ? 1 : 0
}

/** `shot-field` as the page calls it. */
function camelCase(name) {
  return name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
}

/** A folder's path is opened and gets a name; anything else is an id. */
async function modelNamed(page, name) {
  if (!isFolder(name)) return name
  await page.setInputFiles('#model', resolve(here, name))
  return page.evaluate(() => window.xianwai.addModel())
}

/** Written beside and moved into place: a file that is there is whole. */
function keep(text) {
  mkdirSync(out, { recursive: true })
  const beside = join(out, `.${basename(partial)}`)
  writeFileSync(beside, text)
  renameSync(beside, partial)
}

/** One line that is written over on a terminal; on a pipe a line at each change of stage or tenth. */
function showProgress(line) {
  if (process.stdout.isTTY) {
    process.stdout.write(`\r\x1b[2K${line ?? ''}`)
  } else if (line !== null && line.replace(/· \d.*$|\d+ %.*$/, '') !== showProgress.last) {
    showProgress.last = line.replace(/· \d.*$|\d+ %.*$/, '')
    console.log(line)
  }
}
