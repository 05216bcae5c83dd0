import { describe, expect, test } from 'vitest'
import { checkOutputs } from '../../src/engine/classifierModel.ts'
import { parseModelConfig } from '../../src/engine/modelConfig.ts'

describe('what a classifier’s outputs are called', () => {
  test('its own names by number, not by the order in the file', () => {
    const outputs = Object.fromEntries(['10', '2', '0', '1'].map((at) => [at, `name ${at}`]))
    expect(parseModelConfig({ architectures: ['BertForSequenceClassification'], id2label: outputs }).outputs).toEqual(['name 0', 'name 1', 'name 2', 'name 10'])
  })

  test('the two default names where config.json leaves them out', () => {
    expect(parseModelConfig({ architectures: ['BertForSequenceClassification'] }).outputs).toEqual(['LABEL_0', 'LABEL_1'])
    expect(parseModelConfig({ architectures: ['Qwen2ForCausalLM'] }).outputs).toEqual([])
  })

  test('names that do not fit the graph are refused by number', () => {
    expect(() => checkOutputs(['a', 'b', 'c'], new Float32Array(39))).toThrow('names 3 outputs (id2label), the graph has 39')
    expect(() => checkOutputs(['a', 'b'], new Float32Array(2))).not.toThrow()
  })
})

describe('what kind of model it is', () => {
  test.each([
    ['WhisperForConditionalGeneration', true],
    ['T5ForConditionalGeneration', true],
    ['BertModel', false],
  ])('%s cannot be asked', (architecture, encoderDecoder) => {
    expect(() => parseModelConfig({ architectures: [architecture], is_encoder_decoder: encoderDecoder })).toThrow('only causal language models')
  })

  test('a decoder that also sees pictures can', () => {
    expect(parseModelConfig({ architectures: ['Gemma3ForConditionalGeneration'], text_config: { num_attention_heads: 4 } }).kind).toBe('causal')
  })
})
