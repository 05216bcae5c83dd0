import { expect, test } from 'vitest'
import { runCandidates } from '../../../src/state/results/runCandidates.ts'
import { hash, plan, runs } from '../../export/fixtures.ts'

test('a run that several plans ask is this plan’s, wherever that plan stands; those of the others follow, each once', () => {
  const [shared, second] = runs
  const mine = { plan, runs: [shared!] }
  const older = { plan: { ...plan, id: hash(70) }, runs: [shared!, second!] }
  const newer = { plan: { ...plan, id: hash(71) }, runs: [second!, shared!] }
  for (const plans of [[mine, older, newer], [older, mine, newer], [newer, older, mine]]) {
    const found = runCandidates(plan.id, plans)
    expect(found.map(({ run }) => run.id)).toEqual([shared!.id, second!.id])
    expect(found[0]!.plan.id).toBe(plan.id)
    expect(found.filter((one) => one.plan.id === plan.id)).toHaveLength(1)
  }
})
