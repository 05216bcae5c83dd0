import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium as driver, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPage } from '../../tools/bundling.mjs'
import { chromium, flags } from '../../tools/chromium.mjs'
import { serve } from '../../tools/serve.mjs'

/** Storage in a real browser: what an imitation of IndexedDB cannot show (killed processes, locks, quota, speed). */

const out = mkdtempSync(join(tmpdir(), 'xianwai-storage-'))
let server: Awaited<ReturnType<typeof serve>>
let profile = ''
let context: BrowserContext

beforeAll(async () => {
  await buildPage(join(import.meta.dirname, 'storage'), out)
  server = await serve(out, 0)
})

afterAll(async () => {
  await context.close()
  await server.close()
  rmSync(out, { recursive: true, force: true })
  rmSync(profile, { recursive: true, force: true })
})

async function startBrowser(): Promise<void> {
  context = await driver.launchPersistentContext(profile, { executablePath: chromium(), args: [...flags] })
}

async function openTab(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(server.url)
  await page.waitForFunction(() => 'stored' in window)
  return page
}

beforeEach(async () => {
  if (profile) {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
  profile = mkdtempSync(join(tmpdir(), 'xianwai-profile-'))
  await startBrowser()
})

describe('predictions', () => {
  test('that were appended survive a browser that is killed', async () => {
    const tab = await openTab()
    const pid = await browserProcess()
    await tab.evaluate(async () => {
      await stored.savePlan(stored.plan('p'), [stored.run('r', 'p')])
      const sink = stored.predictionSink('r')
      for (let at = 0; at < 20; at++) await sink.append([stored.prediction('r', String(at))])
    })
    process.kill(pid, 'SIGKILL')
    // it may be gone before it is asked to close
    await context.close().catch(() => undefined)
    await startBrowser()
    const again = await openTab()
    expect(await again.evaluate(async () => (await stored.readPredictions('r')).map(({ sampleId }) => Number(sampleId)))).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    )
  })

  test('are seen live in another tab', async () => {
    const [writing, watching] = [await openTab(), await openTab()]
    await writing.evaluate(() => stored.savePlan(stored.plan('p'), [stored.run('r', 'p')]))
    await watching.evaluate(() => {
      stored.observeRunVersion('r').subscribe(() => {
        void stored.readPredictedIds('r').then((ids) => (document.title = [...ids.values()].join(' ') || 'none'))
      })
    })
    await expect.poll(() => watching.title()).toBe('none')
    await writing.evaluate(() => stored.predictionSink('r').append([stored.prediction('r', 'a'), stored.prediction('r', 'b', { kind: 'failed', reason: 'x' })]))
    await expect.poll(() => watching.title()).toBe('done failed')
  })

  test('50,000 of them: ids are read in well under two seconds', async () => {
    const tab = await openTab()
    const took = await tab.evaluate(async () => {
      await stored.savePlan(stored.plan('p'), [stored.run('r', 'p')])
      const sink = stored.predictionSink('r')
      const start = performance.now()
      for (let at = 0; at < 50_000; at += 500) await sink.append(Array.from({ length: 500 }, (_, place) => stored.prediction('r', String(at + place))))
      const begun = performance.now()
      const ids = await stored.readPredictedIds('r')
      const read = performance.now()
      const whole = await stored.readPredictions('r')
      return { count: ids.size + whole.length, write: begun - start, ids: read - begun, whole: performance.now() - read }
    })
    console.log('50,000 predictions in Chromium', took)
    expect(took.count).toBe(100_000)
    expect(took.ids).toBeLessThan(2_000)
  })

  test('appended one by one are many a second', async () => {
    const tab = await openTab()
    const perSecond = await tab.evaluate(async () => {
      await stored.savePlan(stored.plan('p'), [stored.run('r', 'p')])
      const sink = stored.predictionSink('r')
      const begun = performance.now()
      for (let at = 0; at < 600; at++) await sink.append([stored.prediction('r', String(at))])
      return (600 / (performance.now() - begun)) * 1_000
    })
    console.log(`${Math.round(perSecond)} appends a second`)
    expect(perSecond).toBeGreaterThan(20)
  })
})

describe('a data set', () => {
  test('half written by a tab that died is removed; one that another tab is writing is not', async () => {
    const [dying, writing, starting] = [await openTab(), await openTab(), await openTab()]
    for (const [tab, id] of [[dying, 'dead'], [writing, 'alive']] as const) {
      await tab.evaluate(async (name) => {
        const writer = await stored.createDataset(stored.dataset(name))
        await writer.append({ samples: stored.samples(1_000) })
        Object.assign(window, { writer })
      }, id)
    }
    await dying.close()
    await expect.poll(() => starting.evaluate(() => stored.removeHalfWritten())).toBe(1)
    expect(await starting.evaluate(async () => [(await stored.readSamples('dead')).length, (await stored.readSamples('alive')).length])).toEqual([0, 1_000])
  })

  test('of 52,882 samples is written and read in seconds', async () => {
    const tab = await openTab()
    const took = await tab.evaluate(async () => {
      const all = stored.samples(52_882)
      const begun = performance.now()
      const writer = await stored.createDataset(stored.dataset('d'))
      for (let at = 0; at < all.length; at += 2_000) await writer.append({ samples: all.slice(at, at + 2_000) })
      await writer.finish(stored.dataset('d', { samples: all.length }))
      const written = performance.now()
      const count = (await stored.readSamples('d')).length
      const read = performance.now()
      return { count, write: written - begun, read: read - written }
    })
    console.log('52,882 samples in Chromium', took)
    expect(took).toMatchObject({ count: 52_882 })
    expect(took.write).toBeLessThan(20_000)
  })

  test('for which there is no room says so and leaves nothing when given up', async () => {
    const tab = await openTab()
    const session = await context.newCDPSession(tab)
    const origin = new URL(server.url).origin
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 3_000_000 })
    const failed = await tab.evaluate(async () => {
      const writer = await stored.createDataset(stored.dataset('d'))
      // not compressible, or little of it reaches the disk
      const text = () => Array.from(crypto.getRandomValues(new Uint16Array(1_000)), (unit) => String.fromCharCode(0x4e00 + (unit % 0x5000))).join('')
      try {
        for (let at = 0; at < 20; at++) await writer.append({ samples: stored.samples(1_000, at * 1_000).map((sample) => ({ ...sample, text: text() })) })
        return 'everything went in'
      } catch (error) {
        await writer.abandon()
        return error instanceof Error && 'code' in error ? error.code : String(error)
      }
    })
    expect(failed).toBe('quotaExceeded')
    await session.send('Storage.overrideQuotaForOrigin', { origin })
    expect(await tab.evaluate(async () => (await stored.readSamples('d')).length)).toBe(0)
  })
})

describe('a run', () => {
  test('is claimed by one tab, and free again when that tab is gone', async () => {
    const [one, other] = [await openTab(), await openTab()]
    const claim = () => stored.claimRun('r', navigator.locks).then((claimed) => claimed !== null)
    expect(await one.evaluate(claim)).toBe(true)
    expect(await other.evaluate(claim)).toBe(false)
    await one.close()
    await expect.poll(() => other.evaluate(claim)).toBe(true)
  })
})

/** The browser's main process. */
async function browserProcess(): Promise<number> {
  const session = await context.browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.find(({ type }) => type === 'browser')!.id
}
