import { useLanguage } from '../../state/language.ts'
import { parseReference } from '../../state/results/runReference.ts'
import { namedReading, type RunSelection } from '../../state/results/runSelection.ts'
import { usePlansBeside } from '../../state/results/usePublished.ts'
import { readingMessages, readingName } from '../messages/readings.ts'
import { sampleFiltersMessages } from '../messages/sampleFilters.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { runName } from '../parts/runName.ts'
import type { FilterVoice } from './filterText.ts'

/** What the selection's filter is put into words with, the runs that it refers to by their methods' names. */
export function useFilterVoice(selection: RunSelection): FilterVoice {
  const language = useLanguage()
  const samples = useMessages(samplesMessages)
  const filters = useMessages(sampleFiltersMessages)
  const readings = useMessages(readingMessages)
  const plans = usePlansBeside(selection)
  const nameOf = (reference: string): string => {
    const { plan: planId, run: part, reading } = parseReference(reference)
    const planned = plans.status === 'ready' ? plans.value.find(({ plan }) => plan.id === (planId ?? selection.plan.id)) : undefined
    const run = planned?.runs.find(({ id }) => id.startsWith(part))
    const name = run ? runName(run, language) : part.slice(0, 8)
    return planned && reading ? filters.readAs(name, readingName(namedReading(planned.plan, reading), readings)) : name
  }
  return { language, scheme: selection.plan.scheme, samples, filters, runName: nameOf }
}
