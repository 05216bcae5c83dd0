import { expect, it } from 'vitest'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import type { ShotSet } from '../../../src/domain/shots.ts'
import { builtInMethods } from '../../../src/prompt/builtInMethods.ts'
import { withShots } from '../../../src/prompt/drawShots.ts'
import type { Shot } from '../../../src/prompt/shotMessages.ts'
import type { ModelState } from '../../../src/state/models/loadedModel.ts'
import { shotRoom } from '../../../src/state/plan/shotRoom.ts'
import { toySample } from '../../run/fixtures.ts'
import { ToyEngine, toyRef } from '../../run/toyEngine.ts'

const empty: ShotSet = { dataset: { id: 'd', name: 'd', hash: 'h' }, draw: { kind: 'random', count: 1 }, seed: 0, shots: [] }
const [matrix, direct] = builtInMethods.map((method) => withShots(builtInScheme, method, empty))
const labels = { explicit: 'Neutral', implicit: 'Negative', stance: 'Veiled Negative', intent: 'Irony', emotion: 'Contempt' }
const shot = (context: string): Shot => ({ sample: toySample('x', { context }), labels })
const source = { kind: 'site', url: 'https://site.test/' } as const
const model = { ref: toyRef, contextLength: 4_096, source }
const none: ModelState = { status: 'none' }
const loaded = { status: 'ready', choice: { model: { source } }, engine: new ToyEngine() } as unknown as ModelState
const room = (shots: readonly Shot[], state: ModelState = none, methods = [direct!, matrix!]) => shotRoom(builtInScheme, methods, shots, toySample('s'), state, model)

it('says which method’s prompt is longest, and grows with the examples', async () => {
  const [bare, one, two] = [await room([]), await room([shot('')]), await room([shot('甲：在吗\n乙：在'), shot('')])]
  expect(one!.method.id).toBe(matrix!.id)
  expect(bare!.tokens).toBeLessThan(one!.tokens)
  expect(one!.tokens).toBeLessThan(two!.tokens)
  expect(await room([shot('')], none, [])).toBeNull()
})

it('counts with the model where that is in memory: never more than the bound by bytes', async () => {
  const bound = await room([shot('甲：在吗')])
  const counted = await room([shot('甲：在吗')], loaded)
  expect([bound!.exact, counted!.exact]).toEqual([false, true])
  expect(counted!.tokens).toBeLessThan(bound!.tokens)
})
