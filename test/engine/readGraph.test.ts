import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { EngineError } from '../../src/engine/engine.ts'
import { parseModelConfig } from '../../src/engine/modelConfig.ts'
import { ModelReader } from '../../src/engine/modelReader.ts'
import { type ReadGraph, readGraph } from '../../src/engine/readGraph.ts'
import { fixtures } from './fixtureSession.ts'

vi.mock('onnxruntime-web/webgpu', () => import('onnxruntime-web'))

const folder = join(fixtures, 'parts')
const config = parseModelConfig(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')))

/** The fixture whose weights lie in two files, as a picked folder; `change` is done to one of them. */
function read(name = '', change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | null = (bytes) => bytes): Promise<ReadGraph> {
  const files = Object.fromEntries(readdirSync(join(folder, 'onnx')).flatMap((each) => {
    const bytes = new Uint8Array(readFileSync(join(folder, 'onnx', each)))
    const left = each === name ? change(bytes) : bytes
    return left ? [[`onnx/${each}`, new File([left], each)]] : []
  }))
  return readGraph(new ModelReader({ kind: 'files', files }, [], () => undefined), 'onnx/model.onnx', config, true, 'wasm')
}

test('every file that weights lie in is mounted under the name that the graph has for it', async () => {
  const { mounted, tree, left } = await read()
  expect(mounted.map(({ path }) => path).sort()).toEqual(['model.onnx', 'model.onnx_data', 'model.onnx_data_1'])
  expect({ tree, left }).toEqual({ tree: true, left: [] })
})

test.each([
  ['missing', 'missingFile', () => null],
  ['cut short', 'truncatedFile', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -1)],
])('the second of two files is %s: it is named', async (_, code, change) => {
  const error: unknown = await read('model.onnx_data_1', change).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(EngineError)
  expect(error).toMatchObject({ code, file: 'onnx/model.onnx_data_1' })
})
