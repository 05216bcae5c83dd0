import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium as playwright, type Page } from 'playwright-core'
import { chromium, flags, softwareWebGpu } from '../../tools/chromium.mjs'
import { serve } from '../../tools/serve.mjs'

/** The built site, served on a free port, in a fresh Chromium profile. */
export interface Site {
  readonly url: string
  readonly context: BrowserContext
  /** A page on the site in English. Every request it or its workers make is in `requests`; errors it throws are in `errors`. */
  open(hash?: string): Promise<Page>
  readonly requests: readonly string[]
  readonly errors: readonly string[]
  close(): Promise<void>
}

export interface SiteOptions {
  /** WebGPU through the software adapter: for correctness, never for speed. */
  readonly webGpu?: boolean
  /** As from a static host that sends no header. */
  readonly plain?: boolean
  /** Folder served instead of dist/. */
  readonly folder?: string
}

export async function openSite({ webGpu = false, plain = false, folder = 'dist' }: SiteOptions = {}): Promise<Site> {
  const server = await serve(folder, 0, { plain })
  const profile = mkdtempSync(join(tmpdir(), 'xianwai-profile-'))
  const context = await playwright.launchPersistentContext(profile, {
    executablePath: chromium(),
    args: [...flags, ...(webGpu ? softwareWebGpu : [])],
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
  })
  const requests: string[] = []
  const errors: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  context.on('weberror', (error) => errors.push(error.error().message))
  return {
    url: server.url,
    context,
    requests,
    errors,
    open: async (hash = '') => {
      const page = await context.newPage()
      await page.goto(server.url + hash)
      return page
    },
    close: async () => {
      await context.close()
      await server.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
