import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { FieldId } from '../../src/domain/scheme.ts'
import { matchRecords } from '../../src/export/matchRecords.ts'
import { readLabelFile } from '../../src/export/readLabelFile.ts'
import { samples } from './fixtures.ts'

const read = (text: string, field?: FieldId) => readLabelFile('their.csv', text, builtInScheme, field)

describe('a plain file of ids and labels', () => {
  test('CSV with fields by name, quoted cells and a byte order mark', () => {
    const { fields, records } = read('\ufeffsample_id,predicted_stance,语用意图,score\n7,"Veiled Negative",反讽,0.5\n007,,礼貌,\n')
    expect(fields).toEqual(['stance', 'intent'])
    expect(records.map(({ id, predicted }) => [id, predicted])).toEqual([['7', { stance: 'Veiled Negative', intent: '反讽' }], ['007', { stance: '', intent: '礼貌' }]])
  })

  test('the apostrophe that guards a cell against spreadsheets is not part of it', () => {
    expect(read(`id,stance\n'@a,中性\n'b,中性\n`).records.map(({ id }) => id)).toEqual(['@a', "'b"])
  })

  test('TSV and semicolons', () => {
    expect(read('id\tstance\na\t中性\n').records).toHaveLength(1)
    expect(read('id;stance\na;中性\nb;正面\n').records).toHaveLength(2)
  })

  test('a column of predictions beats one of the field’s name, which may be gold', () => {
    expect(read('id,stance,pred_stance\na,Neutral,Negative\n').records[0]!.predicted).toEqual({ stance: 'Negative' })
  })

  test('a column called label needs the field’s name from outside', () => {
    expect(read('id,label\na,反讽\n', 'intent').records[0]!.predicted).toEqual({ intent: '反讽' })
    expect(() => read('id,label\na,反讽\n')).toThrow('noLabelColumn')
  })

  test('JSONL, matched by text, with lines that are no records', () => {
    const { records, problems } = read('{"text": "句子 0 🙂", "emotion": "Love"}\n{"text": "", "emotion": "Love"}\nnonsense\n{"text": "句子 1 🙂"}\n[]\n')
    expect(records).toMatchObject([{ line: 1, id: null, predicted: { emotion: 'Love' } }])
    expect(problems.map(({ line, code }) => [line, code])).toEqual([[2, 'noId'], [3, 'notJson'], [4, 'noPrediction'], [5, 'notAnObject']])
  })

  test('nothing to match by', () => {
    expect(() => read('name,stance\na,中性\n')).toThrow('noIdColumn')
    expect(() => read('')).toThrow('noIdColumn')
  })
})

describe('matching', () => {
  test('by id, else by text where one sample has it; what does not match is listed', () => {
    const twins = [...samples, { ...samples[0]!, id: 'twin', text: '同' }, { ...samples[0]!, id: 'twin 2', text: '同' }]
    const record = (id: string | null, text: string | null) => ({ line: 1, id, text, predicted: {}, gold: {}, raw: {} })
    const found = matchRecords([record('7', null), record('9', ' 句子 1 🙂 '), record('9', '没有'), record(null, '同'), record('7', null), record('四', '别的')], twins)
    expect(found.matched.map(({ sample, by }) => [sample.id, by])).toEqual([['7', 'id'], ['007', 'text'], ['四', 'id']])
    expect(found.unmatched.map(({ text }) => text)).toEqual(['没有', '同'])
    expect(found.repeated).toHaveLength(1)
    expect(found.otherText.map(({ id }) => id)).toEqual(['四'])
    expect(found.missing.map(({ id }) => id)).toEqual(['x"\n', 'twin', 'twin 2'])
  })

  test('007 is not 7', () => {
    const record = { line: 1, id: '07', text: null, predicted: {}, gold: {}, raw: {} }
    expect(matchRecords([record], samples).unmatched).toEqual([record])
  })
})
