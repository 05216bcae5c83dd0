import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium as driver, type Page } from 'playwright-core'
import { buildPage } from '../../../tools/bundling.mjs'
import { chromium, flags, softwareWebGpu } from '../../../tools/chromium.mjs'
import { serve } from '../../../tools/serve.mjs'

export interface EngineSite {
  readonly url: string
  readonly page: Page
  close(): Promise<void>
}

/**
 * Builds the engine's test page by itself, serves it as the site is served, and opens it.
 * @param folders served beside the page, by name. @param port 0 takes any free one.
 */
export async function openEngineSite(
  folders: Readonly<Record<string, string>>,
  { webgpu = false, port = 0 } = {},
): Promise<EngineSite> {
  const out = mkdtempSync(join(tmpdir(), 'xianwai-engine-'))
  await buildPage(import.meta.dirname, out)
  for (const [name, folder] of Object.entries({ ort: resolve('node_modules/onnxruntime-web/dist'), ...folders })) symlinkSync(folder, join(out, name))
  const server = await serve(out, port)
  const browser: Browser = await driver.launch({ executablePath: chromium(), args: [...flags, ...(webgpu ? softwareWebGpu : [])] })
  const page = await browser.newPage()
  page.on('console', (message) => {
    if (process.env['XW_LOG']) console.log(`page: ${message.text()}`)
  })
  page.on('pageerror', (error) => console.log(`page: ${String(error)}`))
  await page.goto(server.url)
  await page.waitForFunction(() => 'xw' in window)
  return {
    url: server.url,
    page,
    close: async () => {
      await browser.close()
      await server.close()
      rmSync(out, { recursive: true, force: true })
    },
  }
}
