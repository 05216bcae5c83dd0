import { createSHA256 } from 'hash-wasm'
import type { ModelFile } from '../domain/model.ts'
import type { Bytes } from '../domain/units.ts'
import { EngineError, type LoadProgress, type ModelSource } from './engine.ts'
import { checkHead, headBytes, parseJsonFile } from './fileChecks.ts'

/** What a file was when it was read. */
export interface ReadFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly file: Required<ModelFile>
}

/**
 * Reads a model's files, each once, with progress over all of them, and checks that each is what it should be: its size and hash where
 * the plan or the card knows them, else that it is a file at all.
 */
export class ModelReader {
  readonly #source: ModelSource
  readonly #expected: ReadonlyMap<string, ModelFile>
  readonly #onProgress: (progress: LoadProgress) => void
  readonly #read: Required<ModelFile>[] = []
  #loaded: Bytes = 0
  #total: Bytes = 0
  #told = 0

  constructor(source: ModelSource, expected: readonly ModelFile[], onProgress: (progress: LoadProgress) => void) {
    this.#source = source
    this.#expected = new Map(expected.map((file) => [file.path, file]))
    this.#onProgress = onProgress
  }

  /** Paths of the files there are, as far as is known. */
  get paths(): readonly string[] {
    return this.#source.kind === 'files' ? Object.keys(this.#source.files) : [...this.#expected.keys()]
  }

  /** What was read so far. */
  get files(): readonly Required<ModelFile>[] {
    return this.#read
  }

  has(path: string): boolean {
    return this.#source.kind === 'files' ? Object.hasOwn(this.#source.files, path) : this.#expected.has(path)
  }

  /** Says beforehand what will be read, so that progress has a total. */
  announce(paths: readonly string[]): void {
    this.#total = paths.reduce((sum, path) => sum + this.#size(path), 0)
    this.#tell(undefined, true)
  }

  /** @throws EngineError where the file is missing, cut short, or not what it says. */
  async read(path: string): Promise<ReadFile> {
    const stream = await this.#open(path)
    const size = this.#size(path)
    const hasher = await createSHA256()
    hasher.init()
    let bytes = new Uint8Array(size)
    let at = 0
    let checked = false
    const reader = stream.getReader()
    for (;;) {
      const chunk = await reader.read().catch((error: unknown) => {
        throw new EngineError('truncatedFile', `${path} could not be read to its end: ${String(error)}`, path)
      })
      if (chunk.done) break
      if (at + chunk.value.length > bytes.length) bytes = grown(bytes, at, at + chunk.value.length)
      bytes.set(chunk.value, at)
      hasher.update(chunk.value)
      at += chunk.value.length
      if (!checked && at >= Math.min(headBytes, size)) {
        checkHead(path, bytes.subarray(0, Math.min(at, headBytes)), at)
        checked = true
      }
      this.#loaded += chunk.value.length
      this.#tell(path, false)
    }
    checkHead(path, bytes.subarray(0, Math.min(at, headBytes)), at)
    const file = { path, bytes: at, sha256: hasher.digest() }
    this.#check(file)
    this.#read.push(file)
    this.#tell(path, true)
    return { bytes: at === bytes.length ? bytes : bytes.slice(0, at), file }
  }

  /** @throws as `read` does, and where the file is not JSON. */
  async readJson(path: string): Promise<unknown> {
    return parseJsonFile(path, await this.readText(path))
  }

  async readText(path: string): Promise<string> {
    return new TextDecoder().decode((await this.read(path)).bytes)
  }

  #check(file: Required<ModelFile>): void {
    const expected = this.#expected.get(file.path)
    if (!expected) return
    if (file.bytes < expected.bytes) {
      throw new EngineError('truncatedFile', `${file.path} has ${file.bytes} of ${expected.bytes} bytes`, file.path)
    }
    if (file.bytes !== expected.bytes || (expected.sha256 !== undefined && file.sha256 !== expected.sha256)) {
      throw new EngineError('wrongHash', `${file.path} is not the file it should be: its SHA-256 is ${file.sha256}`, file.path)
    }
  }

  async #open(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    if (this.#source.kind === 'files') {
      const file = this.#source.files[path]
      if (!file) throw new EngineError('missingFile', `${path} is missing`, path)
      return file.stream()
    }
    const response = await fetch(new URL(path, this.#source.url)).catch((error: unknown) => {
      throw new EngineError('missingFile', `${path} cannot be fetched: ${String(error)}`, path)
    })
    if (!response.ok || !response.body) {
      throw new EngineError('missingFile', `${path} is missing on the server (it answers ${response.status})`, path)
    }
    return response.body
  }

  #size(path: string): Bytes {
    if (this.#source.kind === 'files') return this.#source.files[path]?.size ?? 0
    return this.#expected.get(path)?.bytes ?? 0
  }

  /** Ten times a second is enough for a bar. */
  #tell(file: string | undefined, always: boolean): void {
    const now = performance.now()
    if (!always && now - this.#told < 100) return
    this.#told = now
    this.#onProgress({ stage: 'read', ...(file === undefined ? {} : { file }), loaded: this.#loaded, total: Math.max(this.#total, this.#loaded) })
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, used: Bytes, needed: Bytes): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(needed, Math.min(bytes.length * 2, bytes.length + 2 ** 26)))
  larger.set(bytes.subarray(0, used))
  return larger
}
