import * as ort from 'onnxruntime-web/webgpu'
import type { Device } from '../domain/model.ts'
import { EngineError } from './engine.ts'

export type Session = ort.InferenceSession
export type Tensor = ort.Tensor
export const { Tensor } = ort

/** A file that a graph's external tensors lie in, under the name by which the graph calls it. */
export interface Mounted {
  readonly path: string
  readonly data: Uint8Array
}

/**
 * Points the runtime at this site's own files: its default is a CDN. The plain build is half the size and faster to start; only WebGPU
 * needs the other.
 * @param baseUrl of the site. @param threads of WASM; undefined leaves it to the runtime.
 */
export function configureRuntime(baseUrl: string, device: Device, threads: number | undefined): void {
  const build = device === 'webgpu' ? 'ort-wasm-simd-threaded.asyncify' : 'ort-wasm-simd-threaded'
  ort.env.wasm.wasmPaths = { mjs: new URL(`ort/${build}.mjs`, baseUrl).href, wasm: new URL(`ort/${build}.wasm`, baseUrl).href }
  if (threads !== undefined) ort.env.wasm.numThreads = globalThis.crossOriginIsolated ? threads : 1
  ort.env.logLevel = 'error'
}

/**
 * @param onGpu names of outputs that stay in the device's memory.
 * @throws EngineError: outOfMemory, notOnnx (naming the file), or failed.
 */
export async function createSession(
  graph: Uint8Array,
  path: string,
  device: Device,
  mounted: readonly Mounted[],
  onGpu: readonly string[] = [],
): Promise<Session> {
  try {
    return await ort.InferenceSession.create(graph, {
      executionProviders: [device],
      externalData: mounted.map(({ path, data }) => ({ path, data })),
      ...(device === 'webgpu' && onGpu.length > 0
        ? { preferredOutputLocation: Object.fromEntries(onGpu.map((name) => [name, 'gpu-buffer' as const])) }
        : {}),
    })
  } catch (error) {
    throw explained(error, path)
  }
}

function explained(error: unknown, path: string): EngineError {
  const message = error instanceof Error ? error.message : String(error)
  if (/out of memory|bad_alloc|failed to allocate|memory access out of bounds|Array buffer allocation/i.test(message)) {
    return new EngineError('outOfMemory', `not enough memory for ${path}: ${message}`, path)
  }
  if (/protobuf|not a valid|INVALID_PROTOBUF|ERROR_CODE: 7/i.test(message)) {
    return new EngineError('notOnnx', `${path} is not an ONNX graph: ${message}`, path)
  }
  if (/external data|ModelDataReader|Module.MountedFiles/i.test(message)) {
    return new EngineError('missingFile', `the weights of ${path} are missing: ${message}`, path)
  }
  if (/not implemented|No Op registered|not a registered function|NOT_IMPLEMENTED|ERROR_CODE: 9/i.test(message)) {
    return new EngineError('unsupportedArchitecture', `${path} uses what this runtime does not know: ${message}`, path)
  }
  return new EngineError('failed', `${path} could not be started: ${message}`, path)
}

/** The adapter's leave to use a dtype. @throws EngineError (deviceUnavailable) saying what is lacking. */
export async function checkWebGpu(dtype: string): Promise<void> {
  if (!('gpu' in navigator)) throw new EngineError('deviceUnavailable', 'this browser has no WebGPU')
  const adapter = await navigator.gpu.requestAdapter()
  if (!adapter) throw new EngineError('deviceUnavailable', 'the browser offers no WebGPU adapter')
  if (['fp16', 'q4f16'].includes(dtype) && !adapter.features.has('shader-f16')) {
    throw new EngineError('deviceUnavailable', `the graphics adapter cannot compute in 16 bits (shader-f16), which ${dtype} needs`)
  }
  if (['q8', 'int8', 'uint8'].includes(dtype)) {
    throw new EngineError('deviceUnavailable', `${dtype} is for WASM: on WebGPU it gives wrong answers`)
  }
}

/** Calls back when the graphics device is lost; the engine is spent then. */
export function onDeviceLost(lost: (reason: string) => void): void {
  // declared as a promise, and is the device itself in today's build
  void Promise.resolve(ort.env.webgpu.device).then((device) => device.lost).then(({ reason, message }) => {
    if (reason !== 'destroyed') lost(message)
  })
}
