import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '../../src')

test('whoever makes a reading takes the parser’s version from the parser: a number in its place would go out of date', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((name) => /\bparser: [1-9]/.test(readFileSync(join(sources, name), 'utf8')))).toEqual([])
})
