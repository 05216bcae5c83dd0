import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { FieldId } from '../../src/domain/scheme.ts'
import { guessAnswerMapping, missingRoles, withRole } from '../../src/export/answerColumns.ts'
import { answerRows } from '../../src/export/answerRows.ts'
import { readAnswers, type Spelling } from '../../src/export/readAnswers.ts'

function read(text: string, { about, spelling = 'word' }: { about?: FieldId; spelling?: Spelling } = {}) {
  const rows = answerRows(text)
  return readAnswers(rows, guessAnswerMapping(rows, builtInScheme, about), builtInScheme, spelling)
}

const roles = (header: string, about?: FieldId) => guessAnswerMapping(answerRows(`${header}\n${header.split(',').map(() => 'x').join(',')}\n`), builtInScheme, about)

describe('rows', () => {
  test('of CSV have the line they begin on, whatever stands in their cells', () => {
    const { columns, rows } = answerRows('\ufeffid,stance\r\n\r\na,"中\n性"\r\nb,正面\r\n')
    expect(columns).toEqual(['id', 'stance'])
    expect(rows.map(({ line, cells }) => [line, cells.id, cells.stance])).toEqual([[3, 'a', '中\n性'], [5, 'b', '正面']])
  })

  test.each([['tabs', '\t'], ['semicolons', ';'], ['bars', '|']])('parted by %s', (_, separator) => {
    expect(answerRows(`id${separator}stance\na${separator}中性\nb${separator}正面\n`).rows.map(({ cells }) => cells.stance)).toEqual(['中性', '正面'])
  })

  test('have columns told apart though they are called alike, or nothing', () => {
    expect(answerRows('id,,stance,stance\n1,2,3,4\n').columns).toEqual(['id', '#2', 'stance', 'stance#4'])
  })

  test('lose the apostrophe that guards a cell against spreadsheets, and no other', () => {
    expect(answerRows(`id,stance\n'@a,中性\n'b,中性\n`).rows.map(({ cells }) => cells.id)).toEqual(['@a', "'b"])
  })

  test('of JSONL, a line each; what is none is listed; U+2028 ends no line', () => {
    const { rows, broken } = answerRows('\ufeff{"sample_id": 7}\r\n\r\n{"sample_id": "c"\n[1]\n{"sample_id": "e\u2028"}')
    expect(rows.map(({ line, cells }) => [line, cells.sample_id])).toEqual([[1, '7'], [5, 'e\u2028']])
    expect(broken.map(({ line, code }) => [line, code])).toEqual([[3, 'notJson'], [4, 'notAnObject']])
  })

  test('of JSON keep ids that are numbers as they are written, as data sets do', () => {
    const ids = (text: string) => answerRows(text).rows.map(({ cells }) => cells.id)
    expect(ids('{"id": 1234567890123456789, "p": 0.25}\n{"id":1234567890123456788}\n{"id": 7.0}\n{"id": 7, "text": "\\"id\\": 8.0 "}')).toEqual(['1234567890123456789', '1234567890123456788', '7.0', '7'])
    expect(ids('[{"id": 412646149.0}]')).toEqual(['412646149.0'])
    expect(answerRows('{"mid": 1234567890123456789, "p": {"Irony": 1.0, "Humor": 0.0}, "id": 1}').rows[0]!.cells).toEqual({ mid: '1234567890123456789', 'p.Irony': '1', 'p.Humor': '0', id: '1' })
    expect(answerRows('{"id": 007}').broken).toHaveLength(1)
  })

  describe('behind a stray quote', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `x${at},第${at}句,Irony`)
    const withQuotes = (...at: readonly number[]) => answerRows(['id,text,intent', ...lines.map((line, index) => (at.includes(index) ? line.replace(',', ',"') : line))].join('\r\n'))

    test.each([[[3]], [[3, 9]], [[0]], [[11]], [[2, 3, 4]]])('of rows %j, are read: the quote costs its own line', (at) => {
      const { rows, broken } = withQuotes(...at)
      // the last line takes nothing with it
      const lost = at.filter((index) => index < 11)
      expect(broken).toEqual(lost.map((index) => ({ line: index + 2, code: 'strayQuote', raw: lines[index]!.replace(',', ',"') })))
      expect(rows.map(({ line }) => line)).toEqual(lines.flatMap((_, index) => (lost.includes(index) ? [] : [index + 2])))
      expect(rows.filter(({ cells }) => cells.intent === 'Irony')).toHaveLength(12 - at.length)
    })

    test('are no rows where they are a model’s words', () => {
      const { rows, broken } = answerRows('id,raw\na,"He said "no"\nand left\nfor good"\nb,Irony\n')
      expect([rows.length + broken.length, rows.at(-1)!.cells]).toEqual([rows.length, { id: 'b', raw: 'Irony' }])
    })
  })

  test('may end in LF here and in CR LF there', () => {
    expect(answerRows('id,stance\r\na,中性\nb,正面\r\nc,"负\n面"\r\n').rows.map(({ line, cells }) => [line, cells.id, cells.stance])).toEqual([[2, 'a', '中性'], [3, 'b', '正面'], [4, 'c', '负\n面']])
  })

  test('of a JSON array, of an object of ids, of one record', () => {
    expect(answerRows('[{"id": "a", "stance": "Neutral"}, 3]')).toMatchObject({ rows: [{ line: 1 }], broken: [{ line: 2, code: 'notAnObject' }] })
    expect(answerRows('{"a": "Neutral", "b": {"stance": "Negative"}}').rows.map(({ cells }) => cells)).toEqual([{ id: 'a', predicted: 'Neutral' }, { id: 'b', stance: 'Negative' }])
    expect(answerRows('{"sample_id": "a", "predicted": "Neutral"}').rows).toHaveLength(1)
  })

  test('of a JSON object that holds one list of records are those', () => {
    const text = '{"model": "m", "metrics": {"accuracy": 0.5}, "tags": ["x"], "results": [{"id": 12345678901234567890, "stance": "Neutral"}, {"id": "b", "stance": "Negative"}]}'
    expect(answerRows(text).rows.map(({ line, cells }) => [line, cells])).toEqual([[1, { id: '12345678901234567890', stance: 'Neutral' }], [2, { id: 'b', stance: 'Negative' }]])
    // ids with a list each, and a record with one, are none
    expect(answerRows('{"a": [{"label": "x"}], "b": [{"label": "y"}]}').rows.map(({ cells }) => cells.id)).toEqual(['a', 'b'])
    expect(answerRows('{"sample_id": "a", "predicted": "Neutral", "choices": [{"text": "x"}]}').rows.map(({ cells }) => cells.sample_id)).toEqual(['a'])
  })

  test('spread what is predicted and what is right over columns, field by field', () => {
    const { records } = read('{"id": "a", "prediction": {"intent": "Irony", "stance": null}, "gold": {"intent": "Humor"}}\n{"id": "b", "prediction": {"intent": "礼貌", "stance": "Neutral"}, "gold": {"intent": "Humor"}}')
    expect(records.map(({ id, fields, gold }) => [id, fields.intent?.said, fields.stance?.said, gold])).toEqual([['a', 'Irony', null, { intent: 'Humor' }], ['b', 'Politeness', 'Neutral', { intent: 'Humor' }]])
    // a model's words are not taken apart
    expect(answerRows('{"id": "a", "raw_response": {"intent": "Irony"}}').rows[0]!.cells.raw_response).toBe('{"intent":"Irony"}')
  })

  test('spread an object of numbers over columns, and leave other objects as they are', () => {
    expect(answerRows('{"id": 1, "probabilities": {"Irony": 0.25, "Humor": 0.75}, "raw_response": {"a": ["x"]}}').rows[0]!.cells).toEqual({
      id: '1', 'probabilities.Irony': '0.25', 'probabilities.Humor': '0.75', raw_response: '{"a":["x"]}',
    })
  })
})

describe('columns', () => {
  test('of the benchmark’s runner, about the task that the file is named after', () => {
    expect(roles('sample_id,gold,predicted,correct,raw_response', 'intent')).toEqual({
      sample_id: { kind: 'id' }, gold: { kind: 'gold', field: 'intent' }, predicted: { kind: 'said', field: 'intent' }, correct: { kind: 'other' }, raw_response: { kind: 'raw', field: 'intent' },
    })
  })

  test('of our own answers', () => {
    expect(roles('sample_id,gold_stance,predicted_stance,answer_stance,probability_stance')).toEqual({
      sample_id: { kind: 'id' }, gold_stance: { kind: 'gold', field: 'stance' }, predicted_stance: { kind: 'said', field: 'stance' },
      answer_stance: { kind: 'state', field: 'stance' }, probability_stance: { kind: 'probability', field: 'stance' },
    })
  })

  test('called like a field are its answers, unless another says that it is predicted', () => {
    expect(roles('id,affective_stance,语用意图')).toMatchObject({ affective_stance: { kind: 'said', field: 'stance' }, 语用意图: { kind: 'said', field: 'intent' } })
    expect(roles('id,stance,pred_stance')).toMatchObject({ stance: { kind: 'gold', field: 'stance' }, pred_stance: { kind: 'said', field: 'stance' } })
  })

  test('of labels that belong to one field only are about it; others are for the user to say', () => {
    const mapping = (labels: string) => { const rows = answerRows(`id,label\n${labels.split(' ').map((label, at) => `${at},${label}`).join('\n')}\n`); return guessAnswerMapping(rows, builtInScheme) }
    expect(mapping('反讽 礼貌 共情').label).toEqual({ kind: 'said', field: 'intent' })
    expect(mapping('正面 负面')).toEqual({ id: { kind: 'id' }, label: { kind: 'other' } })
    expect(missingRoles(mapping('正面 负面'))).toEqual(['answer'])
  })

  test('of probabilities by label', () => {
    expect(roles('id,predicted,probabilities.Irony,p_礼貌', 'intent')).toMatchObject({ 'probabilities.Irony': { kind: 'share', field: 'intent', label: 'Irony' }, p_礼貌: { kind: 'share', field: 'intent', label: 'Politeness' } })
    expect(roles('id,explicit=Positive,explicit=负面')).toMatchObject({ 'explicit=Positive': { kind: 'share', field: 'explicit', label: 'Positive' }, 'explicit=负面': { kind: 'share', field: 'explicit', label: 'Negative' } })
  })

  test('without anything to match by', () => {
    expect(missingRoles(roles('name,stance'))).toEqual(['key'])
    expect(missingRoles(roles(''))).toEqual(['key', 'answer'])
  })

  test('given a role by hand take it from the one that had it', () => {
    const mapping = withRole(roles('id,stance,other'), 'other', { kind: 'said', field: 'stance' })
    expect(mapping).toEqual({ id: { kind: 'id' }, stance: { kind: 'other' }, other: { kind: 'said', field: 'stance' } })
  })
})

describe('answers', () => {
  test('are labels by any of their spellings; what each was read as is told', () => {
    const { records, spellings } = read('sample_id,predicted_stance,语用意图\n7,"Veiled Negative",反讽\n007,,礼貌\n8,隐晦负面,反讽\n9,胡说,Irony\n')
    expect(records.map(({ id, fields }) => [id, fields.stance?.said, fields.intent?.said])).toEqual([['7', 'Veiled Negative', 'Irony'], ['007', null, 'Politeness'], ['8', 'Veiled Negative', 'Irony'], ['9', '胡说', 'Irony']])
    expect(spellings).toEqual([
      { field: 'intent', written: '反讽', label: 'Irony', count: 2 }, { field: 'intent', written: '礼貌', label: 'Politeness', count: 1 },
      { field: 'stance', written: '隐晦负面', label: 'Veiled Negative', count: 1 }, { field: 'stance', written: '胡说', label: null, count: 1 },
    ])
  })

  test('taken exactly are labels only by their ids, as the benchmark counts', () => {
    const { records } = read('{"id": 1, "predicted": "反讽"}\n{"id": 2, "predicted": " Irony "}\n{"id": 3, "predicted": null}\n', { about: 'intent', spelling: 'exact' })
    expect(records.map(({ fields }) => fields.intent?.said)).toEqual(['反讽', 'Irony', null])
  })

  test('keep the model’s words, the gold, and probabilities that are a distribution', () => {
    const line = (id: number, more: object) => JSON.stringify({ id, gold: '反讽', predicted: 'Irony', raw_response: '是反讽', ...more })
    const { records, oddProbabilities } = read([line(1, {}), line(2, { probabilities: { Irony: 0.75, Humor: 0.25 } }), line(3, { probabilities: { Irony: 3 } })].join('\n'), { about: 'intent' })
    expect(records[0]).toMatchObject({ gold: { intent: 'Irony' }, fields: { intent: { said: 'Irony', raw: '是反讽' } } })
    expect(records[1]!.fields.intent!.probabilities).toEqual([0, 0, 0, 0.75, 0, 0, 0.25, 0])
    expect(records[2]!.fields.intent!.probabilities).toBeUndefined()
    expect(oddProbabilities).toBeGreaterThan(0)
  })

  test('by probabilities alone are the likeliest label', () => {
    expect(read('id,explicit=Positive,explicit=Neutral,explicit=Negative\n1,0.2,0.5,0.3\n').records[0]!.fields.explicit).toEqual({ said: 'Neutral', probabilities: [0.2, 0.5, 0.3] })
  })

  test('by words alone are left to the parser', () => {
    const rows = answerRows('id,raw_intent\n1,礼貌\n2,\n')
    expect(readAnswers(rows, guessAnswerMapping(rows, builtInScheme), builtInScheme, 'word').records.map(({ fields }) => fields.intent)).toEqual([{ raw: '礼貌' }, { raw: '' }])
  })

  test('are not what our own file says was not answered, and no label where it says why it is none', () => {
    const text = [
      'sample_id,gold_stance,predicted_stance,answer_stance,predicted_intent,answer_intent',
      'a,Neutral,,pending,,pending', 'b,Neutral,,failed,,failed', 'c,Neutral,Neutral,chosen,,notAsked', 'd,Neutral,Neutral,outOfScheme,欢喜,outOfScheme', 'e,Neutral,,unparsed,Irony,chosen',
    ].join('\n')
    const { records, problems } = read(text)
    expect(problems.map(({ line, code }) => [line, code])).toEqual([[2, 'notAnswered'], [3, 'notAnswered']])
    expect(records.map(({ id, fields }) => [id, fields])).toEqual([
      ['c', { stance: { said: 'Neutral' } }], ['d', { stance: { said: null }, intent: { said: '欢喜' } }], ['e', { stance: { said: null }, intent: { said: 'Irony' } }],
    ])
  })

  describe('that could not be read are answers, and name no label', () => {
    const about = { about: 'stance', spelling: 'exact' } as const
    const one = (value: string) => read(`{"sample_id": "a", "predicted": ${value}}\n`, about)

    test.each(['NaN', 'nan', 'None', 'undefined', 'null', '""', '" "', '"None"', '"NaN"', '"nan"', '"null"', '"N/A"', '"#N/A"', '"<NA>"', '[]', '{}', '[null]', '[""]'])('as JSON has them: %s', (value) => {
      const { records, problems } = one(value)
      expect(problems).toEqual([])
      expect(records).toMatchObject([{ id: 'a', fields: { stance: { said: null } } }])
    })

    test.each(['', 'nan', 'NaN', 'None', 'NULL', 'N/A', '<NA>', '#N/A', '[]'])('as a table has them: %j', (value) => {
      const { records, problems } = read(`sample_id,predicted\na,${value}\nb,Neutral\n`, about)
      expect(problems).toEqual([])
      expect(records.map(({ fields }) => fields.stance)).toEqual([{ said: null }, { said: 'Neutral' }])
    })

    test('and are counted', () => {
      expect(read('{"sample_id": "a", "predicted": NaN}\n{"sample_id": "b", "predicted": ""}\n{"sample_id": "c", "predicted": "odd"}\n', about).unread).toBe(2)
    })

    test('numbers, several labels and yes or no stay what they are: no label of the scheme', () => {
      for (const [value, said] of [['3', '3'], ['0', '0'], ['-1.5', '-1.5'], ['Infinity', 'Infinity'], ['true', 'true'], ['["Neutral", "Negative"]', '["Neutral","Negative"]']] as const) {
        expect(one(value).records[0]!.fields.stance).toEqual({ said })
      }
    })

    test('a list of one label is it, but for who counts as the benchmark does', () => {
      const text = '{"sample_id": "a", "predicted": ["Neutral"]}\n'
      expect(read(text, { about: 'stance' }).records[0]!.fields.stance).toEqual({ said: 'Neutral' })
      expect(read(text, about).records[0]!.fields.stance).toEqual({ said: '["Neutral"]' })
    })

    test('wherever they stand: in an array, in an object of ids, in nested answers', () => {
      expect(read('[{"id": "a", "predicted": NaN}, {"id": "b", "predicted": "Neutral"}]', about).records.map(({ fields }) => fields.stance)).toEqual([{ said: null }, { said: 'Neutral' }])
      expect(read('{"a": NaN, "b": "Neutral"}', about).records.map(({ fields }) => fields.stance)).toEqual([{ said: null }, { said: 'Neutral' }])
      expect(read('{"id": "a", "predictions": {"stance": NaN, "intent": "Irony"}}\n').records[0]!.fields).toEqual({ stance: { said: null }, intent: { said: 'Irony' } })
    })

    test('and a word within a text is left alone', () => {
      expect(answerRows('{"id": "a", "text": "NaN, None: \\" NaN", "predicted": NaN}').rows[0]!.cells).toEqual({ id: 'a', text: 'NaN, None: " NaN', predicted: 'NaN' })
    })

    test('a text, an id or a gold label that is not a number is none', () => {
      const { records } = read('{"sample_id": "a", "text": NaN, "gold": NaN, "predicted": "Neutral"}\n', about)
      expect(records).toMatchObject([{ text: null, gold: {} }])
      expect(read('{"sample_id": NaN, "predicted": "Neutral"}\n', about).problems.map(({ code }) => code)).toEqual(['noId'])
      expect(read('sample_id,gold,predicted\na,nan,Neutral\n', about).records[0]!.gold).toEqual({})
    })

    test('probabilities that are none are counted, and the answer stays', () => {
      const { records, problems, oddProbabilities } = read('{"sample_id": "a", "predicted": "Neutral", "probabilities": {"Neutral": NaN, "Negative": 0.5}}\n', about)
      expect([problems, records[0]!.fields.stance]).toEqual([[], { said: 'Neutral' }])
      expect(oddProbabilities).toBeGreaterThan(0)
    })
  })

  test('without id and text, or without any answer, are listed', () => {
    const { records, problems } = read('{"text": "句", "emotion": "Love"}\n{"text": "", "emotion": "Love"}\nnonsense\n{"text": "子"}\n')
    expect(records).toMatchObject([{ line: 1, id: null, text: '句' }])
    expect(problems.map(({ line, code }) => [line, code])).toEqual([[2, 'noId'], [3, 'notJson'], [4, 'noPrediction']])
  })
})
