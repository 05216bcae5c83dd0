import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bundling, target } from './tools/bundling.mjs'
import { contentSecurityPolicy } from './tools/contentSecurityPolicy.mjs'
import { publishedIndex } from './tools/publishedResults.mjs'

const ortFiles = [
  'ort-wasm-simd-threaded.mjs',
  'ort-wasm-simd-threaded.wasm',
  'ort-wasm-simd-threaded.asyncify.mjs',
  'ort-wasm-simd-threaded.asyncify.wasm',
]

/** Puts the runtime's own files into public/ort, so that it is served from this site and emitted once. */
function serveRuntime(): Plugin {
  return {
    name: 'serve-runtime',
    buildStart() {
      const from = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'))
      mkdirSync('public/ort', { recursive: true })
      for (const file of ortFiles) {
        if (!existsSync(join('public/ort', file)) || !readFileSync(join('public/ort', file)).equals(readFileSync(join(from, file)))) {
          cpSync(join(from, file), join('public/ort', file))
        }
      }
    },
  }
}

/** `results/index.json`: the run files in public/results, which a static host would not list. @throws where one is none: the build fails. */
function listResults(): Plugin {
  const index = () => JSON.stringify(publishedIndex('public/results'))
  return {
    name: 'list-results',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'results/index.json', source: index() })
    },
    configureServer(server) {
      server.middlewares.use('/results/index.json', (_, response) => void response.setHeader('Content-Type', 'application/json').end(index()))
    },
  }
}

/** The policy as a meta tag: a static host that sends no header still gets it. Not in development, whose server injects scripts. */
function bindPage(): Plugin {
  return {
    name: 'bind-page',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', injectTo: 'head-prepend', attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy } },
    ],
  }
}

export default defineConfig({
  ...bundling,
  plugins: [react(), serveRuntime(), listResults(), bindPage()],
  build: { target, chunkSizeWarningLimit: 1500, rolldownOptions: { input: ['index.html', 'headless.html'], checks: { bundlerTimings: false } } },
  server: {
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  },
})
