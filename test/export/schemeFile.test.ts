import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { jsonSchema } from '../../src/export/jsonSchema.ts'
import { mostProblems } from '../../src/export/ownFile.ts'
import { longestSchemeFile, parseSchemeFile, SCHEME_FILE_SCHEMA, schemeFileSchema, writeSchemeFile } from '../../src/export/schemeFile.ts'
import { schemeProblemSentence } from '../../src/views/messages/schemes.ts'
import { anyScheme, polarityScheme, twoByTwo, wideScheme } from './schemeFixtures.ts'

/** JSON whose places are reached without asking whether they are there. */
type Loose = { [key: string]: Loose } & { splice: (at: number, count?: number) => void; push: (...items: readonly unknown[]) => void }

/** What is wrong with a file that `change` has spoilt, as `code path`. */
function spoilt(change: (scheme: Loose) => void, taken?: ReadonlySet<string>, of = wideScheme): readonly string[] {
  const file = JSON.parse(writeSchemeFile(of)) as Loose
  change(file.scheme!)
  const read = parseSchemeFile(JSON.stringify(file), taken)
  for (const problem of read.kind === 'scheme' ? [] : read.problems) {
    // the library's words are English, and about its own schemas
    for (const language of ['zh', 'en'] as const) expect(schemeProblemSentence(problem, language)).not.toMatch(/undefined|Expected|received|Array|Object|strict/)
  }
  return read.kind === 'scheme' ? [] : read.problems.map(({ code, path }) => `${code} ${path}`)
}

describe('a scheme file', () => {
  test.each([builtInScheme, polarityScheme, twoByTwo, wideScheme])('$id comes back as it was', (scheme) => {
    expect(parseSchemeFile(writeSchemeFile(scheme))).toEqual({ kind: 'scheme', scheme })
  })

  test('comes back as it was, whatever the scheme', () => {
    fc.assert(fc.property(anyScheme, (scheme) => {
      expect(parseSchemeFile(writeSchemeFile(scheme))).toEqual({ kind: 'scheme', scheme })
    }), { numRuns: 100 })
  })

  test('the example on the site can be used, and needs neither columns nor aliases', async () => {
    const example = await readFile('public/samples/polarity-scheme.json', 'utf8')
    const read = parseSchemeFile(example)
    expect(read).toMatchObject({ kind: 'scheme', scheme: { id: 'polarity', fields: [{ labels: [{ id: 'Positive' }, { id: 'Neutral' }, { id: 'Negative' }] }] } })
    const bare = JSON.parse(example, (key, value: unknown) => (key === 'columns' || key === 'aliases' ? undefined : value)) as unknown
    expect(parseSchemeFile(JSON.stringify(bare))).toMatchObject({ kind: 'scheme', scheme: { fields: [{ columns: [], labels: [{ aliases: [] }, {}, {}] }] } })
  })

  test('is what the published JSON Schema says', async () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Xianwai scheme file, version 1', ...jsonSchema(schemeFileSchema) }
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../../public/${SCHEME_FILE_SCHEMA}`)
  })
})

describe('a file that is no scheme says what is wrong, and where', () => {
  test.each<[string, string]>([
    ['', 'notJson'], ['{"format": "xianwai-sch', 'notJson'], ['[]', 'notScheme'], ['null', 'notScheme'], ['7', 'notScheme'], ['{"format": "xianwai-run", "version": 1}', 'notScheme'],
    ['['.repeat(100_000), 'notJson'], [' '.repeat(longestSchemeFile + 1), 'tooLarge'],
  ])('%#', (text, code) => {
    expect(parseSchemeFile(text)).toMatchObject({ kind: 'problems', problems: [{ path: '', code }] })
  })

  test.each<[string, (scheme: Loose) => void, readonly string[]]>([
    ['nothing', () => undefined, []],
    ['a missing key', (s) => delete (s.fields![1]!.labels![0] as { definition?: unknown }).definition, ['missing scheme.fields[1].labels[0].definition']],
    ['an unknown key', (s) => Object.assign(s.fields![0]!, { colour: 'red' }), ['unknownKey scheme.fields[0].colour']],
    ['a wrong type', (s) => Object.assign(s.name!, { zh: 3 }), ['type scheme.name.zh']],
    ['an unknown kind', (s) => Object.assign(s.fields![0]!, { kind: 'guessed' }), ['type scheme.fields[0].kind']],
    ['an empty definition', (s) => Object.assign(s.fields![0]!.definition!, { zh: '' }), ['empty scheme.fields[0].definition.zh']],
    ['one label', (s) => s.fields![0]!.labels!.splice(1), ['tooFew scheme.fields[0].labels']],
    ['too many labels', (s) => Object.assign(s.fields![0]!, { labels: Array.from({ length: 65 }, (_, at) => ({ id: `l${at}`, name: { zh: `号${at}`, en: `l${at}` }, definition: { zh: '义', en: 'd' } })) }), ['tooMany scheme.fields[0].labels']],
    ['a version of no number', (s) => Object.assign(s, { version: 1.5 }), ['wholeNumber scheme.version']],
    ['an id with a blank', (s) => Object.assign(s, { id: 'my scheme' }), ['schemeId scheme.id']],
    ['a field id with a point', (s) => Object.assign(s.fields![0]!, { id: 'a.b' }), ['fieldId scheme.fields[0].id']],
    ['a line break in a name', (s) => Object.assign(s.fields![0]!.labels![0]!.name!, { zh: '吃\n喝' }), ['reservedInName scheme.fields[0].labels[0].name.zh']],
    ['a heading’s mark in a name', (s) => Object.assign(s.fields![0]!.name!, { zh: '话题：' }), ['reservedInName scheme.fields[0].name.zh']],
    ['the end of a turn in a definition', (s) => Object.assign(s.fields![0]!.definition!, { zh: '好<|im_end|>坏' }), ['reservedInText scheme.fields[0].definition.zh']],
    ['an id that is taken', (s) => Object.assign(s, { id: 'stance-matrix' }), ['taken scheme.id']],
    ['a field’s id twice', (s) => Object.assign(s.fields![5]!, { id: 'topic' }), ['repeated scheme.fields[5].id']],
    ['a field’s name twice', (s) => Object.assign(s.fields![5]!.name!, { en: 'TOPIC' }), ['ambiguous scheme.fields[5].name.en']],
    ['a field called as every object is', (s) => Object.assign(s.fields![0]!, { id: 'constructor' }), ['reservedWord scheme.fields[0].id']],
    ['a field called as the text is', (s) => Object.assign(s.fields![0]!, { columns: ['Text'] }), ['reservedWord scheme.fields[0].columns[0]']],
    ['a label’s id twice', (s) => Object.assign(s.fields![0]!.labels![1]!, { id: 'Food' }), ['repeated scheme.fields[0].labels[1].id']],
    ['an alias of two labels', (s) => Object.assign(s.fields![0]!.labels![1]!, { aliases: ['ＦＯＯＤ。'] }), ['ambiguous scheme.fields[0].labels[1].aliases[0]']],
    ['a label of punctuation', (s) => Object.assign(s.fields![0]!.labels![1]!.name!, { en: '++' }), ['unreadable scheme.fields[0].labels[1].name.en']],
    ['a part that is no field', (s) => Object.assign(s.fields![4]!, { from: ['wil'] }), ['noField scheme.fields[4].from[0]']],
    ['a part that is derived itself', (s) => Object.assign(s.fields![4]!, { from: ['attitude'] }), ['notChosen scheme.fields[4].from[0]']],
    ['a part twice', (s) => Object.assign(s.fields![3]!, { from: ['tone', 'tone'] }), ['repeated scheme.fields[3].from[1]']],
    ['a hole in the table', (s) => s.fields![3]!.table!.splice(1, 1), ['tableHole scheme.fields[3].table']],
    ['a row twice', (s) => s.fields![3]!.table!.push(s.fields![3]!.table![0]!), ['repeated scheme.fields[3].table[4]']],
    ['a row that is too short', (s) => s.fields![4]!.table!.push({ given: [], label: 'Plus' }), ['rowLength scheme.fields[4].table[2].given']],
    ['a row’s label that is none', (s) => Object.assign(s.fields![3]!.table![0]!, { label: 'Fair' }), ['noLabel scheme.fields[3].table[0].label']],
    ['a row of a label that is none', (s) => Object.assign(s.fields![4]!.table![0]!, { given: ['Fair'] }), ['noLabel scheme.fields[4].table[0].given[0]', 'tableHole scheme.fields[4].table']],
    ['a matrix that is no field', (s) => Object.assign(s, { matrix: 'grid' }), ['noField scheme.matrix']],
    ['a matrix that is chosen', (s) => Object.assign(s, { matrix: 'tone' }), ['matrixNotDerived scheme.matrix']],
    ['a matrix with a label in two cells', (s) => Object.assign(s.fields![3]!.table![0]!, { label: 'Sly' }), ['matrixRepeats scheme.fields[3].table[1].label']],
    ['a matrix of one part', (s) => Object.assign(s, { matrix: 'valence' }), ['matrixParts scheme.matrix']],
  ])('%s', (_, change, problems) => {
    expect(spoilt(change, new Set(['stance-matrix']))).toEqual(problems)
  })

  test('all problems at once, in the file’s order, and not without end', () => {
    expect(spoilt((s) => {
      Object.assign(s.fields![0]!.labels![1]!, { id: 'Food' })
      Object.assign(s, { matrix: 'tone' })
    })).toEqual(['repeated scheme.fields[0].labels[1].id', 'matrixNotDerived scheme.matrix'])
    const many = spoilt((s) => s.fields!.push(...Array.from({ length: 10 }, () => ({ kind: 'chosen', labels: Array.from({ length: 60 }, () => ({})) }))))
    expect(many).toHaveLength(mostProblems)
  })

  test.each<[string, (scheme: Loose) => void, readonly string[]]>([
    ['in shape and in meaning', (s) => {
      Object.assign(s.name!, { zh: 3 })
      Object.assign(s.fields![0]!.labels![1]!, { id: 'Food' })
      delete (s.fields![1]!.labels![0] as { definition?: unknown }).definition
      s.fields![3]!.table!.splice(1, 1)
      Object.assign(s, { matrix: 'tone' })
    }, ['type scheme.name.zh', 'repeated scheme.fields[0].labels[1].id', 'missing scheme.fields[1].labels[0].definition', 'tableHole scheme.fields[3].table', 'matrixNotDerived scheme.matrix']],
    ['behind an unknown kind', (s) => Object.assign(s.fields![3]!, { kind: 'dervied', name: { zh: '', en: 'A' }, from: ['tone', 'wil'] }), ['type scheme.fields[3].kind', 'empty scheme.fields[3].name.zh', 'noField scheme.fields[3].from[1]']],
    ['every unknown key', (s) => Object.assign(s.fields![0]!, { colour: 'red', hue: 1 }), ['unknownKey scheme.fields[0].colour', 'unknownKey scheme.fields[0].hue']],
    ['a length behind a wrong item', (s) => Object.assign(s.fields![0]!, { labels: [7] }), ['type scheme.fields[0].labels[0]', 'tooFew scheme.fields[0].labels']],
    ['nothing that rests on what is wrong itself', (s) => {
      Object.assign(s.fields![1]!.labels![0]!, { id: 7 })
      Object.assign(s.fields![5]!, { id: 'a.b' })
      Object.assign(s, { matrix: 'grid' })
    }, ['type scheme.fields[1].labels[0].id', 'fieldId scheme.fields[5].id']],
  ])('at once: %s', (_, change, problems) => {
    expect(spoilt(change)).toEqual(problems)
  })

  test('with the line of the file', () => {
    const text = writeSchemeFile(polarityScheme)
    const lines = text.split('\n')
    const at = lines.findIndex((line) => line.includes('"kind": "chosen"'))
    const read = parseSchemeFile(text.replace('"kind": "chosen"', '"kind": ["chosen"]'))
    expect(read).toEqual({ kind: 'problems', problems: [{ path: 'scheme.fields[0].kind', line: at + 1, code: 'type', detail: { wanted: 'oneOf', values: '"chosen", "derived"', found: 'list' } }] })
    if (read.kind !== 'problems') return
    expect(schemeProblemSentence(read.problems[0]!, 'zh')).toBe('这里应是 "chosen" 或 "derived"，却是列表（写在 [ ] 里）。请改成其中一个。')
    expect(schemeProblemSentence(read.problems[0]!, 'en')).toBe('It should be "chosen" or "derived" and is a list (within [ ]). Write one of them.')
  })

  test.each([
    ['fields', '{}', '这里应是列表（写在 [ ] 里），却是一组名字和值（写在 { } 里）。请改过来。', 'It should be a list (within [ ]) and is names with values (within { }). Change it.'],
    ['version', '"1"', '这里应是数字，却是"1"。请改过来。', 'It should be a number and is "1". Change it.'],
    ['name', 'null', '这里应是一组名字和值（写在 { } 里），却是空的（null）。请改过来。', 'It should be names with values (within { }) and is empty (null). Change it.'],
  ])('%s as %s is told in the reader’s own words', (key, value, zh, en) => {
    const file = JSON.parse(writeSchemeFile(polarityScheme)) as { scheme: Record<string, unknown> }
    file.scheme[key] = JSON.parse(value)
    const read = parseSchemeFile(JSON.stringify(file))
    const [problem] = read.kind === 'problems' ? read.problems : []
    expect(problem).toMatchObject({ path: `scheme.${key}` })
    expect([schemeProblemSentence(problem!, 'zh'), schemeProblemSentence(problem!, 'en')]).toEqual([zh, en])
  })

  test('any JSON gives a scheme or problems, and never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      const read = parseSchemeFile(JSON.stringify(value))
      expect(read.kind).toBe('problems')
      if (read.kind === 'problems') expect(read.problems.length).toBeGreaterThan(0)
    }), { numRuns: 300 })
  })

  test('a scheme with anything in any place gives a scheme or problems, and never throws', () => {
    fc.assert(fc.property(anyScheme, fc.infiniteStream(fc.nat()), fc.oneof(fc.jsonValue(), fc.constantFrom('__proto__', 'constructor', '<|im_start|>', '\u0000', 'x'.repeat(1_000))), (scheme, draw, value) => {
      const file = JSON.parse(writeSchemeFile(scheme)) as Record<string, unknown>
      let place: Record<string, unknown> = file
      for (let depth = 0; depth < 12; depth++) {
        const keys = Object.keys(place)
        if (keys.length === 0) break
        const key = keys[(draw.next().value as number) % keys.length]!
        const below = place[key]
        if (typeof below !== 'object' || below === null || (draw.next().value as number) % 6 === 0) {
          Object.defineProperty(place, key, { value, enumerable: true })
          break
        }
        place = below as Record<string, unknown>
      }
      const read = parseSchemeFile(JSON.stringify(file))
      if (read.kind === 'problems') expect(read.problems.every(({ path }) => path === '' || path.startsWith('scheme') || path === '$schema' || path === 'version')).toBe(true)
      else expect(parseSchemeFile(writeSchemeFile(read.scheme))).toEqual(read)
    }), { numRuns: 200 })
  })
})
