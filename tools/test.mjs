/** `npm test`: set-up, linter, types, unit tests, tests in real Chromium. Ends with `N passed, N failed` over all of them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install, run } from './setup.mjs'

install()
const { chromium } = await import('./chromium.mjs')
const executable = chromium()
build()

const totals = { passed: 0, failed: 0 }
function check(name, args) {
  console.log(`\n── ${name}`)
  const passed = run(process.execPath, args) === 0
  totals[passed ? 'passed' : 'failed'] += 1
  console.log(`${name}: ${passed ? 'clean' : 'FAILED'}`)
}
check('linter (arrows included)', ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'])
check('types', ['node_modules/typescript/bin/tsc', '--noEmit'])

console.log('\n── unit tests and tests in Chromium')
const folder = mkdtempSync(join(tmpdir(), 'xianwai-test-'))
const report = join(folder, 'report.json')
const status = run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  { env: { ...process.env, CHROMIUM: executable } },
)
try {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  totals.passed += numPassedTests
  totals.failed += numFailedTests
  // a file that could not even be loaded has no tests to count
  totals.failed += testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')).length
  if (status !== 0 && totals.failed === 0) totals.failed += 1
} catch {
  totals.failed += 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
