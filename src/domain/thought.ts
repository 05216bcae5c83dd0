/** The marks that models put around what they think before they answer; what stands between them is no answer. */
export const thoughtMarks = 'think|thinking|thought|reasoning'
