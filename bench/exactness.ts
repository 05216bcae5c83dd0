import { existsSync, readFileSync } from 'node:fs'
import type { Family } from './family.ts'
import type { Outcome } from './figures.ts'
import type { Difference, Golden } from './page/exact.ts'
import { drawn, sampleLines } from './sampleLines.ts'

const forms = ['letter', 'word'] as const
/** Small models of the shapes that exports have, in fp32 (test/fixtures/models). */
const shapes = ['exported', 'external', 'qwen2', 'qwen3', 'windowed']
const golden = '../shared/models/qwen-fp32-golden.jsonl'

/** Trees against whole prompts (fp32) and single forks (int8), int8 against fp32, and the heap that a load leaves. */
export const exactness: Family = {
  name: 'exactness',
  ids: ['fp32-tree', 'int8-tree-mean', 'int8-tree-largest', 'int8-kl', 'heap'],
  minutes: 12,
  run: async ({ build, model, quick, log }) => {
    const { source, lines } = sampleLines()
    const tested = drawn(lines, quick ? 1 : 4)
    const site = await build.open({ fixtures: 'test/fixtures/models', ...(model ? { model } : {}) })
    try {
      const outcomes: Outcome[] = []
      const folders = ['models/xianwai-lm', ...shapes.map((name) => `with/fixtures/${name}`)]
      const whole: Difference[] = []
      const said: string[] = []
      for (const folder of folders) {
        const page = await site.openBench()
        const here: string[] = []
        for (const form of forms) {
          const found = await page.evaluate(([folder, form, lines]) => window.bench.exact.treeAgainstWhole(folder, form, lines, 8), [folder, form, lines.slice(0, 2)] as const)
          whole.push(...found)
          if (found.length > 0) here.push(`${folder.split('/').at(-1)!} ${form}s ${Math.max(...found.map(({ largest }) => largest)).toExponential(1)}`)
        }
        log(`${folder}: ${here.join(', ')}`)
        said.push(...here)
        await page.close()
      }
      outcomes.push({
        id: 'fp32-tree',
        repeats: whole.map(({ largest }) => largest),
        value: Math.max(...whole.map(({ largest }) => largest)),
        how: `label logits at 8 places of a tree of three levels (the two shortest records, where they fit) against one plain forward over the whole prompt, of the graph as shipped; models in fp32: ${said.join('; ')} (a real 0.5B in fp32 does not fit WASM; the fixture whose activations are made hundreds of times larger than a model’s is left out: its rounding is too)`,
        ...faultOf(whole),
      })
      if (!model) return [...outcomes, ...['int8-tree-mean', 'int8-tree-largest', 'int8-kl', 'heap'].map((id) => ({ id, repeats: [], how: 'no real language model at hand (--model)' }))]

      const page = await site.openBench()
      const forks: Difference[] = []
      for (const form of forms) {
        const found = await page.evaluate(([form, lines]) => window.bench.exact.treeAgainstForks(form, lines), [form, tested] as const)
        log(`forks ${form}: ${JSON.stringify(found)}`)
        forks.push(...found)
      }
      const how = `real model, int8, ${tested.length} records of ${source} as letters and as words: the logits of all tokens that labels go on with at the ${forks.reduce((sum, { places }) => sum + places, 0)} places of trees of three levels, against single forks of the same rewritten graph (${forks.reduce((sum, { logits }) => sum + logits, 0)} logits)`
      outcomes.push(
        { id: 'int8-tree-mean', repeats: forks.map(({ mean }) => mean), value: forks.reduce((sum, { mean, logits }) => sum + mean * logits, 0) / forks.reduce((sum, { logits }) => sum + logits, 0), how },
        { id: 'int8-tree-largest', repeats: forks.map(({ largest }) => largest), value: Math.max(...forks.map(({ largest }) => largest)), how, ...faultOf(forks) },
      )
      if (existsSync(golden)) {
        const prompts = readFileSync(golden, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Golden).slice(0, quick ? 2 : undefined)
        const found = await page.evaluate((prompts) => window.bench.exact.divergence(prompts), prompts)
        outcomes.push({
          id: 'int8-kl', repeats: found, value: found.reduce((sum, value) => sum + value, 0) / found.length,
          how: `mean over ${found.length} prompts of the divergence of the next token, fp32's first twenty and the rest as one, from the rewritten graph in int8`,
        })
      } else outcomes.push({ id: 'int8-kl', repeats: [], how: `${golden} is not there` })
      await page.close()

      const heaps = { rewritten: [] as number[], unmodified: [] as number[] }
      for (let round = 0; round < (quick ? 1 : 2); round++) {
        for (const graph of ['rewritten', 'unmodified'] as const) {
          const loading = await site.context.newPage()
          await loading.addInitScript(countMemories)
          await loading.goto(`${site.url}bench/index.html`)
          await loading.waitForFunction(() => 'bench' in window)
          await loading.evaluate((graph) => window.bench.exact.loadOnly(graph), graph)
          heaps[graph].push(await loading.evaluate(() => window.memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)))
          await loading.close()
        }
      }
      const mega = (values: readonly number[]): string => values.map((value) => (value / 1e6).toFixed(0)).join(', ')
      outcomes.push({
        id: 'heap',
        repeats: heaps.rewritten.map((value, at) => value / heaps.unmodified[at]!),
        how: `WebAssembly memory after loading: ${mega(heaps.rewritten)} MB as the app loads the model, ${mega(heaps.unmodified)} MB where its file is handed to the runtime`,
      })
      return outcomes
    } finally {
      await site.close()
    }
  },
}

/** In the page, before anything else: every WebAssembly memory that is made is kept for counting. */
const countMemories = `window.memories = []
WebAssembly.Memory = new Proxy(WebAssembly.Memory, { construct(Memory, given) {
  const memory = new Memory(...given)
  window.memories.push(memory)
  return memory
} })`

function faultOf(found: readonly Difference[]): { fault?: string } {
  const others = found.reduce((sum, { otherWinners }) => sum + otherWinners, 0)
  return others > 0 ? { fault: `another label wins at ${others} places` } : {}
}

declare global {
  interface Window {
    memories: WebAssembly.Memory[]
  }
}
