import * as Comlink from 'comlink'
import { engineEndpoint } from '../src/engine/engineEndpoint.ts'
import { InferenceEngine } from '../src/engine/inferenceEngine.ts'

// exposed before anything is awaited, or the first call is lost
Comlink.expose(engineEndpoint((baseUrl, onLost) => new InferenceEngine(baseUrl, onLost)))
