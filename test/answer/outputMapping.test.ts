import { expect, test } from 'vitest'
import { guessOutputs, mappedFields } from '../../src/answer/outputMapping.ts'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'

test('field=Label says it, by id, Chinese name or the benchmark’s column', () => {
  expect(guessOutputs(['explicit=Positive', '隐含极性：负面', 'pragmatic_intent=Irony', 'topic=Sports', 'explicit=Lukewarm'], builtInScheme)).toEqual([
    { field: 'explicit', label: 'Positive' },
    { field: 'implicit', label: 'Negative' },
    { field: 'intent', label: 'Irony' },
    null,
    null,
  ])
})

test('labels of exactly one field need no field', () => {
  const outputs = ['真情', '礼貌', '压抑', '反讽', '抵抗', '功能', '幽默', '共情']
  expect(mappedFields(guessOutputs(outputs, builtInScheme), builtInScheme)).toEqual(['intent'])
})

test.each([[['LABEL_0', 'LABEL_1', 'LABEL_2']], [['negative', 'neutral', 'positive']], [['Irony', 'Irony']], [[]]])(
  '%j could be anything: the user decides',
  (outputs) => {
    expect(guessOutputs(outputs, builtInScheme)).toEqual(outputs.map(() => null))
  },
)

test('a field with one label alone cannot be answered', () => {
  expect(mappedFields([{ field: 'intent', label: 'Irony' }, { field: 'intent', label: 'Irony' }, null], builtInScheme)).toEqual([])
})
