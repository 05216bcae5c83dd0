import * as Comlink from 'comlink'
import { vi } from 'vitest'
import { contentHash } from '../../src/domain/contentHash.ts'
import type { Prompt } from '../../src/domain/prompt.ts'
import type { AnswerRequest, AnswerResult, LoadProgress, LoadRequest, WalkedModel } from '../../src/engine/engine.ts'
import type { WorkerEngine } from '../../src/engine/engineClient.ts'
import { engineEndpoint } from '../../src/engine/engineEndpoint.ts'
import type { FolderModel } from '../../src/engine/modelFolder.ts'
import { ModelReader } from '../../src/engine/modelReader.ts'
import type { Services } from '../../src/state/services.ts'
import { ToyEngine, type ToyOptions } from '../run/toyEngine.ts'

/** Reads and checks its files as the real engine does; they are in its answers, as weights are. */
class FolderEngine extends ToyEngine implements WorkerEngine {
  private weights = ''
  private readonly late: boolean
  private before: ((text: string) => void) | undefined

  constructor(options: PageOptions) {
    super(options)
    this.late = options.late ?? false
  }

  probe(): Promise<readonly Float32Array[]> {
    return Promise.resolve([])
  }

  override async load(request: LoadRequest, onProgress: (progress: LoadProgress) => void): Promise<WalkedModel> {
    const reader = new ModelReader(request.source, request.ref.files, onProgress)
    for (const path of reader.paths) await reader.read(path)
    this.weights = contentHash(reader.files.map(({ sha256 }) => sha256))
    return super.load({ ...request, ref: { ...request.ref, files: reader.files } }, onProgress)
  }

  override generate(...[request, onText]: Parameters<ToyEngine['generate']>): ReturnType<ToyEngine['generate']> {
    if (this.late) this.before?.('late')
    this.before = onText
    return super.generate(request, onText)
  }

  override answer(request: AnswerRequest): Promise<AnswerResult> {
    const [first, ...others] = request.prompt.messages
    const prompt: Prompt = { ...request.prompt, messages: [{ ...first!, content: this.weights + first!.content }, ...others] }
    return super.answer({ ...request, prompt })
  }
}

interface PageOptions extends ToyOptions {
  /** What was written is told again when the next answer has begun. */
  readonly late?: boolean
}

/** A page without embedded models whose workers hold toys. Each call is another page. */
export function toyPage(options: PageOptions = {}): Services {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })))
  vi.stubGlobal('document', { baseURI: 'https://site.test/' })
  const none = () => {
    throw new Error('not needed')
  }
  const startInference = (): Worker => {
    const { port1, port2 } = new MessageChannel()
    Comlink.expose(engineEndpoint(() => new FolderEngine(options)), port2)
    const terminate = () => {
      port1.close()
      port2.close()
    }
    return Object.assign(port1, { terminate }) as never
  }
  return { siteUrl: 'https://site.test/', startInference, startImport: none, startEvidence: none, startMetrics: none }
}

/** A folder with a language model in it, as `readModelFolder` finds it. */
export function toyFolder(name: string, files: Readonly<Record<string, string>>, over: Partial<FolderModel> = {}): FolderModel {
  const source = { kind: 'files', files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, new File([text], path)])) } as const
  return {
    name,
    kind: 'causal',
    contextLength: 1_000_000,
    outputs: [],
    graphs: [{ dtype: 'q8', path: 'model.bin', bytes: 1, problem: null }],
    source,
    refFor: (dtype, device, graph) => ({ id: name, kind: 'causal', origin: 'folder', revision: null, files: [], dtype, device, graph }),
    ...over,
  }
}
