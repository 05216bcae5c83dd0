import type { Machine } from '../../run/modelTrial.ts'

let machine: Promise<Machine> | null = null

/** What this browser says of its machine; asked once in the page's life. */
export function readMachine(): Promise<Machine> {
  machine ??= look()
  return machine
}

async function look(): Promise<Machine> {
  if (typeof navigator === 'undefined') return { cores: 1, memory: null, isolated: false, adapter: null, browser: '' }
  const memory: unknown = 'deviceMemory' in navigator ? navigator.deviceMemory : null
  return {
    cores: navigator.hardwareConcurrency || 1,
    memory: typeof memory === 'number' ? memory : null,
    isolated: globalThis.crossOriginIsolated,
    adapter: await adapter(),
    browser: /(Firefox|Edg|Chrome|Version)\/\d+/.exec(navigator.userAgent)?.[0] ?? navigator.userAgent,
  }
}

async function adapter(): Promise<string | null> {
  if (!('gpu' in navigator)) return null
  try {
    const found = await navigator.gpu.requestAdapter()
    return found && [found.info.vendor, found.info.architecture, found.info.device, ...(found.features.has('shader-f16') ? ['f16'] : [])].filter(Boolean).join(' ')
  } catch {
    return null
  }
}
