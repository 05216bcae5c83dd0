import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'
import { finished, freeze, planSample } from './steps.ts'

describe('a static host without headers, the site in a folder below its root', () => {
  let root = ''
  let site: Site
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'xianwai-host-'))
    mkdirSync(join(root, 'some'))
    symlinkSync(resolve('dist'), join(root, 'some', 'folder'), 'dir')
    site = await openSite({ plain: true, folder: root })
  })
  afterAll(async () => {
    await site.close()
    rmSync(root, { recursive: true, force: true })
  })

  test('is isolated after one reload, and runs the sample to figures', async () => {
    const page = await site.open('some/folder/')
    let loads = 0
    page.on('load', () => (loads += 1))
    await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false), { timeout: 20_000 }).toBe(true)
    await planSample(page)
    await freeze(page)
    await finished(page)
    expect(loads).toBeLessThanOrEqual(1)
    expect(site.requests.filter((url) => !url.startsWith(`${site.url}some/folder/`) && !/^(blob|data):/.test(url))).toEqual([])
    expect(site.errors).toEqual([])
  })
})
