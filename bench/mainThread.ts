import type { Family } from './family.ts'
import { writeScaleFile } from './scaleFile.ts'

/** The longest that the page is busy without a pause while a run goes on, on the run's own screen. */
export const mainThread: Family = {
  name: 'main-thread',
  ids: ['main-thread'],
  minutes: 4,
  run: async ({ build, quick, log }) => {
    const file = writeScaleFile(quick ? 500 : 5_000)
    const site = await build.open()
    try {
      const bench = await site.openBench()
      await bench.setInputFiles('#data', file.path)
      const { id } = await bench.evaluate(() => window.bench.scale.importFile(true))
      const longest: number[] = []
      const said: string[] = []
      for (const kind of ['classifier', 'causal'] as const) {
        const plan = await bench.evaluate(([id, kind]) => window.bench.scale.plan(id, kind, 5_000), [id, kind] as const)
        const page = await site.context.newPage()
        await page.addInitScript(watchTasks)
        await page.goto(`${site.url}#/run/${plan}`)
        await page.getByRole('button', { name: /^(Start|Go on)$/ }).click()
        // the model's start is not the run: tasks are counted once it answers
        for (let answered = 0; answered < 3;) {
          await page.waitForTimeout(300)
          answered = await bench.evaluate((plan) => window.bench.scale.answered(plan), plan)
        }
        await page.evaluate(() => { window.tasks.length = 0 })
        await page.waitForTimeout(quick ? 5_000 : 25_000)
        const tasks = await page.evaluate(() => window.tasks)
        const done = await bench.evaluate((plan) => window.bench.scale.answered(plan), plan)
        log(`${kind}: ${done} answered, ${JSON.stringify(tasks)}`)
        longest.push(Math.max(0, ...tasks))
        said.push(`${kind}: ${done} samples answered, ${tasks.length} tasks above 50 ms${tasks.length > 0 ? ` (${tasks.map((task) => task.toFixed(0)).join(', ')})` : ''}`)
        await page.close()
      }
      return [{
        id: 'main-thread',
        repeats: longest,
        value: Math.max(...longest),
        how: `long tasks as the browser reports them (from 50 ms; 0: none) on the run's screen over ${quick ? 5 : 25} s once it answers, the embedded models in one worker with one thread, one core free; ${said.join('; ')}`,
      }]
    } finally {
      await site.close()
      file.remove()
    }
  },
}

const watchTasks = `window.tasks = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.tasks.push(duration)
}).observe({ type: 'longtask' })`

declare global {
  interface Window {
    tasks: number[]
  }
}
