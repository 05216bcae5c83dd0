import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { MethodFileError, parseMethodFile, writeMethodFile } from '../../src/export/methodFile.ts'
import { builtInMethods, studyMethods } from '../../src/prompt/builtInMethods.ts'

const all = [...builtInMethods, ...studyMethods]
const taken = new Set(all.map(({ id }) => id))
const parse = (text: string, ids: ReadonlySet<string> = taken) => parseMethodFile(text, builtInScheme, ids)
const own = { ...builtInMethods[0]!, id: 'mine' }

describe('a method file', () => {
  test('gives back every built-in method, but for what belongs to a plan', () => {
    const bare = all.map(({ id, name, summary, steps, asking, labelForm }) => ({ id, name, summary, steps, asking, labelForm }))
    expect(parse(writeMethodFile(all), new Set())).toEqual(bare)
    expect(parse(`\ufeff${writeMethodFile([own])}`)).toHaveLength(1)
  })

  test.each<[string, (file: Loose) => unknown, string]>([
    ['no version', (file) => delete file.version, 'version:'],
    ['no method', (file) => (file.methods = []), 'methods: holds no method'],
    ['an id with spaces', (file) => (file.methods[0]!.id = 'my method'), 'methods[0].id: must be small letters'],
    ['a built-in id', (file) => (file.methods[0]!.id = 'direct'), 'methods[0].id: direct is a built-in method'],
    ['one id twice', (file) => file.methods.push(file.methods[0]!), 'methods[1].id: mine stands there twice'],
    ['an unknown step', (file) => (file.methods[0]!.steps[0]!.kind = 'guess'), 'methods[0].steps[0].kind'],
    ['an unknown key', (file) => (file.methods[0]!.template = '…'), 'methods[0].template'],
    ['a field that is not there', (file) => (file.methods[0]!.steps[0]!.field = 'tone'), 'methods[0].steps[0].field: the scheme has no field tone: it has explicit'],
    ['a chosen field derived', (file) => (file.methods[0]!.steps[2]!.field = 'intent'), 'intent is chosen, not derived'],
    ['a field twice', (file) => (file.methods[0]!.steps[1]!.field = 'explicit'), 'methods[0].steps[1].field: explicit has a step already'],
    ['a derivation before its parts', (file) => file.methods[0]!.steps.reverse(), 'methods[0].steps: '],
    ['reasoning behind a label', (file) => file.methods[0]!.steps.push({ kind: 'reason', maxTokens: 8 }), 'reasoning stands before'],
    ['nothing chosen', (file) => (file.methods[0]!.steps = [{ kind: 'give', field: 'stance', from: 'gold' }]), 'must choose something'],
  ])('says what is wrong with %s, and where', (_, change, said) => {
    const file = JSON.parse(writeMethodFile([own])) as Loose
    change(file)
    expect(() => parse(JSON.stringify(file))).toThrow(MethodFileError)
    expect(() => parse(JSON.stringify(file))).toThrow(said)
  })

  test('that is no JSON says so', () => {
    expect(() => parse('steps: 1')).toThrow('is no JSON')
  })
})

interface Loose {
  version?: number
  methods: { id: string; steps: Record<string, unknown>[]; [key: string]: unknown }[]
}
