import type { PublishedFile } from '../../export/publishedIndex.ts'
import { observePlan, type PlanWithRuns } from '../../storage/plans.ts'
import { type Live, useLive, useOnce } from '../liveQuery.ts'
import { readAgain } from '../observables.ts'
import { usePlans } from '../plan/plans.ts'
import { useServices } from '../services.ts'
import { publishedRuns } from './publishedRuns.ts'
import type { RunSelection } from './runSelection.ts'

/** What this site has to show. */
export function usePublished(): Live<readonly PublishedFile[]> {
  const { siteUrl } = useServices()
  return useOnce('published results', () => publishedRuns(siteUrl).index())
}

/** A plan whose results are shown. */
export interface ShownPlan extends PlanWithRuns {
  /** It is the site's: it can be looked at, and no more. */
  readonly published: boolean
}

/** One plan with its runs, of this browser or of the site; null where there is none of that id. */
export function useShownPlan(id: string): Live<ShownPlan | null> {
  const { siteUrl } = useServices()
  return useLive(`shown plan ${id}`, () =>
    readAgain(observePlan(id), async (own): Promise<ShownPlan | null> => {
      if (own) return { ...own, published: false }
      const file = await publishedRuns(siteUrl).ofPlan(id)
      return file && { plan: file.plan, runs: file.runs, published: true }
    }),
  )
}

/** The plans of this browser, and behind them that of the results shown where it is the site's: what can be set beside each other. */
export function usePlansBeside({ plan, published }: Pick<RunSelection, 'plan' | 'published'>): Live<readonly PlanWithRuns[]> {
  const plans = usePlans()
  if (!published || plans.status !== 'ready' || plans.value.some((own) => own.plan.id === plan.id)) return plans
  return { status: 'ready', value: [...plans.value, { plan, runs: published }] }
}
