import { describe, expect, it } from 'vitest'
import { EvidenceWork } from '../../../src/state/results/evidence/evidenceWork.ts'
import { type EvidenceProgress, Teller } from '../../../src/state/results/evidence/teller.ts'
import { question, source } from './evidenceFixtures.ts'

describe('how far a screen is', () => {
  it('is told at once when something else begins, and otherwise at most ten times a second', () => {
    const said: EvidenceProgress[] = []
    const teller = new Teller()
    teller.tell('resamples', 1, 10)
    teller.listen((progress) => said.push(progress))
    for (let done = 0; done < 100; done++) teller.tell('resamples', done, 100)
    teller.tell('baselines', 1, 4)
    teller.listen(undefined)
    teller.tell('readings', 1, 4)
    expect(said).toEqual([{ what: 'resamples', share: 0 }, { what: 'baselines', share: 0.25 }])
  })

  it('is heard of while gains are made: baselines first, then resamples', async () => {
    const said: EvidenceProgress[] = []
    await new EvidenceWork(source()).screen({ ...question('gains'), runs: question('gains').runs.slice(0, 3) }, (progress) => said.push(progress))
    const kinds = [...new Set(said.map(({ what }) => what))]
    expect(kinds).toEqual(['baselines', 'resamples'])
    expect(said.every(({ share }) => share >= 0 && share <= 1)).toBe(true)
  })
})
