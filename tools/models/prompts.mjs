// The product's own prompts for training: samples as JSON lines on standard input, one JSON object on standard output.
import { createInterface } from 'node:readline'
import { createServer } from 'vite'

const vite = await createServer({ server: { middlewareMode: true, watch: null }, appType: 'custom', logLevel: 'error', configFile: false, optimizeDeps: { noDiscovery: true } })
try {
  const { builtInScheme: scheme } = await vite.ssrLoadModule('/src/domain/builtInScheme.ts')
  const { builtInMethods } = await vite.ssrLoadModule('/src/prompt/builtInMethods.ts')
  const { fieldHeading, reasonHeading } = await vite.ssrLoadModule('/src/prompt/instructions.ts')
  const { writtenLabel } = await vite.ssrLoadModule('/src/prompt/labelForm.ts')
  const { classifierInput, promptFor } = await vite.ssrLoadModule('/src/prompt/messages.ts')

  const questions = []
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === '') continue
    const sample = JSON.parse(line)
    const [, question] = promptFor(scheme, builtInMethods[0], sample).messages
    questions.push({ question: question.content, pair: classifierInput(sample, true).pair })
  }
  const sentinel = { text: '', context: '', scene: null }
  const fields = scheme.fields.map((field) => ({
    id: field.id,
    kind: field.kind,
    heading: fieldHeading(field),
    labels: field.labels.map((label, index) => ({ id: label.id, zh: writtenLabel(field, index, 'word') })),
    from: field.from ?? null,
    table: field.table ?? null,
  }))
  const methods = builtInMethods.map((method) => ({
    id: method.id,
    asking: method.asking,
    steps: method.steps,
    system: promptFor(scheme, method, sentinel).messages[0].content,
  }))
  process.stdout.write(JSON.stringify({ fields, methods, reasonHeading, questions }))
} finally {
  await vite.close()
}
