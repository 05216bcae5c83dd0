import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePublishedIndex } from '../../src/export/publishedIndex.ts'
import { writeRunFile } from '../../src/export/runFile.ts'
import { publishedIndex } from '../../tools/publishedResults.mjs'
import { hash, plan, runs, samples } from '../export/fixtures.ts'

const content = { plan, runs, samples, predictions: new Map(), priors: new Map() }

describe('the index of published results', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xianwai-published-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)

  test('is empty where there is no folder', () => {
    expect(publishedIndex(join(folder, 'none'))).toEqual({ format: 'xianwai-published', version: 1, files: [] })
  })

  test('lists every run file, the newest plan first, as the app reads it; other files are left alone', () => {
    put('old.xianwai.json', writeRunFile(content))
    put('new 新.xianwai.json', writeRunFile({ ...content, plan: { ...plan, id: hash(90), createdAt: plan.createdAt + 1 } }))
    put('notes.txt', 'x')
    const index = parsePublishedIndex(JSON.stringify(publishedIndex(folder)))
    expect(index.map(({ file, plan: id, samples: count, runs: own }) => [file, id, count, own.length])).toEqual([['new 新.xianwai.json', hash(90), 4, 2], ['old.xianwai.json', plan.id, 4, 2]])
    expect(index[0]!.dataset).toEqual({ name: plan.dataset.name, hash: plan.dataset.hash })
  })

  test('fails by name on what is no run file, and on two files of one plan', () => {
    put('again.xianwai.json', writeRunFile(content))
    expect(() => publishedIndex(folder)).toThrow(/again|old/)
    put('again.xianwai.json', '{"format":"other"}')
    expect(() => publishedIndex(folder)).toThrow('again.xianwai.json is no run file')
    put('again.xianwai.json', '{')
    expect(() => publishedIndex(folder)).toThrow('again.xianwai.json is no run file')
  })
})
