import { defineConfig } from 'vitest/config'

/** `unit` runs in Node; `browser` drives the built site in real Chromium (tools/test.mjs builds it first). */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/browser/**'], testTimeout: 30_000 } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
