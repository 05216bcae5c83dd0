import { readdirSync, readFileSync } from 'node:fs'

/** Bytes that a browser's processes hold for themselves: anonymous and shared memory, mapped files left out. Linux only. */
export interface BrowserMemory {
  /** The page and its workers. */
  readonly renderers: number
  readonly all: number
}

/** @param profile the browser's profile folder, by which its processes are known. Null where /proc cannot tell. */
export function browserMemory(profile: string): BrowserMemory | null {
  let processes: readonly { readonly pid: string; readonly parent: string; readonly command: string; readonly bytes: number }[]
  try {
    processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => readProcess(pid))
  } catch {
    return null
  }
  const root = processes.find(({ command }) => command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='))
  if (!root) return null
  const family = new Set([root.pid])
  for (let grown = 0; grown !== family.size;) {
    grown = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  const ours = processes.filter(({ pid }) => family.has(pid))
  const sum = (some: typeof ours): number => some.reduce((total, { bytes }) => total + bytes, 0)
  return { renderers: sum(ours.filter(({ command }) => command.includes('--type=renderer'))), all: sum(ours) }
}

function readProcess(pid: string) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return [{
      pid,
      parent: /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? '',
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      bytes: (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024,
    }]
  } catch {
    // ended meanwhile
    return []
  }
}

/** The peak while something is done, looked at every 20 ms. */
export async function peakDuring<Value>(profile: string, work: () => Promise<Value>): Promise<{ readonly value: Value; readonly before: BrowserMemory; readonly peak: BrowserMemory } | null> {
  const before = browserMemory(profile)
  if (!before) return null
  let peak = before
  const timer = setInterval(() => {
    const now = browserMemory(profile)
    if (now) peak = { renderers: Math.max(peak.renderers, now.renderers), all: Math.max(peak.all, now.all) }
  }, 20)
  try {
    return { value: await work(), before, get peak() { return peak } }
  } finally {
    clearInterval(timer)
  }
}
