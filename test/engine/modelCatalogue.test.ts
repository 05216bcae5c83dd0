import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cardRef } from '../../src/engine/modelCard.ts'
import { embeddedModels } from '../../src/engine/modelCatalogue.ts'

const address = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : input.toString())

const base = 'http://site/app/index.html'

/** A site that has these files; every other address gets `otherwise`. */
function site(files: Readonly<Record<string, string>>, otherwise = new Response('', { status: 404 })): typeof fetch {
  return (input) => {
    const path = address(input).replace('http://site/app/', '')
    return Promise.resolve(Object.hasOwn(files, path) ? new Response(files[path]) : otherwise.clone())
  }
}

describe('embeddedModels', () => {
  test.skipIf(!existsSync('public/models/index.json'))('reads what this site embeds', async () => {
    const cards = await embeddedModels(base, (input) =>
      Promise.resolve(new Response(readFileSync(address(input).replace('http://site/app/', 'public/'), 'utf8'))))
    expect(cards.map(({ kind }) => kind).sort()).toEqual(['causal', 'classifier'])
    for (const card of cards) {
      expect(cardRef(card, 'wasm', 'rewritten')).toMatchObject({ id: card.id, origin: 'embedded', graph: 'rewritten' })
      expect(card.files.length).toBeGreaterThan(3)
    }
  })

  test('a site without models has none, also where the host answers with its own page', async () => {
    expect(await embeddedModels(base, site({}))).toEqual([])
    expect(await embeddedModels(base, site({}, new Response('<!doctype html><title>404</title>')))).toEqual([])
  })

  test('names the file that is missing or broken', async () => {
    const index = { 'models/index.json': '{"models": ["a"]}' }
    await expect(embeddedModels(base, site(index))).rejects.toMatchObject({ code: 'missingFile', file: 'models/a/model.json' })
    await expect(embeddedModels(base, site({ ...index, 'models/a/model.json': '{"id": ' }))).rejects.toMatchObject({ code: 'notJson' })
    await expect(embeddedModels(base, site({ ...index, 'models/a/model.json': '{"id": "a"}' }))).rejects.toMatchObject({ code: 'notJson', file: 'models/a/model.json' })
    await expect(embeddedModels(base, site({ 'models/index.json': '[]' }))).rejects.toMatchObject({ code: 'notJson', file: 'models/index.json' })
  })
})
