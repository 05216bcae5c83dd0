import { useLanguage } from '../../state/language.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { usePlansBeside } from '../../state/results/usePublished.ts'
import { sampleFiltersMessages } from '../messages/sampleFilters.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import type { FilterVoice } from './filterText.ts'

/** What the selection's filter is put into words with, the runs that it refers to by their methods' names. */
export function useFilterVoice(selection: RunSelection): FilterVoice {
  const language = useLanguage()
  const samples = useMessages(samplesMessages)
  const filters = useMessages(sampleFiltersMessages)
  const plans = usePlansBeside(selection)
  const runName = (reference: string): string => {
    const [part = '', planId = selection.plan.id] = reference.split('/').reverse()
    const planned = plans.status === 'ready' ? plans.value.find(({ plan }) => plan.id === planId) : undefined
    const run = planned?.runs.find(({ id }) => id.startsWith(part))
    return run ? `${run.model.ref.id} · ${run.method.name[language]}` : part.slice(0, 8)
  }
  return { language, scheme: selection.plan.scheme, samples, filters, runName }
}
