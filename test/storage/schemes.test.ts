import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { createDataset, deleteDataset } from '../../src/storage/datasets.ts'
import { observeSchemes, readScheme, removeScheme, saveScheme, SchemeInUse } from '../../src/storage/schemes.ts'
import { polarityScheme, twoByTwo, wideScheme } from '../export/schemeFixtures.ts'
import { dataset } from './fixtures.ts'

function kept(): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const leave = observeSchemes().subscribe((schemes) => {
      resolve(schemes.map(({ id }) => id))
      setTimeout(() => leave())
    }, reject)
  })
}

async function labelledBy(id: string, schemeId: string): Promise<void> {
  const none = { rows: 0, samples: 0, problems: 0, notices: 0 }
  const writer = await createDataset({ ...dataset(id, none), schemeId })
  await writer.finish({ ...dataset(id, none), schemeId })
}

test('schemes come back as they were; the built-in one is always there and never stored', async () => {
  for (const scheme of [twoByTwo, wideScheme, polarityScheme]) await saveScheme(scheme)
  expect((await kept()).slice().sort()).toEqual(['three', 'two-by-two', 'wide'])
  for (const scheme of [twoByTwo, wideScheme, polarityScheme]) expect(await readScheme(scheme.id)).toEqual(scheme)
  expect(await readScheme(builtInScheme.id)).toBe(builtInScheme)
  expect(await readScheme('nobody')).toBeUndefined()
  await expect(saveScheme(builtInScheme)).rejects.toThrow('built-in')
})

test('a scheme that data is labelled by is neither replaced nor removed; the same again is no change', async () => {
  await saveScheme(polarityScheme)
  const other = { ...polarityScheme, version: 2 }
  await saveScheme(other)
  expect(await readScheme('three')).toEqual(other)
  await labelledBy('labelled', 'three')
  await saveScheme({ fields: other.fields, name: other.name, version: 2, id: 'three' })
  await expect(saveScheme(polarityScheme)).rejects.toThrow(SchemeInUse)
  await expect(removeScheme('three')).rejects.toMatchObject({ scheme: 'three', datasets: [dataset('labelled').name] })
  expect(await readScheme('three')).toEqual(other)
  await deleteDataset('labelled')
  await removeScheme('three')
  expect(await readScheme('three')).toBeUndefined()
})
