import { expect, test } from 'vitest'

/** Every file of the catalogue. */
const modules = import.meta.glob<Record<string, unknown>>(['../../src/views/messages/*.ts', '!**/useMessages.ts', '!**/counted.ts', '!**/errors.ts'])

test.each(Object.entries(modules))('%s has the same keys in both languages, and no empty sentence', async (_, load) => {
  const catalogues = Object.values(await load()).filter(isCatalogue)
  expect(catalogues.length).toBeGreaterThan(0)
  for (const { zh, en } of catalogues) {
    expect(keysOf(en)).toEqual(keysOf(zh))
    expect([...sentences(zh), ...sentences(en)].filter(([, text]) => text.trim() === '')).toEqual([])
    expect(sentences(en).filter(([key, text]) => /\p{Script=Han}/u.test(text) && !allowed.some((name) => text.includes(name) || key.endsWith(name)))).toEqual([])
    expect(sentences(zh).length).toBe(sentences(en).length)
  }
})

/** Chinese that belongs into English sentences: the name, the other language's, headings of a prompt file, a sentence to try. */
const allowed = ['弦外', '中文', '【目标句】', 'exampleSentence', 'exampleContext']

interface Catalogue {
  readonly zh: object
  readonly en: object
}

function isCatalogue(value: unknown): value is Catalogue {
  return typeof value === 'object' && value !== null && 'zh' in value && 'en' in value
}

/** Paths of all keys; a function's counts by its name and number of arguments. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return [`${path}(${value.length})`]
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, child]) => keysOf(child, `${path}.${key}`)).sort()
}

/** Plain strings with their paths; what functions make is not known without their arguments. */
function sentences(value: unknown, path = ''): (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => sentences(child, `${path}.${key}`))
}
