/** What the engine's browser tests and measurements call from outside: the engine's client with the real worker, and the real prompts. */
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { CausalGraph } from '../../../src/engine/causalGraph.ts'
import { EngineError } from '../../../src/engine/engine.ts'
import { type EngineOptions, startEngine } from '../../../src/engine/engineClient.ts'
import { ForkSession } from '../../../src/engine/forkSession.ts'
import { expectedGraphPath } from '../../../src/engine/graphFiles.ts'
import { loadModel, probeModel, startModel } from '../../../src/engine/loadModel.ts'
import { cardRef } from '../../../src/engine/modelCard.ts'
import { embeddedModels, modelUrl } from '../../../src/engine/modelCatalogue.ts'
import { readModelFolder } from '../../../src/engine/modelFolder.ts'
import { TreeSession } from '../../../src/engine/treeSession.ts'
import { answerTree } from '../../../src/prompt/answerTree.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import { promptFor, sentinels } from '../../../src/prompt/messages.ts'
import workerUrl from '../../../workers/inference.ts?worker&url'
import { startWorker } from '../../../workers/startWorker.ts'

const paths = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'chat_template.jinja']

/** A model's files as a picked folder would hold them, for one dtype. */
async function fetchFiles(folder: string, dtype: string): Promise<Record<string, File>> {
  const files: Record<string, File> = {}
  for (const path of [...paths, expectedGraphPath(dtype), `${expectedGraphPath(dtype)}_data`]) {
    const response = await fetch(folder + path)
    if (response.ok) files[path] = new File([await response.blob()], path)
  }
  return files
}

export const xw = {
  start: (options?: EngineOptions) => startEngine(() => startWorker(workerUrl, 'inference'), options),
  startMissing: () => startEngine(() => startWorker('./nowhere.js', 'missing')),
  plainError: (error: unknown) => (error instanceof EngineError ? { code: error.code, message: error.message, file: error.file } : error === null ? null : { code: error instanceof Error ? error.message : typeof error }),
  fetchFiles,
  scheme: builtInScheme,
  methods: builtInMethods,
  pickedFiles: () => [...document.querySelector<HTMLInputElement>('#folder')!.files!],
  answerTree,
  cardRef,
  embeddedModels,
  modelUrl,
  promptFor,
  readModelFolder,
  sentinels,
  // in the page itself, for what the client does not show
  loadModel,
  probeModel,
  startModel,
  CausalGraph,
  ForkSession,
  TreeSession,
}

window.xw = xw
