/**
 * What a record costs the engine: node bench/engineRecords.mjs [--model FOLDER] [--dtype int8] [--records 4] [--samples FILE.jsonl] [--threads 1] [--forks]
 *
 * The model is any folder in the hub's layout (../shared/models/build-qwen.py makes a real one). Arms are interleaved in one browser; each figure
 * is the better of two. Prints a JSON line a record, and one with the means.
 */
import { runnerImport } from 'vite'

await runnerImport('./bench/engineRecords.ts', { configFile: false, logLevel: 'error' })
process.exit(0)
