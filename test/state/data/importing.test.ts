import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { readScheme } from '../../../src/storage/schemes.ts'
import type { Dataset } from '../../../src/domain/dataset.ts'
import type { Importer } from '../../../src/import/importClient.ts'
import type { ImportOptions, Inspection, InspectionOptions } from '../../../src/import/inspection.ts'
import { builtInScheme } from '../../../src/domain/builtInScheme.ts'
import { polarityScheme } from '../../export/schemeFixtures.ts'
import { ImportDesk } from '../../../src/state/data/importing.ts'

const inspection: Inspection = {
  format: 'csv',
  encoding: 'utf-8',
  detectedEncoding: 'utf-8',
  delimiter: ',',
  header: true,
  skippedRows: 0,
  columns: ['id', 'text', 'y'],
  mapping: { id: { kind: 'id' }, text: { kind: 'text' }, y: { kind: 'other' } },
  labelCodes: {},
  complete: false,
  firstRows: [['1', '好', '0'], ['2', '坏', '2'], ['3', '行', '']],
  findings: [],
}

const dataset: Dataset = {
  id: 'd',
  name: 'a',
  hash: '0'.repeat(64),
  schemeId: 'stance-matrix',
  rows: 3,
  samples: 3,
  problems: 0,
  notices: 0,
  source: { file: 'a.csv', bytes: 3, format: 'csv', encoding: 'utf-8', mapping: inspection.mapping },
  importedAt: 0,
  demonstration: false,
}

const file = new File(['abc'], 'a.csv')

/** An importer whose answers are given by hand, in any order. */
class Hand implements Importer {
  readonly inspections: { readonly options: InspectionOptions; readonly answer: PromiseWithResolvers<Inspection> }[] = []
  readonly imports: { readonly options: ImportOptions; readonly answer: PromiseWithResolvers<Dataset>; readonly signal: AbortSignal | undefined }[] = []

  inspect(_file: Blob, options: InspectionOptions = {}): Promise<Inspection> {
    const answer = withResolvers<Inspection>()
    this.inspections.push({ options, answer })
    return answer.promise
  }

  importFile(_file: Blob, options: ImportOptions, _onProgress?: unknown, signal?: AbortSignal): Promise<Dataset> {
    const answer = withResolvers<Dataset>()
    signal?.addEventListener('abort', () => answer.reject(signal.reason))
    this.imports.push({ options, answer, signal })
    return answer.promise
  }

  end(): void {
    // nothing runs
  }
}

interface PromiseWithResolvers<Value> {
  readonly promise: Promise<Value>
  readonly resolve: (value: Value) => void
  readonly reject: (reason: unknown) => void
}

function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: (value: Value) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<Value>((resolved, rejected) => {
    resolve = resolved
    reject = rejected
  })
  return { promise, resolve, reject }
}

async function inspected(found: Partial<Inspection> = {}): Promise<{ readonly hand: Hand; readonly desk: ImportDesk; readonly opened: Promise<Dataset | null> }> {
  const hand = new Hand()
  const desk = new ImportDesk(hand)
  const opened = desk.open(file)
  hand.inspections[0]!.answer.resolve({ ...inspection, ...found })
  if (!found.complete) await opened
  else await Promise.resolve().then(() => undefined)
  return { hand, desk, opened }
}

test('a file that needs a hand stays at its columns; one that needs none goes straight in', async () => {
  const { desk, opened } = await inspected()
  expect(await opened).toBeNull()
  expect(desk.get()).toMatchObject({ status: 'inspected', choices: { name: 'a', mapping: inspection.mapping } })

  const straight = await inspected({ complete: true })
  expect(straight.desk.get().status).toBe('importing')
  straight.hand.imports[0]!.answer.resolve(dataset)
  expect(await straight.opened).toBe(dataset)
  expect(straight.desk.get().status).toBe('idle')
  expect(straight.desk.canReadAgain('d')).toBe(true)
  straight.desk.readAgain('d')
  expect(straight.desk.get().status).toBe('inspected')
})

test('a role that one column can have moves; a column of codes gets a guess of what they mean', async () => {
  const { hand, desk } = await inspected()
  desk.assign('id', { kind: 'text' })
  desk.assign('y', { kind: 'gold', field: 'implicit' })
  void desk.start()
  const { mapping, labelCodes } = hand.imports[0]!.options
  expect(mapping).toEqual({ id: { kind: 'text' }, text: { kind: 'other' }, y: { kind: 'gold', field: 'implicit' } })
  expect(labelCodes).toEqual({ y: { '0': 'Negative', '1': 'Neutral', '2': 'Positive' } })
})

test('a column that is gold no more takes its codes with it', async () => {
  const { hand, desk } = await inspected()
  desk.assign('y', { kind: 'gold', field: 'implicit' })
  desk.assign('y', { kind: 'other' })
  void desk.start()
  expect(hand.imports[0]!.options.labelCodes).toEqual({})
})

test('a way to read it that fails leaves the file and what was there, and says why', async () => {
  const { hand, desk } = await inspected()
  const refused = desk.reread({ format: 'parquet' })
  hand.inspections[1]!.answer.reject(new Error('damaged'))
  await refused
  expect(desk.get()).toMatchObject({ status: 'inspected', rereading: false, inspection, choices: { reading: {} }, problem: new Error('damaged') })
})

test('the sheet that was looked at is the one imported', async () => {
  const { hand, desk } = await inspected()
  const other = desk.reread({ sheet: 2 })
  hand.inspections[1]!.answer.resolve({ ...inspection, format: 'xlsx', sheet: 2, sheets: [{ at: 0, name: '说明', rows: 3 }, { at: 2, name: '数据', rows: 9 }] })
  await other
  void desk.start()
  expect(hand.imports[0]!.options.sheet).toBe(2)
})

test('an answer to an earlier question is dropped', async () => {
  const { hand, desk } = await inspected()
  const first = desk.reread({ encoding: 'big5' })
  const second = desk.reread({ encoding: 'gb18030' })
  hand.inspections[2]!.answer.resolve({ ...inspection, encoding: 'gb18030' })
  await second
  hand.inspections[1]!.answer.resolve({ ...inspection, encoding: 'big5' })
  await first
  expect(desk.get()).toMatchObject({ status: 'inspected', rereading: false, inspection: { encoding: 'gb18030' } })
  expect(hand.inspections[2]!.options.encoding).toBe('gb18030')
})

test('cancelling an import goes back to the columns as chosen; cancelling there puts the file away', async () => {
  const { hand, desk } = await inspected()
  desk.choose({ name: 'mine' })
  const started = desk.start()
  desk.cancel()
  expect(hand.imports[0]!.signal?.aborted).toBe(true)
  expect(await started).toBeNull()
  expect(desk.get()).toMatchObject({ status: 'inspected', choices: { name: 'mine' } })
  desk.cancel()
  expect(desk.get()).toEqual({ status: 'idle' })
})

test('what fails is kept with its file', async () => {
  const hand = new Hand()
  const desk = new ImportDesk(hand)
  const opened = desk.open(file)
  const error = new Error('torn')
  hand.inspections[0]!.answer.reject(error)
  expect(await opened).toBeNull()
  expect(desk.get()).toEqual({ status: 'failed', file, error })
})

test('labels are read by the built-in scheme unless another is chosen, before the file or over its columns', async () => {
  const { hand, desk } = await inspected()
  expect(hand.inspections[0]!.options.scheme).toBe(builtInScheme)
  const chosen = desk.chooseScheme(polarityScheme)
  expect(hand.inspections[1]!.options.scheme).toBe(polarityScheme)
  hand.inspections[1]!.answer.resolve({ ...inspection, mapping: { ...inspection.mapping, y: { kind: 'gold', field: 'polarity' } } })
  await chosen
  expect(desk.get()).toMatchObject({ status: 'inspected', choices: { scheme: { id: 'three' }, mapping: { y: { field: 'polarity' } } } })
  desk.assign('y', { kind: 'gold', field: 'polarity' })
  void desk.start()
  await vi.waitFor(() => expect(hand.imports).toHaveLength(1))
  expect(hand.imports[0]!.options).toMatchObject({ scheme: { id: 'three' } })
  // whatever other tabs did to it meanwhile
  expect(await readScheme('three')).toEqual(polarityScheme)

  const before = new ImportDesk(new Hand())
  const changes: string[] = []
  before.subscribe(() => changes.push(before.getScheme().id))
  await before.chooseScheme(polarityScheme)
  expect(changes).toEqual(['three'])
})

test('where a file cannot be read by another scheme, the one before stays', async () => {
  const { hand, desk } = await inspected()
  const chosen = desk.chooseScheme(polarityScheme)
  hand.inspections[1]!.answer.reject(new Error('gone'))
  await chosen
  expect([desk.getScheme().id, desk.get().status]).toEqual([builtInScheme.id, 'inspected'])
  expect(desk.get()).toMatchObject({ choices: { scheme: { id: builtInScheme.id } }, problem: { message: 'gone' } })
})
