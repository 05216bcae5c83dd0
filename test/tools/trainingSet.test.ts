import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import { derive } from '../../src/domain/scheme.ts'

const folder = 'tools/training-set/batches'
const polarity: Readonly<Record<string, string>> = { '+': 'Positive', 0: 'Neutral', '-': 'Negative' }
const NEAR = 0.6

interface Written {
  readonly batch: string
  readonly part: 'train' | 'held' | 'sample'
  readonly scene: string
  readonly context: string
  readonly text: string
  readonly labels: Readonly<Record<string, string>>
  readonly pair: string
}

const records = readdirSync(folder).filter((name) => name.endsWith('.tsv')).flatMap((name): readonly Written[] => {
  const [header, ...lines] = readFileSync(`${folder}/${name}`, 'utf8').trimEnd().split('\n')
  const columns = header!.split('\t')
  const batch = name.replace('.tsv', '')
  const part = batch.startsWith('held-') ? 'held' : batch.startsWith('sample-') ? 'sample' : 'train'
  return lines.map((line) => {
    const row = Object.fromEntries(line.split('\t').map((cell, at) => [columns[at]!, cell]))
    const labels = { explicit: polarity[row.explicit!]!, implicit: polarity[row.implicit!]!, intent: row.intent!, emotion: row.emotion! }
    return { batch, part, scene: row.scene!, context: row.context!.replaceAll('\\n', '\n'), text: row.text!, labels, pair: row.pair ?? '' }
  })
})
const train = records.filter(({ part }) => part === 'train')
const held = records.filter(({ part }) => part === 'held')

/** Under which key the records agree, and the batches that hold them. */
function batchesBy(key: (record: Written) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const record of records) {
    if (key(record) !== '') found.set(key(record), (found.get(key(record)) ?? new Set()).add(record.batch))
  }
  return found
}

function trigrams(text: string): ReadonlySet<string> {
  const points = Array.from(text)
  return new Set(Array.from({ length: Math.max(1, points.length - 2) }, (_, at) => points.slice(at, at + 3).join('')))
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((gram) => other.has(gram)).length
  return shared / (one.size + other.size - shared)
}

describe('the training set', () => {
  test('has 1,200 records or more to train on, 600 or more held out', () => {
    expect(train.length).toBeGreaterThanOrEqual(1200)
    expect(held.length).toBeGreaterThanOrEqual(600)
  })

  test.each(builtInScheme.fields)('every label of $id is trained on with 30 records or more, and held out at all', (field) => {
    const of = ({ labels }: Written): string | undefined => (field.kind === 'derived' ? derive(field, labels) : labels[field.id])
    const names = field.labels.map(({ id }) => id)
    const count = (part: readonly Written[], label: string) => part.filter((record) => of(record) === label).length
    expect(names.filter((label) => count(train, label) < 30)).toEqual([])
    expect(names.filter((label) => count(held, label) === 0)).toEqual([])
    expect(new Set(records.map(of))).toEqual(new Set(names))
  })

  test('is cut by whole scenes and minimal pairs: no context and no pair lies in two batches', () => {
    const torn = (found: ReadonlyMap<string, ReadonlySet<string>>) => [...found].filter(([, batches]) => batches.size > 1)
    expect(torn(batchesBy(({ context }) => context))).toEqual([])
    const pairs = new Map<string, Written[]>()
    for (const record of records.filter(({ pair }) => pair !== '')) {
      const id = `${record.batch} ${record.pair}`
      pairs.set(id, [...(pairs.get(id) ?? []), record])
    }
    expect(pairs.size).toBeGreaterThan(200)
    for (const members of pairs.values()) {
      // customer service marks who speaks, the other scenes do not
      expect(new Set(members.map(({ text }) => text.replace(/^\[(?:买家|客服)\] /, ''))).size).toBe(1)
      expect(new Set(members.map(({ labels }) => `${labels.explicit} ${labels.implicit}`)).size).toBeGreaterThan(1)
      expect(new Set(members.map(({ context }) => context)).size).toBe(members.length)
    }
  })

  test('holds no near-duplicates: trigrams of text and of context with text below 0.6 alike, but within a minimal pair', () => {
    const grams = records.map((record) => [trigrams(record.text), trigrams(`${record.context}\n${record.text}`)] as const)
    const index = new Map<string, number[]>()
    const near: string[] = []
    for (const [at, [text, whole]] of grams.entries()) {
      const earlier = new Set([...text].flatMap((gram) => index.get(gram) ?? []))
      for (const other of earlier) {
        const [one, two] = [records[at]!, records[other]!]
        if (one.pair !== '' && one.pair === two.pair && one.batch === two.batch) continue
        if (jaccard(text, grams[other]![0]) >= NEAR && jaccard(whole, grams[other]![1]) >= NEAR) near.push(`${one.batch}: ${one.text} ~ ${two.batch}: ${two.text}`)
      }
      for (const gram of text) {
        const holders = index.get(gram)
        if (holders) holders.push(at)
        else index.set(gram, [at])
      }
    }
    expect(near).toEqual([])
  })

  test('the measure finds what it is to find', () => {
    expect(jaccard(trigrams('你可真行，又把我的伞弄丢了'), trigrams('你可真行，又把我的伞弄丢了呀'))).toBeGreaterThanOrEqual(NEAR)
    expect(jaccard(trigrams('你可真行，又把我的伞弄丢了'), trigrams('你可真行，饭都做好了'))).toBeLessThan(NEAR)
  })
})
