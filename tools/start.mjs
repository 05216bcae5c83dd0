/** `npm start`: installs what is missing, builds what has changed, serves the site on its one address. */
import { join } from 'node:path'
import { build, fail, install, root } from './setup.mjs'

install()
const { port, serve } = await import('./serve.mjs')
try {
  // the port first: a build would pull the files away from under another `npm start` that serves them
  const { url } = await serve(join(root, 'dist'), port)
  build()
  console.log(`Xianwai runs at ${url} (Ctrl+C ends it)`)
} catch (error) {
  if (error.code === 'EADDRINUSE') fail(`Port ${port} is taken: is Xianwai running already? Open http://localhost:${port}/ or end what holds the port.`)
  fail(`The server could not start: ${error.message}`)
}
