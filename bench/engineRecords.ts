import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openEngineSite } from '../test/browser/engine/site.ts'
import '../test/browser/engine/pageTypes.ts'

interface RecordOptions {
  /** A model's folder in the hub's layout. */
  readonly model: string
  readonly dtype: string
  readonly records: number
  /** JSONL with text, context and scenario_type. */
  readonly samples: string
  readonly threads: number
  /** Also single forks of the graph as shipped. */
  readonly forks: boolean
}

interface Line {
  readonly text: string
  readonly context: string
  readonly scenario_type: 'dialogue' | 'customer_service' | 'forum_comment' | 'qa'
}

/** Prints what each record costs, by one bare forward of its own tokens, by the tree, and by forks where asked. Milliseconds. */
async function measureRecords(options: RecordOptions): Promise<void> {
  const lines = readFileSync(options.samples, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Line)
    .sort((a, b) => (a.text + a.context).length - (b.text + b.context).length)
  const drawn = Array.from({ length: options.records }, (_, at) => lines[Math.floor(((at + 0.5) * lines.length) / options.records)]!)
  const site = await openEngineSite({ model: resolve(options.model) })
  try {
    const { models, rows } = await site.page.evaluate(async ([drawn, { dtype, threads, forks }]) => {
      const { xw } = window
      const [method] = xw.methods
      const tree = xw.answerTree(xw.scheme, method!)
      const files = await xw.fetchFiles(new URL('model/', document.baseURI).href, dtype)
      const load = async (graph: 'rewritten' | 'asShipped') => {
        const { engine } = xw.start()
        const ref = { id: 'model', kind: 'causal', origin: 'folder', revision: null, files: [], dtype, device: 'wasm', graph } as const
        const begun = performance.now()
        const { walk } = await engine.load({ ref, source: { kind: 'files', files }, threads }, () => undefined)
        const loaded = performance.now()
        const prefix = await engine.prepare(xw.sentinels(xw.scheme, method!))
        return { engine, about: { graph, walk, load: loaded - begun, prefix, prefixTime: performance.now() - loaded } }
      }
      const rewritten = await load('rewritten')
      const shipped = forks ? await load('asShipped') : null
      const rows = []
      for (const { text, context, scenario_type: scene } of drawn) {
        const prompt = xw.promptFor(xw.scheme, method!, { text, context, scene })
        const whole = { prompt, reason: null, tree: tree.root, exhaustive: tree.exhaustive }
        const one = { prompt, reason: null, tree: { lead: '', options: [{ text: 'A\n', next: null }, { text: 'B\n', next: null }] }, exhaustive: 1 }
        const best = { bare: Infinity, tree: Infinity }
        let answered = await rewritten.engine.answer(whole) // warm-up at this length
        for (let round = 0; round < 2; round++) {
          best.bare = Math.min(best.bare, (await rewritten.engine.answer(one)).duration)
          answered = await rewritten.engine.answer(whole)
          best.tree = Math.min(best.tree, answered.duration)
        }
        const forked = shipped ? (await shipped.engine.answer(whole)).duration : null
        rows.push({ ownTokens: answered.promptTokens - rewritten.about.prefix, newTokens: answered.newTokens, ...best, forks: forked })
      }
      return { models: [rewritten.about, ...(shipped ? [shipped.about] : [])], rows }
    }, [drawn, options] as const)
    for (const model of models) console.log(JSON.stringify(model))
    for (const row of rows) console.log(JSON.stringify(row))
    const mean = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((sum, row) => sum + of(row), 0) / rows.length
    const [bare, tree] = [mean((row) => row.bare), mean((row) => row.tree)]
    console.log(JSON.stringify({
      records: rows.length,
      recordsAMinute: 60_000 / tree,
      againstBareForward: tree / bare,
      ...(options.forks ? { againstForks: mean((row) => row.forks ?? 0) / tree } : {}),
    }))
  } finally {
    await site.close()
  }
}

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: join(homedir(), '.cache/xianwai/models/qwen2.5-coder-0.5b-instruct') },
    dtype: { type: 'string', default: 'int8' },
    records: { type: 'string', default: '4' },
    samples: { type: 'string', default: 'public/samples/stance-sample.jsonl' },
    threads: { type: 'string', default: '1' },
    forks: { type: 'boolean', default: false },
  },
})
await measureRecords({ ...values, records: Number(values.records), threads: Number(values.threads) })
