import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { DatasetSink } from '../../src/import/datasetSink.ts'
import { ImportError } from '../../src/import/importError.ts'
import { importFile } from '../../src/import/importFile.ts'
import { importHost } from '../../src/import/importHost.ts'
import type { ImportOptions, ImportProgress } from '../../src/import/inspection.ts'
import { isBlank } from '../../src/import/oddCharacters.ts'
import { collect, fileOf, memorySink } from './collect.ts'
import { encode } from './encode.ts'

const manyLines = (count: number): string =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ id: `id-${at}`, text: `第${at}句`, context: '说'.repeat(300) })).join('\n')

describe('one call', () => {
  test('progress goes by bytes to the end, the sink is finished with the counts of what it got', async () => {
    const { kept, sink } = memorySink()
    const file = fileOf('a.jsonl', manyLines(5000))
    const progress: ImportProgress[] = []
    const dataset = await importFile(file, { scheme: builtInScheme, name: '我的数据' }, sink, (each) => progress.push(each))
    expect(progress.length).toBeGreaterThan(3)
    expect(progress.map(({ readBytes }) => readBytes)).toEqual(progress.map(({ readBytes }) => readBytes).toSorted((a, b) => a - b))
    expect(progress.at(-1)).toEqual({ readBytes: file.size, totalBytes: file.size, samples: 5000, problems: 0 })
    expect(kept).toMatchObject({ finished: true, abandoned: false })
    expect(kept.samples).toHaveLength(5000)
    expect(dataset).toMatchObject({ name: '我的数据', samples: 5000 })
  })

  test('cancelling abandons what was written and throws the reason', async () => {
    const { kept, sink } = memorySink()
    const controller = new AbortController()
    const work = importFile(fileOf('a.jsonl', manyLines(5000)), { scheme: builtInScheme }, sink, () => controller.abort(new Error('enough')), controller.signal)
    await expect(work).rejects.toThrow('enough')
    expect(kept).toMatchObject({ finished: false, abandoned: true })
    expect(kept.samples.length).toBeLessThan(5000)
  })

  test('a signal that is aborted already starts nothing', async () => {
    const { kept, sink } = memorySink()
    await expect(importFile(fileOf('a.jsonl', manyLines(1)), { scheme: builtInScheme }, sink, undefined, AbortSignal.abort())).rejects.toThrow()
    expect(kept).toMatchObject({ finished: false, abandoned: false })
  })

  test('a sink that fails is abandoned, and its error comes out', async () => {
    let abandoned = 0
    const sink: DatasetSink = {
      createDataset: () =>
        Promise.resolve({
          append: () => Promise.reject(new Error('disk full')),
          finish: () => Promise.reject(new Error('must not be finished')),
          abandon: () => {
            abandoned++
            return Promise.resolve()
          },
        }),
    }
    await expect(importFile(fileOf('a.jsonl', manyLines(5000)), { scheme: builtInScheme }, sink)).rejects.toThrow('disk full')
    expect(abandoned).toBe(1)
  })

  test('writes never overlap', async () => {
    let open = 0
    let most = 0
    const sink: DatasetSink = {
      createDataset: () =>
        Promise.resolve({
          append: async () => {
            most = Math.max(most, ++open)
            await new Promise((resolve) => setTimeout(resolve, 5))
            open--
          },
          finish: () => {
            expect(open).toBe(0)
            return Promise.resolve()
          },
          abandon: () => Promise.resolve(),
        }),
    }
    await importFile(fileOf('a.jsonl', manyLines(5000)), { scheme: builtInScheme }, sink)
    expect(most).toBe(1)
  })

  test('a mapping by hand is followed', async () => {
    const mapping: ImportOptions['mapping'] = { a: { kind: 'context' }, b: { kind: 'text' }, c: { kind: 'gold', field: 'intent' } }
    const { samples, dataset } = await collect(fileOf('a.csv', 'a,b,c\n问,答,礼貌\n'), { mapping })
    expect(samples[0]).toMatchObject({ context: '问', text: '答', gold: { intent: { kind: 'label', label: 'Politeness' } } })
    expect(dataset.source.mapping).toEqual(mapping)
  })
})

describe('the worker’s side', () => {
  test('errors keep their code, and cancelling by number works', async () => {
    const { kept, sink } = memorySink()
    const host = importHost(sink)
    expect(await host.inspect(new Blob([]), 'a.csv', {})).toEqual({ kind: 'error', code: 'empty', detail: {} })
    const options = { scheme: builtInScheme }
    const outcome = await host.importFile(7, new Blob([manyLines(5000)]), 'a.jsonl', options, () => host.cancel(7))
    expect(outcome).toEqual({ kind: 'cancelled' })
    expect(kept.abandoned).toBe(true)
    expect(await host.importFile(8, new Blob([manyLines(3)]), 'b.jsonl', options, () => host.cancel(7))).toMatchObject({ kind: 'value', value: { name: 'b', samples: 3 } })
  })
})

const mapping: ImportOptions['mapping'] = { id: { kind: 'id' }, text: { kind: 'text' }, label: { kind: 'gold', field: 'explicit' } }

/** Imports, or says why the file is refused as a whole; then checks that nothing vanished. */
async function accounted(file: ReturnType<typeof fileOf>, options: Partial<ImportOptions>): Promise<number | null> {
  try {
    const { dataset, samples, problems, notices } = await collect(file, options)
    expect(dataset.rows).toBe(samples.length + problems.length)
    expect(dataset).toMatchObject({ samples: samples.length, problems: problems.length, notices: notices.length })
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length)
    const known = new Set(samples.map(({ id }) => id))
    expect(notices.every(({ sampleId }) => known.has(sampleId))).toBe(true)
    expect(problems.every(({ raw }) => raw.length <= 2000)).toBe(true)
    return dataset.rows
  } catch (error) {
    if (error instanceof ImportError) return null
    throw error
  }
}

describe('rows in = samples + problems', () => {
  const names = fc.constantFrom('a.jsonl', 'a.json', 'a.csv', 'a.tsv', 'a.txt', 'a.xlsx', 'a.parquet')

  test('any bytes under any name are refused or accounted for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), names, async (bytes, name) => {
        await accounted(fileOf(name, bytes.slice()), {})
        await accounted(fileOf(name, bytes.slice()), { mapping, labelCodes: {} })
      }),
      { numRuns: 200 },
    )
  })

  test('any bytes read as a format that they are not', async () => {
    const formats = fc.constantFrom('jsonl', 'json', 'csv', 'tsv', 'xlsx', 'parquet')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), formats, async (bytes, format) => {
        await accounted(fileOf('a', bytes.slice()), { mapping, labelCodes: {}, format })
      }),
      { numRuns: 200 },
    )
  })

  test('text made of the signs that matter', async () => {
    const signs = fc.array(fc.constantFrom('"', ',', '\n', '\r', '\t', '{', '}', '[', ']', ':', '\\', '好', 'a', '1', ' ', '{"text":"好"}', '1,好,正面\n', '\ufeff'), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(signs, names, fc.boolean(), async (parts, name, mapped) => {
        await accounted(fileOf(name, `id,text,label\n${parts.join('')}`), mapped ? { mapping, labelCodes: {} } : {})
        await accounted(fileOf(name, parts.join('')), mapped ? { mapping, labelCodes: {} } : {})
      }),
      { numRuns: 300 },
    )
  })

  test('JSONL: every line that is not blank is a row, whatever is in it', async () => {
    const line = fc.oneof(fc.json(), fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, '')))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), async (lines) => {
        const rows = lines.filter((each) => !isBlank(each)).length
        const content = lines.join('\n')
        // A byte order mark at the file's start is no part of its first line.
        expect(await accounted(fileOf('a.jsonl', content), { format: 'jsonl', encoding: 'utf-8', mapping, labelCodes: {} })).toBe(rows === 0 ? null : rows)
      }),
    )
  })
})

describe('a table written and read again', () => {
  const cell = fc.string({ unit: fc.constantFrom('好', '坏', 'a', '7', ' ', ',', ';', '\t', '|', '"', '\n', '，', '。', '\u3000', '嗯'), maxLength: 12 })
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

  test('CSV in every encoding: each text comes back as it was', async () => {
    const encodings = fc.constantFrom('utf-8', 'gb18030', 'utf-16le', 'utf-16be')
    const rows = fc.array(cell.map((text) => `文${text}`), { minLength: 1, maxLength: 12 })
    const ends = fc.constantFrom('\n', '\r\n', '\r')
    await fc.assert(
      fc.asyncProperty(rows, encodings, ends, fc.constantFrom(',', ';', '\t', '|'), async (texts, encoding, end, delimiter) => {
        const lines = [['编号', '文本', '显性极性'], ...texts.map((text, at) => [`n${at}`, quoted(text), '正面'])]
        const bytes = encode(lines.map((each) => each.join(delimiter)).join(end), encoding)
        const { samples, problems } = await collect(fileOf('a.csv', bytes))
        expect(problems).toEqual([])
        expect(samples.map(({ text }) => text)).toEqual(texts)
      }),
      { numRuns: 150 },
    )
  })

  test('JSON and JSONL: each record comes back as it was', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((each) => `文${each.replaceAll('\ufeff', '')}`)
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), fc.constantFrom('lines', 'array', 'indented', 'wrapped'), async (texts, shape) => {
        const records = texts.map((each, at) => ({ id: at, text: each }))
        const content = {
          lines: records.map((record) => JSON.stringify(record)).join('\n'),
          array: JSON.stringify(records),
          indented: JSON.stringify(records, null, 2),
          wrapped: JSON.stringify({ data: records }),
        }[shape]
        const { samples, problems } = await collect(fileOf('a.json', content))
        expect(problems).toEqual([])
        expect(samples.map((sample) => [sample.id, sample.text])).toEqual(records.map((record) => [String(record.id), record.text]))
      }),
    )
  })
})
