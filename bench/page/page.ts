/** What the bench calls from outside, by family. */
import * as exact from './exact.ts'
import * as scale from './scale.ts'
import * as speed from './speed.ts'

const bench = { exact, scale, speed }

declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
