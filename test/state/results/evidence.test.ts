import { describe, expect, it } from 'vitest'
import { csvText } from '../../../src/export/csv.ts'
import { latexText } from '../../../src/export/latex.ts'
import { type Figure, isFigure, shownCell, type Table } from '../../../src/export/table.ts'
import { fieldOf } from '../../../src/domain/scheme.ts'
import { accuracy } from '../../../src/metrics/classification.ts'
import { confusion } from '../../../src/metrics/confusion.ts'
import { holm } from '../../../src/metrics/holm.ts'
import { wilson } from '../../../src/metrics/intervals.ts'
import { accuracyDifferenceInterval, mcnemar } from '../../../src/metrics/mcnemar.ts'
import { plainText } from '../../../src/state/results/evidence/baselineAnswers.ts'
import { type EvidenceKind, evidenceKinds, type EvidenceQuestion, type EvidenceScreen } from '../../../src/state/results/evidence/evidenceService.ts'
import { EvidenceWork } from '../../../src/state/results/evidence/evidenceWork.ts'
import { answersOf, keysOf, labelsOf, question, runs, samples, scheme, source, withControls } from './evidenceFixtures.ts'

const work = new EvidenceWork(source())
const ask = (kind: EvidenceKind, more?: Partial<EvidenceQuestion>): Promise<EvidenceScreen> => work.screen(question(kind, more))
const goldIndices = (field: string) => samples.map(({ gold }) => labelsOf(field).indexOf((gold[field] as { label: string }).label))
const predictedIndices = (id: string, field: string) => samples.map((one) => {
  const said = answersOf(withControls.find(({ method: { id: own } }) => own === id)!, one)[field]
  return said?.kind === 'chosen' ? labelsOf(field).indexOf(said.label) : -1
})
const pairedCounts = (id: string, other: string, field: string) => {
  const [gold, first, second] = [goldIndices(field), predictedIndices(id, field), predictedIndices(other, field)]
  const count = (one: boolean, two: boolean) => gold.filter((label, at) => (first[at] === label) === one && (second[at] === label) === two).length
  return { bothRight: count(true, true), onlyFirst: count(true, false), onlySecond: count(false, true), bothWrong: count(false, false) }
}
const rightOf = (id: string, field: string) => accuracy(confusion(labelsOf(field).length, goldIndices(field), predictedIndices(id, field)))!
const cell = ({ columns, rows }: Table, row: number, key: string) => rows[row]![columns.findIndex((column) => (column.key ?? column.header) === key)]!
const rowWhere = (table: Table, wanted: Readonly<Record<string, unknown>>) => table.rows.findIndex((_, row) => Object.entries(wanted).every(([key, value]) => cell(table, row, key) === value))

describe('every evidence screen', () => {
  // the dearest are asked in English by the tests below
  const dear = new Set<EvidenceKind>(['gains', 'ladder', 'shams'])
  it.each(evidenceKinds.flatMap((kind) => [[kind, 'zh'] as const, ...(dear.has(kind) ? [] : [[kind, 'en'] as const])]))('%s in %s: says what it shows, has a cell a column, and can be taken along', async (kind, language) => {
    const { sections, choices } = await ask(kind, { language })
    expect(sections.length).toBeGreaterThan(0)
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    for (const { title, text, table, links } of sections) {
      expect([title, text, table.caption].every((sentence) => sentence.length > 1)).toBe(true)
      expect(/\p{Script=Han}/u.test(text)).toBe(language === 'zh')
      expect(table.rows.length).toBeGreaterThan(0)
      expect(csvText(table).trimEnd().split('\r\n').length).toBeGreaterThan(table.rows.length)
      expect(latexText(table)).toContain('\\toprule')
      if (links) expect(links).toHaveLength(table.rows.length)
      for (const row of table.rows) {
        for (const figure of row.filter(isFigure)) if (figure.low !== undefined && figure.value !== null) expect(figure.low).toBeLessThanOrEqual(figure.high!)
      }
    }
    for (const { options, value } of choices) expect(options.some((option) => option.value === value)).toBe(true)
  })
})

describe('gains', () => {
  it('are over the named baseline, with the rule in the caption', async () => {
    const { sections } = await ask('gains', { choices: { of: 'matrix', baseline: 'named:direct' } })
    const { table } = sections[0]!
    const row = rowWhere(table, { task: 'Pragmatic intent', figure: 'Acc.' })
    expect((cell(table, row, 'gain') as Figure).value).toBeCloseTo(rightOf('matrix', 'intent') - rightOf('direct', 'intent'), 12)
    expect(cell(table, row, 'n')).toBe(120)
    // one number, one interval: that of the same difference in the family and between two runs, in the headline over this one model too
    const interval = accuracyDifferenceInterval(pairedCounts('direct', 'matrix', 'intent'))!
    const headlines = sections[1]!.table
    for (const [figure, key] of [['Acc.', 'accuracy'], ['Micro-F1', 'microF1']] as const) {
      expect(cell(table, rowWhere(table, { task: 'Pragmatic intent', figure }), 'gain')).toMatchObject({ low: interval.low, high: interval.high })
      expect(cell(headlines, rowWhere(headlines, { task: 'Pragmatic intent' }), key)).toMatchObject({ low: interval.low, high: interval.high })
    }
    expect(table.caption).toContain('matrix against direct')
    expect(sections.map(({ id }) => id)).toEqual(['gains', 'headlines', 'without-model', 'by-tier', 'by-stance'])
  })

  it('name the tier that no person has looked at, and never take an oracle for the strongest', async () => {
    const { sections, choices } = await ask('gains', { choices: { of: 'matrix' } })
    expect(JSON.stringify(sections.find(({ id }) => id === 'by-tier')!.table.rows)).toContain('no human review')
    expect(sections[0]!.table.rows.some((row) => row.includes('Oracle: stance given'))).toBe(false)
    expect(choices.find(({ key }) => key === 'baseline')!.value).toBe('rechosen')
  })
})

describe('the family', () => {
  it('is corrected by Holm over all that the plan named, whatever else is chosen on the screen', async () => {
    const { sections } = await ask('family')
    const { table } = sections[0]!
    expect(table.rows).toHaveLength(5 + 3)
    const ps = ['matrix', 'oracle-stance', 'predicted-stance', 'matrix-reason', 'structure-only'].map((id) => mcnemar(pairedCounts('direct', id, 'intent')).p)
    const compared = table.rows.slice(0, 5)
    expect(compared.map((_, row) => cell(table, row, 'p'))).toEqual(ps)
    expect(compared.map((_, row) => cell(table, row, 'p_holm'))).toEqual(holm(ps))
    const filtered = await ask('family', { field: 'emotion', choices: { by: 'tier' } })
    expect(filtered.sections[0]!.table.rows).toEqual(table.rows)
    expect(table.caption).toContain('exact McNemar')
    expect(table.caption).not.toContain('swap')
    // every answer names a label: micro-F1 is accuracy, and is tested as such
    const micro = (await new EvidenceWork(source({ primaryMetric: { field: 'intent', metric: 'microF1' } })).screen(question('family'))).sections[0]!.table
    expect([micro.rows, micro.caption.includes('swap')]).toEqual([table.rows, false])
    expect((await new EvidenceWork(source({ primaryMetric: { field: 'intent', metric: 'macroF1' } })).screen(question('family'))).sections[0]!.table.caption).toContain('swap')
  })

  it('compares by macro-F1 over the labels with ten gold where the plan names that, with intervals and a verdict that the full list’s macro-F1 has not', async () => {
    const by = async (metric: 'macroF1' | 'supportedMacroF1') => (await new EvidenceWork(source({ primaryMetric: { field: 'intent', metric } })).screen(question('family'))).sections[0]!.table
    const [full, supported] = [await by('macroF1'), await by('supportedMacroF1')]
    const row = rowWhere(supported, { run: 'Matrix-guided' })
    const [gold, predicted] = [goldIndices('intent'), predictedIndices('matrix', 'intent')]
    const f1 = [0, 1, 2].map((label) => {
      const of = (list: ArrayLike<number>) => Array.from(list).filter((each) => each === label).length
      const right = Array.from(gold).filter((each, at) => each === label && predicted[at] === label).length
      return (2 * right) / (of(gold) + of(predicted))
    })
    expect(cell(supported, row, 'score')).toBeCloseTo(f1.reduce((sum, one) => sum + one, 0) / 3, 12)
    expect((cell(supported, row, 'difference') as Figure).low).toBeDefined()
    expect(cell(supported, row, 'equivalence')).not.toBeNull()
    expect((cell(full, rowWhere(full, { run: 'Matrix-guided' }), 'difference') as Figure).low).toBeUndefined()
    expect(cell(full, rowWhere(full, { run: 'Matrix-guided' }), 'equivalence')).toBe('no verdict: rare labels')
  })

  it('ends with the baselines that have no model, by their score alone', async () => {
    const { table, links } = (await ask('family')).sections[0]!
    const [gold, firsts] = [goldIndices('intent'), [5, 6, 7]]
    expect(firsts.map((row) => cell(table, row, 'run'))).toEqual(['majority label', 'character n-grams (target sentence only)', 'lookup P(label | gold stance), reads no text'])
    // three labels in turn: whatever is commonest, it is right of a third at most
    expect(cell(table, 5, 'score')).toBeLessThanOrEqual(Math.max(...[0, 1, 2].map((label) => gold.filter((one) => one === label).length)) / 120)
    for (const row of firsts) {
      expect(['p', 'p_holm', 'equivalence'].map((key) => cell(table, row, key))).toEqual(['', '', ''])
      expect(cell(table, row, 'n')).toBe(120)
      expect(links![row]).toBeNull()
    }
    expect(table.caption).toContain('cross-fitted')
  })

  it('says which rare labels keep its primary figure from a verdict', async () => {
    const { sections, notices } = await new EvidenceWork(source({ primaryMetric: { field: 'intent', metric: 'macroF1' } })).screen(question('family'))
    expect(cell(sections[0]!.table, 0, 'equivalence')).toBe('no verdict: rare labels')
    const sentence = notices.find((notice) => notice.includes('fewer than 10 gold records'))!
    for (const { name } of fieldOf(scheme, 'intent').labels.slice(3)) expect(sentence).toContain(`${name.en} (0)`)
    for (const { name } of fieldOf(scheme, 'intent').labels.slice(0, 3)) expect(sentence).not.toContain(`${name.en} (`)
  })

  it('names nothing where the plan named nothing', async () => {
    const { sections, notices } = await new EvidenceWork(source({ family: { pairs: { kind: 'none' } } })).screen(question('family'))
    expect(sections).toEqual([])
    expect(notices[0]).toContain('exploratory')
  })
})

describe('shams', () => {
  it('are read together, with equivalence only by a margin', async () => {
    const { sections, notices } = await ask('shams')
    const { table } = sections[0]!
    const row = rowWhere(table, { control: 'sham matrix', task: 'Pragmatic intent', figure: 'Acc.' })
    const shams = [1, 2, 3, 4, 5].map((seed) => rightOf(`matrix-sham-${seed}`, 'intent'))
    expect(cell(table, row, 'controls')).toBe(5)
    expect((cell(table, row, 'difference') as Figure).value).toBeCloseTo(rightOf('matrix', 'intent') - shams.reduce((sum, one) => sum + one, 0) / 5, 12)
    expect(table.caption).toContain('2 points, named in the plan')
    expect(notices).toEqual([])
    const without = await new EvidenceWork(source({ family: { pairs: { kind: 'allPairs' } } })).screen(question('shams'))
    const verdicts = without.sections[0]!.table.rows.map((_, at) => cell(without.sections[0]!.table, at, 'equivalence')).filter((verdict) => verdict !== '')
    expect([...new Set(verdicts)]).toEqual(['no margin'])
    const chosen = await ask('shams', { choices: { margin: '0.05' } })
    expect(chosen.notices[0]).toContain('exploratory')
  })
})

describe('the screen of controls', () => {
  const shamsAlone = keysOf(runs.filter(({ method: { id } }) => id === 'matrix' || id.includes('sham')))
  const all = (): Promise<EvidenceScreen> => ask('shams', { runs: keysOf(withControls) })

  it('has the primary figure first, and marks what the plan’s margin was named for', async () => {
    const { table } = (await all()).sections[0]!
    expect([cell(table, 0, 'task'), cell(table, 0, 'figure')]).toEqual(['Pragmatic intent', 'Acc.'])
    const marks = table.rows.map((_, at) => [cell(table, at, 'task') === 'Pragmatic intent' && cell(table, at, 'figure') === 'Acc.', cell(table, at, 'margin')])
    expect(marks.filter(([, mark]) => mark !== '')).toEqual(marks.filter(([, mark]) => mark !== '').map(([primary]) => [primary, primary === true ? 'named before' : 'exploratory']))
    const chosen = (await ask('shams', { runs: shamsAlone, choices: { margin: '0.05' } })).sections[0]!.table
    expect(chosen.rows.some((_, at) => cell(chosen, at, 'margin') === 'named before')).toBe(false)
    const emotion = (await new EvidenceWork(source({ primaryMetric: { field: 'emotion', metric: 'weightedF1' } })).screen(question('shams', { runs: shamsAlone }))).sections[0]!.table
    expect([cell(emotion, 0, 'task'), cell(emotion, 0, 'figure'), cell(emotion, 0, 'margin')]).toEqual(['Fine-grained emotion', 'W-F1', 'named before'])
  })

  it('says which labels are too rare for a verdict, and that there is none', async () => {
    const { sections, notices } = await new EvidenceWork(source({ primaryMetric: { field: 'intent', metric: 'macroF1' } })).screen(question('shams', { runs: shamsAlone }))
    const { table } = sections[0]!
    const row = rowWhere(table, { control: 'sham matrix', task: 'Pragmatic intent', figure: 'Macro-F1' })
    expect(row).toBe(0)
    expect(cell(table, row, 'equivalence')).toBe('no verdict: rare labels')
    expect((cell(table, row, 'difference') as Figure).low).toBeUndefined()
    expect(notices.some((notice) => notice.includes('Macro-F1 of Pragmatic intent') && notice.includes(`${fieldOf(scheme, 'intent').labels[3]!.name.en} (0)`))).toBe(true)
    expect(notices.some((notice) => notice.includes('exploratory'))).toBe(false)
  })

  it('says so where no control answers the primary figure', async () => {
    const explicit = await new EvidenceWork(source({ primaryMetric: { field: 'explicit', metric: 'accuracy' } })).screen(question('shams', { runs: shamsAlone }))
    expect(explicit.notices[0]).toContain('No row of the table below is the plan’s primary figure (Explicit polarity, Acc.)')
  })

  it('folds permuted names into a sentence, with the rows behind it', async () => {
    const { sections } = await all()
    expect(sections.map(({ id, folded }) => [id, folded])).toEqual([['shams', undefined], ['shams-permuted', true]])
    const [open, folded] = sections
    expect(open!.table.rows.some((line) => line.includes('names permuted'))).toBe(false)
    expect(folded!.table.rows.every((line) => line.includes('names permuted'))).toBe(true)
    expect(folded!.text).toMatch(/By the primary figure \(Pragmatic intent, Acc\.\): [-+]?\d+\.\d points, /)
    const differences = folded!.table.rows.map((_, at) => (cell(folded!.table, at, 'difference') as Figure).value!)
    expect(folded!.text).toContain(`Over all ${differences.length} rows`)
    expect(folded!.text).toContain(`to +${(100 * Math.max(...differences)).toFixed(1)} points`)
    const alone = await ask('shams', { runs: keysOf(withControls.filter(({ method: { id } }) => id === 'matrix' || id.includes('permuted'))) })
    expect(alone.sections.map(({ id, folded: closed }) => [id, closed])).toEqual([['shams', undefined]])
  })

  it('holds told labels against shuffled ones, and ends each group with the baselines', async () => {
    const { table, links } = (await all()).sections[0]!
    const row = rowWhere(table, { control: 'labels shuffled', task: 'Pragmatic intent', figure: 'Acc.' })
    expect(cell(table, row, 'run')).toBe('Oracle: stance given')
    expect((cell(table, row, 'difference') as Figure).value).toBeCloseTo(rightOf('oracle-stance', 'intent') - rightOf('shuffled-stance', 'intent'), 12)
    const group = table.rows.flatMap((_, at) => (cell(table, at, 'task') === 'Pragmatic intent' && cell(table, at, 'figure') === 'Acc.' ? [at] : []))
    expect(group.map((at) => cell(table, at, 'control'))).toEqual(['sham matrix', 'labels shuffled', 'structure only', '', '', ''])
    expect(group.slice(3).map((at) => cell(table, at, 'run'))).toEqual(['majority label', 'character n-grams (target sentence only)', 'lookup P(label | gold stance), reads no text'])
    expect(group.slice(3).map((at) => [cell(table, at, 'n'), links![at]])).toEqual([[120, null], [120, null], [120, null]])
    for (const at of group.slice(3)) expect(cell(table, at, 'score')).toBeLessThan(0.5)
  })
})

describe('a control that is one method', () => {
  it('is compared by the paired difference, with its interval and the verdict within the margin', async () => {
    const { table } = (await ask('shams')).sections[0]!
    const row = rowWhere(table, { control: 'structure only', task: 'Pragmatic intent', figure: 'Acc.' })
    const interval = accuracyDifferenceInterval(pairedCounts('structure-only', 'matrix-reason', 'intent'))
    expect(cell(table, row, 'difference')).toMatchObject({ value: rightOf('matrix-reason', 'intent') - rightOf('structure-only', 'intent'), low: interval!.low, high: interval!.high })
    for (const task of ['Pragmatic intent', 'Fine-grained emotion', 'Affective stance']) {
      for (const figure of ['Acc.', 'Macro-F1 (10+)', 'W-F1']) {
        const at = rowWhere(table, { control: 'structure only', task, figure })
        expect((cell(table, at, 'difference') as Figure).low, `${task} ${figure}`).toBeDefined()
        expect(['undecided', 'no different (within the margin)', 'different (beyond the margin)']).toContain(cell(table, at, 'equivalence'))
      }
    }
  })
})

describe('ways of asking', () => {
  it('stand as a spread beside the method’s own figure and interval', async () => {
    const { table } = (await ask('spread')).sections[0]!
    const row = rowWhere(table, { run: 'Direct', changed: 'wording', task: 'Pragmatic intent', figure: 'Acc.' })
    const ways = ['direct', 'direct-wording-1', 'direct-wording-2'].map((id) => rightOf(id, 'intent'))
    const mean = ways.reduce((sum, one) => sum + one, 0) / 3
    const own = wilson(Math.round(ways[0]! * samples.length), samples.length)!
    expect(cell(table, row, 'score')).toEqual({ value: ways[0], low: own.low, high: own.high })
    expect(cell(table, row, 'ways')).toBe(3)
    expect(cell(table, row, 'mean')).toBeCloseTo(mean, 12)
    expect(cell(table, row, 'sd')).toBeCloseTo(Math.sqrt(ways.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 2), 12)
    expect(table.rows.every(([run]) => run === 'Direct')).toBe(true)
    // a standard deviation has no direction
    const sd = table.columns.findIndex(({ key }) => key === 'sd')
    for (const line of table.rows) expect(shownCell(line[sd]!, table.columns[sd]!)).toMatch(/^\d+\.\d$/)
  })
})

describe('leaning', () => {
  it('has its n beside each column, and says where gold and answers are of other samples', async () => {
    const { sections, notices } = await ask('leaning', { runs: question('leaning').runs.slice(0, 1) })
    expect(sections[0]!.table.columns.slice(1).map(({ header }) => header)).toEqual(['Gold (n = 120)', 'Answers: no prior, joint (n = 120)'])
    expect(notices).toEqual([])
    const ungraded = samples.map((one) => (one.other['topic'] === 'a' ? { ...one, gold: { ...one.gold, intent: undefined } } : one) as typeof one)
    const other = await new EvidenceWork({ ...source(), readSamples: () => Promise.resolve(ungraded) }).screen(question('leaning', { runs: question('leaning').runs.slice(0, 1) }))
    expect(other.sections[0]!.table.columns.slice(1).map(({ header }) => header)).toEqual(['Gold (n = 96)', 'Answers: no prior, joint (n = 120)'])
    expect(other.notices.join(' ')).toContain('of the 96 samples that have gold, the answers’ of the 120')
  })
})

describe('the ladder', () => {
  it('holds none, own, gold and the lookup on the same samples, and says which rung is missing', async () => {
    const { sections, notices } = await ask('ladder')
    const intent = sections[0]!.table.rows.filter(([task]) => task === 'Pragmatic intent')
    expect(intent.map(([, told]) => told)).toEqual(['no stance told', 'the model’s own stance', 'the gold stance', 'lookup alone (no text)'])
    expect(new Set(intent.map((row) => row[3])).size).toBe(1)
    expect(notices.join(' ')).toContain('a shuffled stance')
    expect(sections[1]!.table.rows[0]![1]).toBe('the gold stance − lookup alone (no text)')
  })
})

describe('slices', () => {
  it('part by any column of the file, and unranked below 30', async () => {
    const { sections, choices } = await ask('slices', { choices: { by: 'column:topic' } })
    const { table, links } = sections[0]!
    expect(table.rows.map(([part, n]) => [part, n])).toEqual([['a', 24], ['b', 96]])
    expect([cell(table, 0, 'rank'), cell(table, 1, 'rank')]).toEqual(['—', 1])
    expect(links![0]).toMatchObject({ slice: 'column:topic', part: 'a' })
    expect(choices[0]!.options.map(({ value }) => value)).toEqual(['scene', 'tier', 'turns', ...scheme.fields.map(({ id }) => `gold:${id}`), 'column:topic'])
  })
})

describe('a slice of samples without gold', () => {
  it('has n 0 and no figure, and the rest of the table stands', async () => {
    const ungraded = samples.map((one) => (one.other['topic'] === 'a' ? { ...one, gold: { ...one.gold, intent: undefined } } : one) as typeof one)
    const other = new EvidenceWork({ ...source(), readSamples: () => Promise.resolve(ungraded) })
    const [found, whole] = await Promise.all([other, work].map((each) => each.screen(question('slices', { choices: { by: 'column:topic' } }))))
    const { table } = found!.sections[0]!
    expect(cell(table, 0, 'n')).toBe(0)
    expect(cell(table, 0, 'accuracy')).toMatchObject({ value: null })
    expect(csvText(table).split('\r\n')[1]).toMatch(/^a,0,,,/)
    expect(cell(table, 1, 'accuracy')).toEqual(cell(whole!.sections[0]!.table, 1, 'accuracy'))
  })
})

describe('performance per label', () => {
  it('puts the label in doubt first, and says what each is confused with', async () => {
    const { sections, notices } = await ask('stances', { field: 'stance' })
    expect(sections[0]!.table.rows[0]![0]).toBe('Veiled Negative')
    expect(notices.join(' ')).toContain('62%')
  })
})

describe('baselines', () => {
  it('compare sentences without white space and width', () => {
    expect(plainText('Ａ b\n，')).toBe('Ab,')
  })
})

describe('overlap', () => {
  it('finds a sentence that stands in dev, and leads to it', async () => {
    const { sections } = await ask('overlap', { choices: { dev: 'dev' } })
    const { table } = sections[0]!
    expect(table.rows.map((_, row) => [cell(table, row, 'source'), cell(table, row, 'text')])).toEqual([['dev: dev set', 1], ['training texts: model', 0]])
    const listed = sections.find(({ id }) => id === 'overlap-samples')!
    expect(listed.table.rows[0]!.slice(0, 3)).toEqual(['s-003', 'dev: dev set', 'sentence'])
    expect(listed.links![0]).toMatchObject({ sample: 's-003' })
  })
})
