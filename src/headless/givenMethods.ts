import type { Method } from '../domain/method.ts'
import type { Scheme } from '../domain/scheme.ts'
import { parsePromptFile, PromptFileError } from '../export/promptFile.ts'
import { readMethods } from '../state/plan/ownMethods.ts'
import { readText } from '../state/plan/promptFiles.ts'
import { askedField, promptMethod } from '../state/plan/promptMethods.ts'
import { methodProblemSentence } from '../views/messages/methodFile.ts'
import { promptFileErrors } from '../views/messages/promptFileErrors.ts'
import { Refusal } from './options.ts'
import { problemLines } from './problemLines.ts'

/** The methods of a method file and of prompt files. @throws Refusal with all that is wrong with one, by place. */
export async function givenMethods(methodFile: File | undefined, promptFiles: readonly File[], scheme: Scheme): Promise<readonly Method[]> {
  const own: Method[] = methodFile ? [...(await methodsIn(methodFile, scheme))] : []
  for (const file of promptFiles) {
    const method = await promptIn(file, scheme)
    if (own.some(({ id }) => id === method.id)) throw new Refusal(`${file.name} asks word for word what another prompt file asks: leave one out.`)
    own.push(method)
  }
  return own
}

async function methodsIn(file: File, scheme: Scheme): Promise<readonly Method[]> {
  const parsed = await readMethods(file, scheme)
  if (parsed.kind === 'methods') return parsed.methods
  throw new Refusal(`${file.name} holds no methods that can be used. ${problemLines(file, parsed.problems, (problem) => methodProblemSentence(problem, 'en'))}`)
}

async function promptIn(file: File, scheme: Scheme): Promise<Method> {
  try {
    const prompt = parsePromptFile(file.name, await readText(file), scheme)
    const field = askedField(prompt, scheme)
    if (field === undefined) throw new Refusal(`What ${file.name} asks for is not to be seen from its name: let it end in a field's (${scheme.fields.map(({ id }) => id).join(', ')}).`)
    return promptMethod(prompt, field)
  } catch (error) {
    if (error instanceof PromptFileError) throw new Refusal(`${file.name} is no prompt file. ${promptFileErrors.en[error.code]}`)
    throw error
  }
}
