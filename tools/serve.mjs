/** The static server of `npm start`, the tests and the headless evaluation: files, isolation headers, nothing more. */
import { createServer } from 'node:http'
import { contentSecurityPolicy } from './contentSecurityPolicy.mjs'

const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/**
 * Serves a folder on the loopback address.
 * @param {string} folder
 * @param {number} wantedPort 0 takes any free one.
 * @param {{plain?: boolean}} [options] plain: without any header, as a poor static host would.
 * @returns {Promise<{url: string, close: () => Promise<void>}>} rejects with the system's error, EADDRINUSE above all.
 */
export async function serve(folder, wantedPort, { plain = false } = {}) {
  const { default: sirv } = await import('sirv')
  const files = sirv(folder, { dev: true, etag: true, setHeaders: (response) => plain || setHeaders(response) })
  const server = createServer((request, response) => files(request, response, () => {
    if (!plain) setHeaders(response)
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found')
  }))
  await new Promise((resolve, reject) => server.once('error', reject).listen(wantedPort, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${server.address().port}/`,
    close: () => new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    }),
  }
}

function setHeaders(response) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
