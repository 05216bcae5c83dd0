import type { Scheme } from '../domain/scheme.ts'
import { addScheme } from '../state/data/schemes.ts'
import { schemeProblemSentence } from '../views/messages/schemes.ts'
import { Refusal } from './options.ts'
import { problemLines } from './problemLines.ts'

/** The scheme of a file, kept as the data screen would keep it. @throws Refusal with all that is wrong with it, by place. */
export async function givenScheme(file: File): Promise<Scheme> {
  const parsed = await addScheme(file)
  if (parsed.kind === 'scheme') return parsed.scheme
  throw new Refusal(`${file.name} is no scheme that can be used. ${problemLines(file, parsed.problems, (problem) => schemeProblemSentence(problem, 'en'))}`)
}
