import { createServer } from 'node:http'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium as playwright, type Page } from 'playwright-core'
import sirv from 'sirv'
import { buildPage } from '../tools/bundling.mjs'
import { chromium, flags } from '../tools/chromium.mjs'

/** The built site and the bench's own page beside it, in one origin: what the page stores the site shows. */
export interface BenchSite {
  readonly url: string
  readonly context: BrowserContext
  /** The browser's profile folder. */
  readonly profile: string
  /** The bench's own page (page/index.html), ready. */
  openBench(): Promise<Page>
  /** The site itself at an address. */
  openSite(hash: string): Promise<Page>
  close(): Promise<void>
}

/** The bench's page, built once for all families. */
export class BenchBuild {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(): Promise<BenchBuild> {
    const folder = mkdtempSync(join(tmpdir(), 'xianwai-bench-'))
    const of = (name: string): string => join(folder, name)
    for (const entry of readdirSync('dist')) symlinkSync(resolve('dist', entry), of(entry))
    mkdirSync(of('bench'))
    await buildPage(join(import.meta.dirname, 'page'), of('bench'), { minify: true })
    // the page has the site's runtime and models beside it, as the site has
    for (const name of ['ort', 'models']) symlinkSync(resolve('dist', name), join(of('bench'), name))
    return new BenchBuild(folder)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /**
   * Serves it, isolated as the site is, in a fresh Chromium.
   * @param folders served beside it under /with/, by name.
   */
  async open(folders: Readonly<Record<string, string>> = {}, extraFlags: readonly string[] = []): Promise<BenchSite> {
    const beside = mkdtempSync(join(tmpdir(), 'xianwai-beside-'))
    mkdirSync(join(beside, 'with'))
    for (const [name, folder] of Object.entries(folders)) symlinkSync(resolve(folder), join(beside, 'with', name))
    const handlers = [this.folder, beside].map((folder) => sirv(folder, { dev: true }))
    const server = createServer((request, response) => {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
      handlers[0]!(request, response, () => {
        handlers[1]!(request, response, () => {
          response.writeHead(404).end()
        })
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const url = `http://localhost:${(server.address() as AddressInfo).port}/`
    const profile = mkdtempSync(join(tmpdir(), 'xianwai-profile-'))
    const context = await playwright.launchPersistentContext(profile, {
      executablePath: chromium(),
      args: [...flags, ...extraFlags],
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
    })
    context.setDefaultTimeout(600_000)
    const open = async (path: string): Promise<Page> => {
      const page = await context.newPage()
      if (process.env['XW_LOG']) page.on('console', (message) => console.log(`page: ${message.text()}`))
      page.on('pageerror', (error) => console.log(`page: ${String(error)}`))
      await page.goto(url + path)
      return page
    }
    return {
      url,
      context,
      profile,
      openSite: (hash) => open(hash),
      openBench: async () => {
        const page = await open('bench/index.html')
        await page.waitForFunction(() => 'bench' in window)
        return page
      },
      close: async () => {
        await context.close()
        server.closeAllConnections()
        server.close()
        rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
        rmSync(beside, { recursive: true, force: true })
      },
    }
  }
}
