import { describe, expect, test } from 'vitest'
import type { Dataset } from '../../../src/domain/dataset.ts'
import { OverlapReader } from '../../../src/state/results/overlapReader.ts'
import { memorySource, planOf, prediction, sample } from './fixtures.ts'

const tested = ['a', 'b'].map((id) => sample(id, 'Positive', { text: `这是第 ${id} 个样本的目标句，它够长了` }))
const key = { plan: 'plan', run: 'run', reading: planOf(tested).reading, version: '1' }
const ids = tested.map(({ id }) => id)

describe('OverlapReader', () => {
  test('looks again where data sets were changed: what was dev may be dev no more', async () => {
    const dataset: Dataset = {
      id: 'dev', name: 'dev', hash: 'other', schemeId: planOf(tested).scheme.id, rows: 2, samples: 2, problems: 0, notices: 0,
      source: { file: 'd.csv', bytes: 1, format: 'csv', encoding: null, mapping: {} }, importedAt: 1, demonstration: false,
    }
    const parted = (dev: string): Dataset => ({ ...dataset, roles: { kind: 'column', column: 'tier', dev: [dev], samples: { dev: 1, test: 1 } } })
    const samples = [sample('c', null, { text: tested[0]!.text, tier: 'x' }), sample('d', null, { text: tested[1]!.text, tier: 'y' })]
    let now = parted('x')
    const reads: string[] = []
    const reader = new OverlapReader(memorySource(tested, { run: ids.map((id) => prediction(id)) }, {}), {
      siteUrl: 'https://site.test/', readFile: () => Promise.reject(new Error('no file')), readDatasetsState: () => Promise.resolve(JSON.stringify(now.roles)),
      readDataset: (id) => {
        reads.push(id)
        return Promise.resolve({ dataset: now, samples })
      },
    })
    const found = async (wanted: readonly string[] | null) => [...(await reader.found(key, 'dev', ids, () => Promise.resolve(tested), wanted)).bits!]
    expect([await found(null), await found(ids)]).toEqual([[2, 0], [2, 0]])
    now = parted('y')
    expect([await found(null), await found(ids)]).toEqual([[0, 2], [0, 2]])
    expect(reads).toEqual(['dev', 'dev'])
  })
})
