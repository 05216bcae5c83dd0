// The product's own prompts for training. Standard input: JSON lines, each a sample ({text, context, scene}) or the examples of a
// few-shot prompt ({method, shots: [{sample, labels}]}). Standard output: one JSON object.
import { createInterface } from 'node:readline'
import { createServer } from 'vite'

const SHAM_SEEDS = 8

const vite = await createServer({ server: { middlewareMode: true, watch: null }, appType: 'custom', logLevel: 'error', configFile: false, optimizeDeps: { noDiscovery: true } })
try {
  const { builtInScheme: scheme } = await vite.ssrLoadModule('/src/domain/builtInScheme.ts')
  const { schemeOf } = await vite.ssrLoadModule('/src/domain/method.ts')
  const { fieldOf } = await vite.ssrLoadModule('/src/domain/scheme.ts')
  const { builtInMethods, studyMethods } = await vite.ssrLoadModule('/src/prompt/builtInMethods.ts')
  const { shamMatrix } = await vite.ssrLoadModule('/src/prompt/shamMatrix.ts')
  const { fieldHeading, reasonHeading } = await vite.ssrLoadModule('/src/prompt/answerLayout.ts')
  const { writtenLabel } = await vite.ssrLoadModule('/src/prompt/labelForm.ts')
  const { classifierInput, promptFor, sentinelGiven } = await vite.ssrLoadModule('/src/prompt/messages.ts')

  const matrix = builtInMethods[0]
  const seeds = Array.from({ length: SHAM_SEEDS }, (_, at) => at + 1)
  const shams = ['arbitrary', 'permuted'].flatMap((kind) => seeds.map((seed) => shamMatrix(scheme, matrix, kind, seed)))
  const all = [...builtInMethods, ...studyMethods, ...shams]

  const questions = []
  const shotPrompts = []
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === '') continue
    const asked = JSON.parse(line)
    if (asked.shots) {
      const method = all.find(({ id }) => id === asked.method)
      const { messages } = promptFor(scheme, method, { text: '', context: '', scene: null, given: sentinelGiven(scheme, method) }, 0, asked.shots)
      shotPrompts.push(messages.slice(0, -1))
    } else {
      const [, question] = promptFor(scheme, matrix, asked).messages
      questions.push({ question: question.content, pair: classifierInput(asked, true).pair })
    }
  }
  const written = (field) => ({
    id: field.id,
    kind: field.kind,
    heading: fieldHeading(field),
    labels: field.labels.map((label, index) => ({ id: label.id, zh: writtenLabel(field, index, 'word') })),
    from: field.from ?? null,
    table: field.table ?? null,
  })
  // what stands behind the target sentence where a label is told, by label: the question with it less the question without
  const told = (method, id) => {
    const alone = { ...method, steps: [{ kind: 'give', field: id, from: 'gold' }, ...method.steps.filter(({ kind }) => kind === 'choose')] }
    const question = (own, given) => promptFor(scheme, own, { text: '', context: '', scene: null, given }).messages.at(-1).content
    return fieldOf(scheme, id).labels.map((label) => question(alone, { [id]: label.id }).slice(question(matrix, {}).length))
  }
  const methods = all.map((method) => ({
    id: method.id,
    asking: method.asking,
    steps: method.steps,
    control: method.control?.kind ?? null,
    fields: method.scheme ? schemeOf(scheme, method).fields.map(written) : null,
    told: Object.fromEntries(method.steps.filter(({ kind }) => kind === 'give').map(({ field }) => [field, told(method, field)])),
    system: promptFor(scheme, method, { text: '', context: '', scene: null, given: sentinelGiven(scheme, method) }).messages[0].content,
  }))
  process.stdout.write(JSON.stringify({ fields: scheme.fields.map(written), methods, reasonHeading, questions, shotPrompts }))
} finally {
  await vite.close()
}
