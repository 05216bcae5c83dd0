/**
 * WebAssembly threads need a cross-origin isolated page. Where the host sent no such headers, a service worker adds
 * them; the page is loaded again once, and stays with one thread where that did not help.
 */
export async function isolate(siteUrl: string): Promise<void> {
  const tried = 'xianwai.isolation'
  if (window.crossOriginIsolated || !window.isSecureContext || !('serviceWorker' in navigator)) return
  try {
    if (sessionStorage.getItem(tried) !== null) return
    sessionStorage.setItem(tried, 'tried')
    await navigator.serviceWorker.register(new URL('isolation.js', siteUrl))
    await navigator.serviceWorker.ready
    window.location.reload()
  } catch {
    // closed storage, or a host that forbids service workers: one thread works everywhere
  }
}
