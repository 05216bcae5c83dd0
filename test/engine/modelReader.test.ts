import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LoadProgress } from '../../src/engine/engine.ts'
import { ModelReader } from '../../src/engine/modelReader.ts'

const text = 'weights '.repeat(100_000)
const file = new File([text], 'w.bin')
const sha256 = createHash('sha256').update(text).digest('hex')
const source = { kind: 'files', files: { 'w.bin': file } } as const

describe('ModelReader', () => {
  test('reads a file with its hash, and says how far it is', async () => {
    const told: LoadProgress[] = []
    const reader = new ModelReader(source, [], (progress) => told.push(progress))
    reader.announce(['w.bin'])
    const read = await reader.read('w.bin')
    expect(read.file).toEqual({ path: 'w.bin', bytes: text.length, sha256 })
    expect(new TextDecoder().decode(read.bytes)).toBe(text)
    expect(told[0]).toEqual({ stage: 'read', loaded: 0, total: text.length })
    expect(told.at(-1)).toEqual({ stage: 'read', file: 'w.bin', loaded: text.length, total: text.length })
  })

  test.each([
    [{ path: 'w.bin', bytes: text.length + 5 }, 'truncatedFile'],
    [{ path: 'w.bin', bytes: text.length, sha256: '0'.repeat(64) }, 'wrongHash'],
    [{ path: 'w.bin', bytes: text.length - 5 }, 'wrongHash'],
  ])('%o is %s', async (expected, code) => {
    await expect(new ModelReader(source, [expected], () => undefined).read('w.bin')).rejects.toMatchObject({ code, file: 'w.bin' })
  })

  test('a missing file is named', async () => {
    await expect(new ModelReader(source, [], () => undefined).read('x.bin')).rejects.toMatchObject({ code: 'missingFile', file: 'x.bin' })
  })
})
