/** Finds a Chromium for the tests and the headless evaluation, or installs Debian's where it may. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail } from './setup.mjs'

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

const found = () => candidates.find((path) => path && existsSync(path))

/** @returns the path of the executable. Ends the process naming the package where there is none and none can be installed. */
export function chromium() {
  const present = found()
  if (present) return present
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (mayInstall) {
    console.log('Installing Chromium (Debian package chromium) …')
    const apt = (...args) => spawnSync('apt-get', ['-qq', '-y', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    apt('update')
    apt('install', '--no-install-recommends', 'chromium', 'fonts-noto-cjk')
  }
  return found() ?? fail('Chromium is missing: install the package chromium (Debian, Ubuntu), or set CHROMIUM to an executable.')
}

/** Flags for a quiet headless run; the second set adds WebGPU by software: right, never fast. */
export const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
export const softwareWebGpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan']
