/**
 * Starts a module worker through a blob, so that the page's content security policy binds it even on a static host that
 * sends no header: a worker loaded from a URL would have its own (empty) policy. Measured in test/browser/privacy.test.ts.
 */
export function startWorker(url: string, name: string): Worker {
  const source = `import ${JSON.stringify(new URL(url, document.baseURI).href)}`
  const blob = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  const worker = new Worker(blob, { type: 'module', name })
  // the worker has fetched its source long before it says anything
  worker.addEventListener('message', () => { URL.revokeObjectURL(blob) }, { once: true })
  return worker
}
