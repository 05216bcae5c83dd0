import { expect } from 'vitest'

/** Prints what was measured, where SHOW=1 asks for it. */
export function shown(measured: unknown): void {
  if (process.env['SHOW']) console.log(expect.getState().currentTestName, measured)
}
