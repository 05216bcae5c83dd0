/** `npm start [-- --port N]`: installs what is missing, builds what has changed, serves the site on its one address. */
import { join } from 'node:path'
import { build, fail, install, root } from './setup.mjs'
import { DEFAULT_PORT, PortError, takenPort, wantedPort } from './wantedPort.mjs'

let port
try {
  port = wantedPort(process.argv.slice(2))
} catch (error) {
  if (error instanceof PortError) fail(error.message)
  throw error
}
install()
const { serve } = await import('./serve.mjs')
try {
  // the port first: a build would pull the files away from under another `npm start` that serves them
  const { url } = await serve(join(root, 'dist'), port)
  build()
  console.log(`Xianwai runs at ${url} (Ctrl+C ends it)`)
} catch (error) {
  if (error.code === 'EADDRINUSE') fail(takenPort(port))
  if (error.code === 'EACCES') fail(`Port ${port} may not be used by you: choose one above 1023, such as npm start -- --port ${DEFAULT_PORT + 1}`)
  fail(`The server could not start: ${error.message}`)
}
