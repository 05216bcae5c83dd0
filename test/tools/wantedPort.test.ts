import { describe, expect, test } from 'vitest'
import { DEFAULT_PORT, PortError, takenPort, wantedPort } from '../../tools/wantedPort.mjs'

describe('the port of npm start', () => {
  test('is the one that people have their data under, unless another is asked for', () => {
    expect([wantedPort([]), DEFAULT_PORT]).toEqual([8423, 8423])
    expect([wantedPort(['--port', '9000']), wantedPort(['--port=9001']), wantedPort(['--port', '1', '--port', '65535'])]).toEqual([9000, 9001, 65535])
  })

  test.each([[['--port']], [['--port', 'http']], [['--port', '0']], [['--port', '65536']], [['--port', '-1']], [['--port', '80.5']], [['--port=']], [['--prot', '9000']], [['9000']]])('is not guessed from %j: what to write instead is said', (words) => {
    expect(() => wantedPort(words)).toThrow(PortError)
    expect(() => wantedPort(words)).toThrow('npm start -- --port')
  })

  test('that is taken names another that exists', () => {
    expect(takenPort(8423)).toContain('npm start -- --port 8424')
    expect(takenPort(65535)).toContain('npm start -- --port 65534')
    expect(takenPort(8423)).toContain('http://localhost:8423/')
  })
})
