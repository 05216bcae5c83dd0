import { gzipSync } from 'node:zlib'
import type { Family } from './family.ts'

/** What the first screen needs of scripts before it is painted. */
export const scripts: Family = {
  name: 'scripts',
  ids: ['scripts'],
  minutes: 1,
  run: async ({ build }) => {
    const site = await build.open()
    try {
      const page = await site.context.newPage()
      const bodies = new Map<string, Promise<Buffer>>()
      page.on('response', (response) => {
        if (/\.m?js(\?|$)/.test(response.url())) bodies.set(response.url(), response.body())
      })
      await page.goto(site.url)
      await page.waitForTimeout(2_000)
      const { painted, requested } = await page.evaluate(() => ({
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
        requested: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
      }))
      const before = requested.filter(({ name, startTime }) => bodies.has(name) && startTime <= painted)
      const sizes = await Promise.all(before.map(async ({ name }) => gzipSync(await bodies.get(name)!, { level: 9 }).length))
      const total = sizes.reduce((sum, size) => sum + size, 0)
      return [{ id: 'scripts', repeats: [total / 1000], how: `${before.length} scripts that the first screen asked for before its first contentful paint (${painted.toFixed(0)} ms), each by gzip -9` }]
    } finally {
      await site.close()
    }
  },
}
