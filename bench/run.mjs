/**
 * `npm run bench`: speed and exactness beside the named peers, memory and scale, in one go (about half an hour on two quiet cores).
 * bench/README.md says what each arm computes; `--help` lists the figures.
 */
import { runnerImport } from 'vite'
import { build, install, root } from '../tools/setup.mjs'

process.chdir(root)
install()
build()
const { module } = await runnerImport('./bench/main.ts', { configFile: false, logLevel: 'error' })
process.exit(await module.main(process.argv.slice(2)))
