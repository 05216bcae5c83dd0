import type { Reading } from '../../../domain/prediction.ts'

/** The priors under which a run's leaning is shown; those that it does not have are left out. */
export const priorNames: readonly Reading['prior'][] = ['none', 'contentFree']
