import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, homedir, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '../tools/chromium.mjs'
import { dashboard } from './dashboard.ts'
import { exactness } from './exactness.ts'
import type { Family, Setting } from './family.ts'
import { figureOf, figures, type Measured, measured, missing } from './figures.ts'
import { importing } from './importing.ts'
import { mainThread } from './mainThread.ts'
import { running } from './running.ts'
import { scripts } from './scripts.ts'
import { BenchBuild } from './site.ts'
import { speed } from './speed.ts'
import { type Latest, withTable } from './table.ts'

/** Slow ones first: what the time is for. */
const families: readonly Family[] = [speed, exactness, mainThread, importing, dashboard, running, scripts]

const latest = 'bench/latest.json'

const usage = `Usage: npm run bench -- [--only ID,ID] [--quick] [--resume] [--model FOLDER] [--python PYTHON]

--only     figures, or families of them, by id: ${families.map(({ name }) => name).join(', ')};
           ${figures.map(({ id }) => id).join(', ')}
--quick    tiny runs, to see that everything works; writes nothing
--resume   leaves out what bench/latest.json has from the last three hours
--model    a real language model in the hub's layout (default: $XIANWAI_BENCH_MODEL, else where ../shared/models/build-qwen.py puts it)
--python   with llama_cpp installed, for the native peer, and gguf, for 8-bit weights (default: $XIANWAI_BENCH_PYTHON, else python3)`

/** Runs the bench. @returns the exit code: 0 where every figure asked for was measured, reached or not. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
      model: { type: 'string' },
      python: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const before = readLatest()
  const fresh = new Set(values.resume ? before.filter(({ value, at }) => value !== null && Date.now() - Date.parse(at) < 3 * 3_600_000).map(({ id }) => id) : [])
  const wanted = values.only?.split(',').map((id) => id.trim())
  for (const id of wanted ?? []) if (!families.some(({ name }) => name === id)) figureOf(id)
  const chosen = families.filter(({ name, ids }) => (wanted === undefined || wanted.includes(name) || ids.some((id) => wanted.includes(id))) && !ids.every((id) => fresh.has(id)))
  const found = new Map<string, Measured>(before.map((figure) => [figure.id, figure]))
  const build = await BenchBuild.make()
  const setting = settingOf(build, values)
  process.on('exit', () => build.remove())
  const begun = Date.now()
  for (const family of chosen) {
    const log = (line: string): void => console.error(`[${minutes(begun)}] ${family.name}: ${line}`)
    log('begins')
    const results = await resultsOf(family, { ...setting, log })
    for (const result of results) {
      found.set(result.id, result)
      console.log(JSON.stringify(result))
    }
    // after each family: what was measured survives whatever happens to the rest
    if (!values.quick) writeLatest(found)
  }
  console.log(`\n${table(figures.flatMap(({ id }) => found.get(id) ?? []))}`)
  const ids = new Set(chosen.flatMap(({ ids }) => ids))
  return [...ids].every((id) => found.get(id)?.value != null) ? 0 : 1
}

async function resultsOf(family: Family, setting: Setting): Promise<readonly Measured[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`gave up after ${family.minutes} minutes`)), family.minutes * 60_000)
    })
    const outcomes = await Promise.race([family.run(setting), late])
    return family.ids.map((id) => {
      const outcome = outcomes.find((each) => each.id === id)
      if (!outcome) return missing(id, 'was not measured')
      return outcome.repeats.length === 0 && outcome.value === undefined ? missing(id, outcome.how) : measured(outcome)
    })
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
    return family.ids.map((id) => missing(id, why))
  } finally {
    clearTimeout(timer)
  }
}

function settingOf(build: BenchBuild, values: { quick: boolean; model?: string | undefined; python?: string | undefined }): Omit<Setting, 'log'> {
  const model = values.model ?? process.env['XIANWAI_BENCH_MODEL'] ?? join(homedir(), '.cache/xianwai/models/qwen2.5-coder-0.5b-instruct')
  const there = existsSync(join(model, 'onnx/model_int8.onnx'))
  const gguf = join(model, 'gguf/model.gguf')
  if (!there) console.error(`No model at ${model}: build it with ../shared/models/build-qwen.py, or name another folder by --model. Its figures are left out.`)
  return {
    build,
    quick: values.quick,
    model: there ? model : null,
    gguf: existsSync(gguf) ? gguf : null,
    python: values.python ?? process.env['XIANWAI_BENCH_PYTHON'] ?? 'python3',
  }
}

function readLatest(): readonly Measured[] {
  if (!existsSync(latest)) return []
  const known = new Set(figures.map(({ id }) => id))
  return (JSON.parse(readFileSync(latest, 'utf8')) as Latest).figures.filter(({ id }) => known.has(id))
}

function writeLatest(found: ReadonlyMap<string, Measured>): void {
  const entries = figures.map(({ id }) => found.get(id) ?? missing(id, 'not run yet'))
  const content: Latest = { date: new Date().toISOString().slice(0, 10), machine: machine(), versions: versions(), figures: entries }
  writeFileSync(latest, `${JSON.stringify(content, null, 2)}\n`)
  writeFileSync('README.md', withTable(readFileSync('README.md', 'utf8'), content))
}

function machine(): string {
  const [first] = cpus()
  return `${cpus().length} x ${first?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release().split('-')[0]}, no GPU`
}

function versions(): Record<string, string> {
  const of = (name: string): string => (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version
  const said = (command: string, ...args: string[]): string => {
    try {
      return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return 'not there'
    }
  }
  return {
    node: process.versions.node,
    chromium: said(chromium(), '--version').replace(/^\S+ /, ''),
    'onnxruntime-web': of('onnxruntime-web'),
    '@huggingface/transformers': of('@huggingface/transformers'),
    '@wllama/wllama': of('@wllama/wllama'),
    commit: said('git', 'rev-parse', '--short', 'HEAD'),
  }
}

function minutes(begun: number): string {
  const seconds = Math.round((Date.now() - begun) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** All figures as lines of a table. */
function table(all: readonly Measured[]): string {
  const rows = all.map(({ id, value, goal, met, spread }) => {
    const { goalIs, unit } = figureOf(id)
    return [id, value === null ? '-' : `${value} ${unit}`, `${goalIs === 'atLeast' ? '>=' : '<='} ${goal}`, met === null ? 'not measured' : met ? 'reached' : 'NOT REACHED', spread ? `${spread.min} - ${spread.max} (${spread.n})` : '']
  })
  const lines = [['figure', 'median', 'goal', '', 'min - max (n)'], ...rows]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()).join('\n')
}
