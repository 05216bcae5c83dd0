/** What the engine's browser tests and the measuring script call from outside: the engine's client with the real worker, and the real prompts. */
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { startEngine } from '../../../src/engine/engineClient.ts'
import * as engineClient from '../../../src/engine/engineClient.ts'
import * as modelFolder from '../../../src/engine/modelFolder.ts'
import * as modelCatalogue from '../../../src/engine/modelCatalogue.ts'
import * as modelCard from '../../../src/engine/modelCard.ts'
import { startModel, walk } from '../../../src/engine/loadModel.ts'
import { ForkSession } from '../../../src/engine/forkSession.ts'
import { CausalGraph } from '../../../src/engine/causalGraph.ts'
import * as answerTree from '../../../src/prompt/answerTree.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import * as messages from '../../../src/prompt/messages.ts'
import { startWorker } from '../../../workers/startWorker.ts'
import workerUrl from '../../../workers/inference.ts?worker&url'

const xw = {
  start: (options?: engineClient.EngineOptions) => startEngine(() => startWorker(workerUrl, 'inference'), options),
  scheme: builtInScheme,
  methods: builtInMethods,
  startModel,
  walk,
  ForkSession,
  CausalGraph,
  ...modelFolder,
  ...modelCatalogue,
  ...modelCard,
  ...answerTree,
  ...messages,
  pickedFiles: () => [...document.querySelector<HTMLInputElement>('#folder')!.files!],
}

declare global {
  interface Window {
    xw: typeof xw
  }
}
window.xw = xw
