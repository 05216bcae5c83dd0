import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Family, Setting } from './family.ts'
import { median, type Outcome } from './figures.ts'
import { hasModule, NativePeer } from './nativePeer.ts'
import type { Form } from './page/speed.ts'
import { drawn, sampleLines } from './sampleLines.ts'

const forms: readonly Form[] = ['letter', 'word']
const ids = { letter: 'letters', word: 'words' } as const
/** What a plain prompt is asked for, one at a time. */
const tasks = ['stance', 'intent', 'emotion']

/** What a record costs: our tree against a bare forward, plain generate, wllama and native llama.cpp; few-shot; two workers. One thread each. */
export const speed: Family = {
  name: 'speed',
  ids: [
    ...forms.flatMap((form) => ['plain', 'bare', 'wllama', 'native'].map((against) => `${against}-${ids[form]}`)),
    'few-shot', 'two-workers',
  ],
  minutes: 38,
  run: async (setting) => {
    const { build, model, quick, log } = setting
    if (!model) throw new Error('no real language model at hand (--model)')
    const { source, lines } = sampleLines()
    const tested = drawn(lines, quick ? 1 : 4)
    const shots = lines.filter((line) => !tested.includes(line)).slice(0, quick ? 3 : 25)
    const gguf = ggufFor(setting)
    const site = await build.open({ model, wllama: 'node_modules/@wllama/wllama/esm/wasm', ...(gguf ? { gguf: dirname(gguf.path) } : {}) })
    let native: NativePeer | null = null
    try {
      const page = await site.openBench()
      const chains = await page.evaluate(async ([forms, lines]) => Object.fromEntries(await Promise.all(forms.map(async (form) =>
        [form, await window.bench.speed.chainOf(form, lines)] as const))), [forms, tested] as const)

      // nothing is timed before everybody is ready: two at a time, as there are cores
      const arms = await twoAtATime([
        () => page.evaluate(() => window.bench.speed.startArm('letter', 'letter', [])),
        () => page.evaluate(() => window.bench.speed.startArm('word', 'word', [])),
        () => page.evaluate(() => window.bench.speed.startArm('word-2', 'word', [])),
        () => page.evaluate((shots) => window.bench.speed.startArm('few-shot', 'word', shots), shots),
      ])
      for (const arm of arms) log(JSON.stringify(arm))
      const peers = await twoAtATime<unknown>([
        () => caught(() => page.evaluate(() => window.bench.speed.startPlain())),
        ...(gguf ? forms.map((form) => () => caught(() => page.evaluate((form) => window.bench.speed.startWllama(form, ), form))) : []),
        ...(gguf ? [async () => caught(async () => {
          native = await NativePeer.start(setting.python, gguf.path, 1, Object.fromEntries(forms.map((form) => [form, { prefix: chains[form]!.prefix, tree: chains[form]!.tree }])))
          return native ? `native ${native.version}` : new Error(`${setting.python} has no llama_cpp (--python)`)
        })] : []),
      ])
      log(JSON.stringify(peers.map((peer) => (peer instanceof Error ? peer.message : peer))))
      const [plainStarted, wllamaLetter, wllamaWord, nativeState] = peers
      let plainState = plainStarted
      const wllamaState: Record<Form, unknown> = { letter: wllamaLetter, word: wllamaWord }
      const peer = native as NativePeer | null

      const rows: Row[] = []
      for (const [at, line] of tested.entries()) {
        const row: Row = { tree: { letter: [], word: [] }, bare: { letter: [], word: [] }, fewShot: [], native: { letter: [], word: [] }, wllama: {}, plain: {}, own: {} }
        // once unmeasured: the first forward of a length is slower
        for (let round = quick ? 1 : 0; round <= 3; round++) {
          for (const form of forms) {
            const bare = await page.evaluate(([form, line]) => window.bench.speed.askBare(form, line), [form, line] as const)
            const tree = await page.evaluate(([form, line]) => window.bench.speed.askTree(form, line), [form, line] as const)
            const own = chains[form]!.own[at]!
            const chain = peer ? await peer.ask<{ took: number; path: number[]; evals: number }>({ form, own }) : null
            row.own[form] = `${own.length} + ${tree.newTokens}`
            if (round === 0) continue
            row.bare[form].push(bare)
            row.tree[form].push(tree.took)
            if (chain) row.native[form].push(chain.took)
          }
          const fewShot = await page.evaluate((line) => window.bench.speed.askTree('few-shot', line), line)
          if (round > 0) row.fewShot.push(fewShot.took)
        }
        for (const form of forms) {
          if (wllamaState[form] && !(wllamaState[form] instanceof Error)) {
            const own = chains[form]!.own[at]!
            const answer = await caught(() => page.evaluate(([form, own]) => window.bench.speed.askWllama(form, own), [form, own] as const))
            log(`wllama ${form}: ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`)
            if (answer instanceof Error) wllamaState[form] = answer
            else row.wllama[form] = answer.took
          }
          // two minutes a record: letters on every second one, words on the others
          const turn = quick || (at % 2 === 0) === (form === 'word')
          if (turn && !(plainState instanceof Error)) {
            const answer = await caught(() => page.evaluate(([form, line, tasks]) => window.bench.speed.askPlainTasks(form, line, tasks), [form, line, quick ? tasks.slice(0, 1) : tasks] as const))
            log(`plain ${form}: ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`)
            if (answer instanceof Error) plainState = answer
            else row.plain[form] = answer.took * (quick ? 3 : 1)
          }
        }
        log(JSON.stringify(row))
        rows.push(row)
      }
      const workers = await twoWorkers(page, tested, quick ? 1 : 3)
      return outcomes({ rows, workers, source, gguf: gguf?.what ?? null, plainState, wllamaState, nativeState, nativeVersion: peer?.version ?? '', prefix: arms.map(({ name, prefix }) => `${name} ${prefix}`).join(', ') })
    } finally {
      ;(native as NativePeer | null)?.end()
      await site.close()
    }
  },
}

/** Milliseconds of one record. */
interface Row {
  readonly tree: Readonly<Record<Form, number[]>>
  readonly bare: Readonly<Record<Form, number[]>>
  readonly native: Readonly<Record<Form, number[]>>
  readonly fewShot: number[]
  readonly wllama: Partial<Record<Form, number>>
  readonly plain: Partial<Record<Form, number>>
  /** Own tokens of the record, and those of its tree. */
  readonly own: Partial<Record<Form, string>>
}

interface Found {
  readonly rows: readonly Row[]
  readonly workers: readonly { readonly one: number; readonly two: number }[]
  readonly source: string
  readonly gguf: string | null
  readonly plainState: unknown
  readonly wllamaState: Readonly<Record<Form, unknown>>
  readonly nativeState: unknown
  readonly nativeVersion: string
  readonly prefix: string
}

function outcomes({ rows, workers, source, gguf, plainState, wllamaState, nativeState, nativeVersion, prefix }: Found): readonly Outcome[] {
  const seconds = (values: readonly (number | undefined)[]): string => values.map((value) => (value === undefined ? '-' : (value / 1000).toFixed(2))).join(', ')
  const found: Outcome[] = []
  for (const form of forms) {
    const id = ids[form]
    const ours = rows.map(({ tree }) => median(tree[form]))
    const perMinute = (60_000 / (ours.reduce((sum, value) => sum + value, 0) / ours.length)).toFixed(1)
    const us = `ours ${seconds(ours)} s (${perMinute} a minute; own tokens + tree ${rows.map(({ own }) => own[form]).join(', ')}), ${rows.length} records of ${source} over the lengths, one thread, prefix tokens ${prefix}`
    const ratios = (peer: (row: Row) => number | undefined): number[] => rows.flatMap((row, at) => {
      const theirs = peer(row)
      return theirs === undefined || Number.isNaN(theirs) ? [] : [theirs / ours[at]!]
    })
    const why = (state: unknown, otherwise: string): string => (state instanceof Error ? state.message : state === undefined ? 'no GGUF weights beside the model' : otherwise)
    found.push(
      {
        id: `plain-${id}`,
        repeats: ratios(({ plain }) => plain[form]),
        how: why(plainState, `transformers.js generate on the graph as shipped, one prompt for each of ${tasks.join(', ')} with the same definitions, greedy, max_new_tokens 16, on every second record: ${seconds(rows.map(({ plain }) => plain[form]))} s a record; ${us}`),
      },
      {
        id: `bare-${id}`,
        repeats: rows.map(({ tree, bare }) => median(tree[form]) / median(bare[form])),
        how: `medians of 3 rounds, interleaved; bare ${seconds(rows.map(({ bare }) => median(bare[form])))} s; ${us}`,
      },
      {
        id: `wllama-${id}`,
        repeats: ratios(({ wllama }) => wllama[form]),
        how: why(wllamaState[form], `wllama, ${gguf}, prefix kept, the same prompt: the greedy chain only (no joint), a call at each place where labels part: ${seconds(rows.map(({ wllama }) => wllama[form]))} s; ${us}`),
      },
      {
        id: `native-${id}`,
        repeats: ratios(({ native }) => median(native[form])),
        how: why(nativeState, `llama-cpp-python ${nativeVersion}, ${gguf}, prefix kept, the same prompt: the greedy chain only (no joint), an eval at each place where labels part: ${seconds(rows.map(({ native }) => median(native[form])))} s; ${us}`),
      },
    )
  }
  found.push(
    {
      id: 'few-shot',
      repeats: rows.map(({ tree, fewShot }) => median(fewShot) / median(tree.word)),
      how: `words; few-shot ${seconds(rows.map(({ fewShot }) => median(fewShot)))} s, zero-shot ${seconds(rows.map(({ tree }) => median(tree.word)))} s; prefix tokens ${prefix}`,
    },
    {
      id: 'two-workers',
      repeats: workers.map(({ one, two }) => (2 * one) / two),
      how: `words; one worker over the records ${seconds(workers.map(({ one }) => one))} s, two at once over them each ${seconds(workers.map(({ two }) => two))} s`,
    },
  )
  return found
}

async function twoWorkers(page: Page, lines: readonly unknown[], rounds: number): Promise<{ one: number; two: number }[]> {
  const ask = (names: readonly string[]): Promise<number> =>
    page.evaluate(([names, lines]) => window.bench.speed.askAll(names, lines as Parameters<typeof window.bench.speed.askAll>[1]), [names, lines] as const)
  await ask(['word', 'word-2'])
  const found = []
  for (let round = 0; round < rounds; round++) found.push({ one: await ask(['word']), two: await ask(['word', 'word-2']) })
  return found
}

/**
 * The weights for the llama.cpp peers: eight bits where they can be made (as the graph that they are measured against has), else as the model
 * brings them.
 */
function ggufFor({ gguf, python, log }: Setting): { readonly path: string; readonly what: string } | null {
  if (!gguf) return null
  const q8 = join(dirname(dirname(gguf)), 'gguf-q8', 'model.gguf')
  if (!existsSync(q8) && hasModule(python, 'gguf')) {
    mkdirSync(dirname(q8), { recursive: true })
    const { status, stderr } = spawnSync(python, ['bench/peers/q8.py', gguf, q8])
    if (status !== 0) log(`no 8-bit weights: ${stderr.toString().slice(-300)}`)
  }
  return existsSync(q8) ? { path: q8, what: 'Q8_0' } : { path: gguf, what: 'Q4_K_M, as the model brings it' }
}

async function caught<Value>(work: () => Promise<Value>): Promise<Value | Error> {
  try {
    return await work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** In order of the list. */
async function twoAtATime<Value>(works: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const results: Value[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < works.length) {
      const at = next++
      results[at] = await works[at]!()
    }
  }
  await Promise.all([lane(), lane()])
  return results
}
