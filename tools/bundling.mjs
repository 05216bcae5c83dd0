/** How workers and the runtime are bundled: into the site (vite.config.ts) and into the single pages of tests and bench. */
import { build } from 'vite'

export const bundling = {
  // the site may lie in any folder of its host
  base: './',
  worker: { format: 'es' },
  // the runtime's own files are served from ort/, not bundled
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'] },
}

/** The newest syntax that is emitted as it is written. */
export const target = 'es2023'

/**
 * Builds a page by itself, without the site's own pages, plugins and public files.
 * @param {string} folder its index.html lies there.
 * @param {string} outDir what is in it stays.
 * @param {{minify?: boolean}} [options]
 */
export async function buildPage(folder, outDir, { minify = false } = {}) {
  await build({ ...bundling, root: folder, configFile: false, publicDir: false, logLevel: 'error', build: { outDir, emptyOutDir: false, minify, target, chunkSizeWarningLimit: 5000 } })
}
