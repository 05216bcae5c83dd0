import { expose } from 'comlink'
import { describe, expect, it } from 'vitest'
import { WorkerLost } from '../../../src/engine/workerLine.ts'
import { metricsClient } from '../../../src/state/results/metricsClient.ts'
import type { MetricsService, RunKey } from '../../../src/state/results/metricsService.ts'

/** A worker whose other side is here; without a service it never answers. */
class FakeWorker extends EventTarget implements Worker {
  readonly onmessage = null
  readonly onmessageerror = null
  readonly onerror = null
  ended = false
  private readonly near: MessagePort

  constructor(service: Partial<MetricsService> | null) {
    super()
    const { port1, port2 } = new MessageChannel()
    this.near = port1
    port1.onmessage = ({ data }: MessageEvent<unknown>) => this.dispatchEvent(new MessageEvent('message', { data }))
    if (service) expose(service, port2)
  }

  postMessage(message: unknown): void {
    this.near.postMessage(message)
  }

  terminate(): void {
    this.ended = true
    this.near.close()
  }

  die(message = ''): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }
}

const key: RunKey = { plan: 'p', run: 'r', reading: { prior: 'none', rule: 'joint', parser: 1 }, version: '1' }
const filter = { field: 'stance' }
const arrays = { labels: 2, gold: new Int16Array(), predicted: new Int16Array(), confidences: { confidence: new Float32Array(), correct: new Uint8Array(), groups: null }, groups: null }
const sound = { open: () => Promise.resolve(null), labels: () => Promise.resolve(arrays), intervals: () => Promise.resolve({ reliability: 'sound' } as never) }

/** @param services of the workers in the order in which they are started; the last one's for all others. */
function started(...services: (Partial<MetricsService> | null)[]) {
  const workers: FakeWorker[] = []
  const client = metricsClient(() => {
    const worker = new FakeWorker(services[Math.min(workers.length, services.length - 1)]!)
    workers.push(worker)
    return worker
  })
  return { client, workers }
}

describe('a metrics worker that dies', () => {
  it('fails the questions under way, and the next one has another worker', async () => {
    const { client, workers } = started(null, sound)
    const asked = client.figures.open(key)
    workers[0]!.die('out of memory')
    await expect(asked).rejects.toThrow(new WorkerLost('out of memory'))
    expect(await client.figures.open(key)).toBeNull()
    expect(workers.map(({ ended }) => ended)).toEqual([true, false])
    workers[1]!.terminate()
  })

  it('while it resamples holds up none that wait behind it', async () => {
    const { client, workers } = started(sound, null, sound)
    const { signal } = new AbortController()
    const [first, second] = [client.intervals(key, filter, 'stance', signal), client.intervals(key, filter, 'stance', signal)]
    await expect.poll(() => workers.length).toBe(2)
    workers[1]!.die()
    await expect(first).rejects.toThrow(WorkerLost)
    expect(await second).toEqual({ reliability: 'sound' })
    expect(workers).toHaveLength(3)
    for (const worker of workers) worker.terminate()
  })
})
