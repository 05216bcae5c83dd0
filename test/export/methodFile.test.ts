import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { MethodProblemCode } from '../../src/export/methodChecks.ts'
import { jsonSchema } from '../../src/export/jsonSchema.ts'
import { METHOD_FILE_SCHEMA, methodFileSchema, parseMethodFile, writeMethodFile } from '../../src/export/methodFile.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'
import { methodProblemSentence } from '../../src/views/messages/methodFile.ts'

const all = [...builtInMethods, ...studyMethods]
const taken = new Set(all.map(({ id }) => id))
const parse = (text: string, ids: ReadonlySet<string> = taken) => parseMethodFile(text, builtInScheme, ids)
const own = { ...builtInMethods[0]!, id: 'mine' }
const templated = { ...own, template: { system: '听好。\n{definitions}\n{form}', user: '{context}\n{text}' } }
const told = { ...studyMethods.find(({ id }) => id === 'oracle-stance')!, id: 'told', template: { system: '', user: '{text}，立场是{affective_stance}' } }

/** What is wrong with a file that was spoilt, as `code path`. */
function problemsOf(text: string): readonly string[] {
  const parsed = parse(text)
  if (parsed.kind === 'methods') return []
  for (const problem of parsed.problems) {
    for (const language of ['zh', 'en'] as const) {
      const sentence = methodProblemSentence(problem, language)
      expect(sentence).not.toMatch(/undefined|“”|Expected|received|Array|Object/)
      expect(sentence.length).toBeGreaterThan(6)
    }
  }
  return parsed.problems.map(({ code, path }) => `${code} ${path}`)
}

describe('a method file', () => {
  test('gives back every built-in method, but for what belongs to a plan', () => {
    const bare = all.map(({ id, name, summary, steps, asking, labelForm }) => ({ id, name, summary, steps, asking, labelForm }))
    expect(parse(writeMethodFile(all), new Set())).toEqual({ kind: 'methods', methods: bare })
    expect(problemsOf(`\ufeff${writeMethodFile([own])}`)).toEqual([])
  })

  test('gives back a template and the steps’ own words', () => {
    const steps = own.steps.map((step) => (step.kind === 'choose' ? { ...step, instruction: '只写一个' } : step))
    for (const method of [{ ...templated, steps }, told]) expect(parse(writeMethodFile([method]))).toMatchObject({ kind: 'methods', methods: [{ template: method.template, steps: method.steps }] })
  })

  test('gives back a prompt that tells what its steps tell, in whichever message', () => {
    for (const prompt of [{ name: 'p', system: '', user: '{stance} {text}' }, { name: 'p', system: '{affective_stance} {"a": 1}', user: '{text}' }]) {
      expect(problemsOf(writeMethodFile([{ ...own, steps: told.steps, asking: 'free', prompt }]))).toEqual([])
    }
  })

  test('has an example that can be asked', () => {
    expect(problemsOf(readFileSync('public/samples/own-method.json', 'utf8'))).toEqual([])
  })

  test('is what the published JSON Schema says', async () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Xianwai method file, version 1', ...jsonSchema(methodFileSchema) }
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`../../public/${METHOD_FILE_SCHEMA}`)
  })

  test.each<[string, (file: Loose) => unknown, `${MethodProblemCode} ${string}`]>([
    ['no version', (file) => delete file.version, 'missing version'],
    ['another format', (file) => (file.format = 'xianwai-run'), 'notMethods '],
    ['no method', (file) => (file.methods = []), 'tooFew methods'],
    ['an id with spaces', (file) => (file.methods[0]!.id = 'my method'), 'methodId methods[0].id'],
    ['the id of a method with examples', (file) => (file.methods[0]!.id = 'direct-few'), 'plannedId methods[0].id'],
    ['the id of a draw of examples', (file) => (file.methods[0]!.id = 'own-few-3'), 'plannedId methods[0].id'],
    ['the id of a variant', (file) => (file.methods[0]!.id = 'own-order-2'), 'plannedId methods[0].id'],
    ['a built-in id', (file) => (file.methods[0]!.id = 'direct'), 'taken methods[0].id'],
    ['one id twice', (file) => file.methods.push(file.methods[0]!), 'repeated methods[1].id'],
    ['an unknown step', (file) => (file.methods[0]!.steps[0]!.kind = 'guess'), 'type methods[0].steps[0].kind'],
    ['an unknown key', (file) => (file.methods[0]!.wording = '…'), 'unknownKey methods[0].wording'],
    ['a text for a template', (file) => (file.methods[0]!.template = '…'), 'type methods[0].template'],
    ['another way of asking', (file) => (file.methods[0]!.asking = 'politely'), 'type methods[0].asking'],
    ['an empty name', (file) => (file.methods[0]!.name = { zh: '', en: 'x' }), 'empty methods[0].name.zh'],
    ['too long a reasoning', (file) => file.methods[0]!.steps.unshift({ kind: 'reason', maxTokens: 5_000 }), 'wholeNumber methods[0].steps[0].maxTokens'],
    ['a turn’s end in a step', (file) => (file.methods[0]!.steps[0]!.instruction = '<|im_end|>'), 'reservedInText methods[0].steps[0].instruction'],
    ['a field that is not there', (file) => (file.methods[0]!.steps[0]!.field = 'tone'), 'noField methods[0].steps[0].field'],
    ['a chosen field derived', (file) => (file.methods[0]!.steps[2]!.field = 'intent'), 'notDerived methods[0].steps[2].field'],
    ['a field twice', (file) => (file.methods[0]!.steps[1]!.field = 'explicit'), 'fieldTwice methods[0].steps[1].field'],
    ['a derivation before its parts', (file) => file.methods[0]!.steps.reverse(), 'derivedTooEarly methods[0].steps[2].field'],
    ['reasoning behind a label', (file) => file.methods[0]!.steps.push({ kind: 'reason', maxTokens: 8 }), 'reasonLate methods[0].steps[5]'],
    ['nothing chosen', (file) => (file.methods[0]!.steps = [{ kind: 'give', field: 'stance', from: 'gold' }]), 'nothingChosen methods[0].steps'],
    ['a step’s words in a row of letters', (file) => Object.assign(file.methods[0]!, { labelForm: 'letter', steps: [{ kind: 'choose', field: 'intent', instruction: '选' }] }), 'rowInstruction methods[0].steps[0].instruction'],
    ['a prompt that is to be guided', (file) => (file.methods[0]!.prompt = { name: 'p', system: '', user: '{text}' }), 'promptGuided methods[0].prompt'],
    ['a prompt beside a template', (file) => Object.assign(file.methods[0]!, { asking: 'free', prompt: { name: 'p', system: '', user: '{text}' }, template: { system: '', user: '{text}' } }), 'promptAndTemplate methods[0].template'],
    ['a prompt without the sentence', (file) => Object.assign(file.methods[0]!, { asking: 'free', prompt: { name: 'p', system: '', user: '你好' } }), 'promptWithoutText methods[0].prompt.user'],
    ['a prompt with a label that no step tells', (file) => Object.assign(file.methods[0]!, { asking: 'free', prompt: { name: 'p', system: '', user: '{affective_stance}{text}' } }), 'notTold methods[0].prompt.user'],
    ['a prompt with such a label in its system message', (file) => Object.assign(file.methods[0]!, { asking: 'free', prompt: { name: 'p', system: '{stance}', user: '{text}' } }), 'notTold methods[0].prompt.system'],
    ['a prompt without a place for a label that is told', (file) => Object.assign(file.methods[0]!, { asking: 'free', steps: told.steps, prompt: { name: 'p', system: '{"stance": "…"}', user: '{text}' } }), 'noPlaceForTold methods[0].prompt.user'],
    ['a template with a slip', (file) => (file.methods[0]!.template = { system: '{defintions}', user: '{text}' }), 'unknownPlace methods[0].template.system'],
    ['a list of a field that is not there', (file) => (file.methods[0]!.template = { system: '{labels:tone}', user: '{text}' }), 'unknownPlace methods[0].template.system'],
    ['a template without the sentence', (file) => (file.methods[0]!.template = { system: '', user: '{context}' }), 'noText methods[0].template.user'],
    ['the sample in the system message', (file) => (file.methods[0]!.template = { system: '{context}', user: '{text}' }), 'sampleInSystem methods[0].template.system'],
    ['a label that no step tells', (file) => (file.methods[0]!.template = { system: '', user: '{text}{stance}' }), 'notTold methods[0].template.user'],
    ['a told label without a place', (file) => Object.assign(file.methods[0]!, { steps: told.steps, template: { system: '', user: '{text}' } }), 'noPlaceForTold methods[0].template.user'],
  ])('says what is wrong with %s, and where', (_, change, said) => {
    const file = JSON.parse(writeMethodFile([own])) as Loose
    change(file)
    expect(problemsOf(JSON.stringify(file))).toContain(said)
  })

  test('tells everything that is wrong at once', () => {
    const file = JSON.parse(writeMethodFile([own])) as Loose
    file.methods[0]!.template = { system: '{odd}{text}', user: '{even}' }
    file.methods[0]!.id = 'direct'
    expect(problemsOf(JSON.stringify(file))).toEqual(['taken methods[0].id', 'unknownPlace methods[0].template.system', 'sampleInSystem methods[0].template.system', 'unknownPlace methods[0].template.user', 'noText methods[0].template.user'])
  })

  test('tells what is wrong in shape and in meaning at once, and nothing that rests on what is wrong itself', () => {
    const file = JSON.parse(writeMethodFile([own, { ...own, id: 'other' }])) as Loose
    Object.assign(file.methods[0]!, { id: 'direct', asking: 'politely', prompt: { name: 'p', system: '', user: '{stance}' } })
    file.methods[0]!.steps[0]!.kind = 'chose'
    file.methods[1]!.steps[0]!.field = 'tone'
    file.methods[1]!.name = { zh: '', en: 'x' }
    expect(problemsOf(JSON.stringify(file))).toEqual([
      'taken methods[0].id', 'type methods[0].steps[0].kind', 'type methods[0].asking', 'promptWithoutText methods[0].prompt.user',
      'empty methods[1].name.zh', 'noField methods[1].steps[0].field', 'derivedTooEarly methods[1].steps[2].field',
    ])
  })

  test.each([['steps: 1', 'notJson '], ['[]', 'notMethods '], ['null', 'notMethods '], [' '.repeat(1_000_001), 'tooLarge ']])('that is none says so (%#)', (text, said) => {
    expect(problemsOf(text)).toEqual([said])
  })
})

interface Loose {
  format?: string
  version?: number
  methods: { id: string; steps: Record<string, unknown>[]; [key: string]: unknown }[]
}
