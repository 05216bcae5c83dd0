import type { xw } from './page.ts'

declare global {
  interface Window {
    /** What test/browser/engine/page.ts offers. */
    xw: typeof xw
  }
}
