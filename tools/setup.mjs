/** Set-up shared by the commands of package.json: plain Node, no package, so that it runs before anything is installed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Says in one line what is wrong and ends. */
export function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Runs a command in the project's folder. @returns its exit code. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) fail(error.code === 'ENOENT' ? `${command} is missing: install it (npm comes with Node).` : `${command} cannot be run: ${error.message}`)
  return status ?? 1
}

/** Says so where the project's folder is read-only: packages and the built site are written into it. */
function mayWrite() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    fail(`The folder ${root} cannot be written to: copy the project to one that can.`)
  }
}

const hash = (text) => createHash('sha256').update(text).digest('hex')

/** Checks Node and installs the packages that package-lock.json names, unless they are there already. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
  if (!fits) fail(`Node 20.19+, 22.12+ or 24+ is needed; this is ${process.versions.node}.`)
  const stamp = join(root, 'node_modules', '.installed')
  // what the packages' binaries depend on, and no more: a reinstallation needs the network
  const wanted = hash([readFileSync(join(root, 'package-lock.json')), process.platform, process.arch].join(' '))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (once) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  mayWrite()
  if (run(npm, ['ci', '--no-progress', '--loglevel=error'], { shell: process.platform === 'win32' }) !== 0) {
    fail('npm ci failed: see above. It needs the npm registry once.')
  }
  writeFileSync(stamp, wanted)
}

const sources = ['src', 'workers', 'public', 'index.html', 'headless.html', 'vite.config.ts', 'package-lock.json', 'tools/bundling.mjs', 'tools/contentSecurityPolicy.mjs', 'tools/publishedResults.mjs']

function* filesBelow(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) yield path
  else for (const name of readdirSync(path).sort()) if (name !== 'ort') yield* filesBelow(join(path, name))
}

/** Builds the site into dist/, unless what it is made of has not changed. */
export function build() {
  const state = hash(
    sources
      .flatMap((source) => [...filesBelow(join(root, source))])
      .map((file) => {
        const { size, mtimeMs } = statSync(file)
        return `${file} ${size} ${mtimeMs}`
      })
      .join('\n'),
  )
  const stamp = join(root, 'node_modules', '.cache', 'built')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state && existsSync(join(root, 'dist', 'index.html'))) return
  console.log('Building …')
  mayWrite()
  if (run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']) !== 0) fail('the build failed: see above.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, state)
}
