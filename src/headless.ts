import { checkedChoice, chosenPlan } from './headless/chosenPlan.ts'
import { executed, takeUp } from './headless/execution.ts'
import { givenMethods } from './headless/givenMethods.ts'
import { givenPlan, readGivenPlan } from './headless/givenPlan.ts'
import { givenScheme } from './headless/givenScheme.ts'
import { type Intake, takeIn } from './headless/intake.ts'
import { type Evaluation, filesOf, type Options, Refusal } from './headless/options.ts'
import { outcome } from './headless/outcome.ts'
import { primaryNote } from './headless/primaryNote.ts'
import { builtInScheme } from './domain/builtInScheme.ts'
import { readModelFolder } from './engine/modelFolder.ts'
import { methodsOf } from './prompt/schemeMethods.ts'
import { openedFolders, readEmbedded } from './state/models/availableModels.ts'
import { removeHalfWritten } from './storage/datasets.ts'
import { errorSentence } from './views/messages/errors.ts'
import { siteServices } from '../workers/siteServices.ts'

/** The page behind `npm run evaluate`: the same parts as main.tsx, driven by tools/evaluate.mjs instead of a person. */

declare global {
  interface Window {
    /** Takes one line of progress; the terminal's side puts it there. */
    report?: (line: string) => unknown
    /** Takes the text of a run file with what is answered so far. */
    keep?: (runFile: string) => Promise<void>
    xianwai: {
      describe(): Promise<{ readonly models: readonly string[]; readonly methods: readonly string[] }>
      /** Opens the folder in #model. @returns what it is called from now on. */
      addModel(): Promise<string>
      evaluate(options: Options): Promise<Evaluation>
    }
  }
}

window.xianwai = {
  describe: async () => ({
    models: (await readEmbedded(siteServices.siteUrl)).map(({ id }) => id),
    methods: methodsOf(builtInScheme).methods.map(({ id }) => id),
  }),
  addModel: () => inWords(async () => {
    await readEmbedded(siteServices.siteUrl)
    return (await openedFolders.add(await readModelFolder(filesOf('model')))).id
  }),
  evaluate: (options) => inWords(() => evaluate(options)),
}

/** Failures as sentences: the terminal's side has no other words for them. */
async function inWords<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new Error(error instanceof Refusal ? error.message : errorSentence(error, 'en'), { cause: error })
  }
}

async function evaluate(options: Options): Promise<Evaluation> {
  const fileIn = (id: string): File | undefined => filesOf(id)[0]
  const [planFile, data, dev, earlier, schemeFile] = [fileIn('plan'), fileIn('data'), fileIn('dev'), fileIn('earlier'), fileIn('scheme')]
  const given = planFile ? { file: planFile, read: await readGivenPlan(planFile) } : null
  const scheme = given?.read.plan.scheme ?? (schemeFile ? await givenScheme(schemeFile) : builtInScheme)
  const own = given ? [] : await givenMethods(fileIn('methods'), filesOf('prompts'), scheme)
  const models = given ? [] : await checkedChoice(options, scheme, own, dev !== undefined)
  await removeHalfWritten()
  const intake = data ? await takeIn(data, scheme) : null
  const examples: Intake | null = dev ? await takeIn(dev, scheme) : null
  const again = given ? await givenPlan(given.file, given.read, options, intake?.dataset ?? null, examples?.dataset ?? null) : null
  if (!again && !intake) throw new Refusal('No file was given.')
  const { plan, runs } = again ?? (await chosenPlan(options, { scheme, own, models, dataset: intake!.dataset, dev: examples?.dataset ?? null }))
  const note = await primaryNote(plan)
  if (note !== null) window.report?.(note)
  const takenUp = earlier ? await takeUp(plan, runs, earlier) : 0
  await executed(plan, runs)
  return outcome({ plan, runs, intake, reference: again?.reference ?? null, otherCut: again?.otherCut ?? false, takenUp, note }, options)
}
