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

describe('numbers that configurations keep under other names', () => {
  test.each<[string, object, object]>([
    ['GPT-2', { n_positions: 1024, n_embd: 768, n_head: 12 }, { contextLength: 1024, contextSaid: true, headSize: 64, kvHeads: 12 }],
    ['MPT', { max_seq_len: 2048, d_model: 64, n_heads: 4 }, { contextLength: 2048, headSize: 16, kvHeads: 4 }],
    ['Falcon', { hidden_size: 64, num_attention_heads: 4, num_kv_heads: 1, max_position_embeddings: 2048 }, { headSize: 16, kvHeads: 1 }],
    ['ChatGLM', { seq_length: 32768, hidden_size: 64, num_attention_heads: 4, multi_query_group_num: 2 }, { contextLength: 32768, kvHeads: 2 }],
    ['one that says nothing', { max_position_embeddings: null }, { contextLength: 512, contextSaid: false }],
  ])('%s', (_, config, expected) => {
    expect(parseModelConfig({ architectures: ['SomeForCausalLM'], ...config })).toMatchObject(expected)
  })
})

describe('classifiers in other layouts', () => {
  const of = (config: object) => parseModelConfig({ architectures: ['BertForSequenceClassification'], ...config })

  test('labels as numbers, or only how many there are', () => {
    expect(of({ id2label: { 0: 0, 1: 1, 2: 2 } }).outputs).toEqual(['0', '1', '2'])
    expect(of({ num_labels: 3 }).outputs).toEqual(['LABEL_0', 'LABEL_1', 'LABEL_2'])
  })

  test('several labels of one text are known as such', () => {
    expect(of({ problem_type: 'multi_label_classification', id2label: { 0: 'a', 1: 'b' } })).toMatchObject({ multiLabel: true, outputs: ['a', 'b'] })
    expect(of({}).multiLabel).toBe(false)
  })

  test.each([{ id2label: { 0: 'LABEL_0' } }, { num_labels: 1 }, { problem_type: 'regression', id2label: { 0: 'a', 1: 'b' } }])('a number instead of labels is refused: %j', (config) => {
    expect(() => of(config)).toThrow(/regression.*take a classifier with an output for each label/)
  })
})
