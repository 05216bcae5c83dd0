/** Where the site is served unless another port is asked for. Fixed, because the browser keeps the user's data by address. */
export const DEFAULT_PORT = 8423

/** What is wrong with the port asked for, in a sentence for the user. */
export class PortError extends Error {}

/**
 * The port that a command line asks for: `--port N` or `--port=N`, the last one where several stand there.
 * @param {readonly string[]} words after the command's name
 * @returns {number} 1 to 65535; `DEFAULT_PORT` where none is asked for.
 * @throws {PortError} where the number is none, or something else stands there.
 */
export function wantedPort(words) {
  let port = DEFAULT_PORT
  for (let at = 0; at < words.length; at++) {
    const [name, joined] = words[at].split(/=(.*)/s)
    if (name !== '--port') throw new PortError(`${words[at]} is not known here. npm start takes one choice: npm start -- --port N`)
    const value = joined ?? words[++at]
    port = /^\d{1,5}$/.test(value ?? '') ? Number(value) : 0
    if (port < 1 || port > 65535) throw new PortError(`--port needs a number from 1 to 65535, not ${value ?? 'nothing'}: npm start -- --port ${DEFAULT_PORT + 1}`)
  }
  return port
}

/** What to do where somebody else holds the port. */
export function takenPort(port) {
  const other = port < 65535 ? port + 1 : port - 1
  return [
    `Port ${port} is taken. Either Xianwai runs already: open http://localhost:${port}/.`,
    `Or another program holds it: end that, or choose another port: npm start -- --port ${other}`,
    'The browser keeps your data by address: what was taken in under one port is not seen under another. Export it there first.',
  ].join('\n')
}
