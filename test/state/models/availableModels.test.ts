import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { polarityScheme } from '../../export/schemeFixtures.ts'
import { readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openedFolders, readEmbedded } from '../../../src/state/models/availableModels.ts'
import { classifierChoice, classifierChoices } from '../../../src/state/models/classifierChoices.ts'
import { toyFolder } from '../toyWorker.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a folder called as a model of the site has an id of its own, also in what a plan pins', async () => {
  vi.stubGlobal('fetch', async (url: URL) => new Response(await readFile(`public${url.pathname}`)))
  const site = (await readEmbedded('https://site.test/')).map(({ id }) => id)
  expect(site).toContain('xianwai-lm')
  const folder = await openedFolders.add(toyFolder('xianwai-lm', {}))
  expect(site).not.toContain(folder.id)
  expect(folder.refFor('q8', 'wasm')).toMatchObject({ id: folder.id, origin: 'folder' })
  const other = await openedFolders.add(toyFolder('qwen', {}))
  expect(other.id).toBe('qwen')
  const again = await openedFolders.add(toyFolder('xianwai-lm', {}))
  expect(again.id).toBe(folder.id)
  expect(openedFolders.get()).toEqual([other, again])
})

test('what one folder’s outputs stand for is not said of another folder of the same name', async () => {
  const bert = await openedFolders.add(toyFolder('bert', {}, { kind: 'classifier', outputs: ['LABEL_0', 'LABEL_1'] }))
  const outputs = [{ field: 'explicit', label: 'Positive' }, { field: 'explicit', label: 'Negative' }]
  classifierChoices.choose(bert, builtInScheme, { outputs, context: true })
  expect(classifierChoice(bert, builtInScheme)).toEqual({ outputs, context: true })
  const other = await openedFolders.add(toyFolder('bert', {}, { kind: 'classifier', outputs: ['LABEL_0', 'LABEL_1'] }))
  expect(classifierChoice(other, builtInScheme)).toEqual({ outputs: [null, null], context: false })
  expect(classifierChoice(bert, polarityScheme)).toEqual({ outputs: [null, null], context: false })
  const polarity = [{ field: 'polarity', label: 'Good' }, { field: 'polarity', label: 'Bad' }]
  classifierChoices.choose(bert, polarityScheme, { outputs: polarity, context: false })
  expect([classifierChoice(bert, polarityScheme).outputs, classifierChoice(bert, builtInScheme).outputs]).toEqual([polarity, outputs])
  // the scheme was replaced by one that has not all of its labels
  const [field] = polarityScheme.fields
  expect(classifierChoice(bert, { ...polarityScheme, fields: [{ ...field!, labels: field!.labels.slice(0, 2) }] }).outputs).toEqual([polarity[0], null])
})
