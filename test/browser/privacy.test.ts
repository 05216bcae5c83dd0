import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

/** A host that would hear of any request made to it: the tests fail if it does. */
let elsewhere: Server
let heard: string[] = []
beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    heard.push(request.url ?? '')
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }).end('heard')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
})
afterAll(() => elsewhere.close())

const other = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`

describe.each([{ plain: false }, { plain: true }])('nothing is asked of another origin ($plain: a host without headers)', ({ plain }) => {
  let site: Site
  beforeAll(async () => {
    heard = []
    site = await openSite({ plain })
  })
  afterAll(() => site.close())

  test('a whole run, import to figures, with the classifier and with the language model', async () => {
    const page = await site.open('headless.html')
    await page.waitForFunction(() => 'xianwai' in window)
    await page.setInputFiles('#data', 'public/samples/stance-sample.jsonl')
    for (const [model, limit] of [['xianwai-classifier', 12], ['xianwai-lm', 2]] as const) {
      const { failed } = await page.evaluate((options) => window.xianwai.evaluate(options), { models: [model], methods: [], limit, choices: {}, device: null, language: 'en', texts: false } as const)
      expect(failed).toBe(0)
    }
    const outside = site.requests.filter((url) => !url.startsWith(site.url) && !url.startsWith('blob:') && !url.startsWith('data:'))
    expect(site.requests.some((url) => url.includes('/models/xianwai-lm/'))).toBe(true)
    expect(outside).toEqual([])
  })

  test('a request from the page, or from inside each of its workers, is refused by the policy', async () => {
    const [page] = site.context.pages().filter((candidate) => candidate.url().startsWith(site.url))
    const ask = (url: string) => fetch(url).then(() => 'answered', () => 'refused')
    expect(await page!.evaluate(ask, other())).toBe('refused')
    const workers = page!.workers()
    expect(workers.length).toBeGreaterThanOrEqual(2)
    for (const worker of workers) expect(await worker.evaluate(ask, other())).toBe('refused')
    expect(heard).toEqual([])
  })

  test('the control: without a policy the same request is heard', async () => {
    const page = await site.context.newPage()
    await page.goto(other())
    expect(await page.evaluate((url) => fetch(url).then((response) => response.text()), `${other()}control`)).toBe('heard')
    expect(heard).toContain('/control')
    await page.close()
  })
})
