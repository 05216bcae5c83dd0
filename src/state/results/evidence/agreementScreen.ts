import { seededRandom } from '../../../domain/random.ts'
import { type Cell, type Column, figure } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import { type Field, fieldOf } from '../../../domain/scheme.ts'
import { agreement, conditionalKappa, kappa } from '../../../metrics/agreement.ts'
import { accuracy } from '../../../metrics/classification.ts'
import { bootstrapInterval, type Interval, wilson } from '../../../metrics/intervals.ts'
import { type Distance, krippendorff, krippendorffInterval } from '../../../metrics/krippendorff.ts'
import { columnOfField } from '../runColumns.ts'
import { INTERVAL_SEED } from '../fieldIntervals.ts'
import type { EvidenceQuestion, EvidenceScreen, Section } from './evidenceService.ts'
import { apartNotices } from './notices.ts'
import { goldOf, type RunSet } from './runSet.ts'

const zh = {
  gold: '标注',
  pairs: '两两一致',
  pairsText: '两次运行（或一次运行与标注）给同一批样本同样标签的比例，和扣除偶然一致后的 Cohen κ。两个模型一致不说明它们对，也不是信度。',
  first: '甲',
  second: '乙',
  both: 'n（都有标签）',
  missing: '缺标签',
  raw: '一致',
  chance: '偶然一致',
  alpha: '所有运行放在一起',
  alphaText: 'Krippendorff α：任意多个评者、允许缺失；极性按次序算距离。只有一个标签出现时没有定义。模型之间的一致不叫信度。',
  raters: '评者',
  runsOnly: '各次运行',
  withGold: '各次运行和标注',
  distances: { nominal: '名义', ordinal: '次序' },
  distance: '距离',
  perLabel: '各标签上的一致',
  perLabelText: (run: string) => `${run} 与其他评者：2 × 都给 ÷（甲给 + 乙给），括号里是都给的条数。少见的标签要看条数。`,
  label: '标签',
  within: '立场相同时的一致',
  withinText: '只在两者立场相同的样本上比较后面的字段。排除了多少写在旁边：立场相同的是容易的样本。“立场内”的偶然一致按各立场自己的标签分布算，立场本身已经决定了不少。',
  excludedMissing: '排除：缺标签',
  excludedUnequal: '排除：立场不同',
  chancePooled: '偶然（合并）',
  kappaPooled: 'κ（合并）',
  chanceWithin: '偶然（立场内）',
  kappaWithin: 'κ（立场内）',
  few: '至少要两个评者：多选一次运行，或用有标注的数据。',
}

const en: typeof zh = {
  gold: 'gold',
  pairs: 'Agreement in pairs',
  pairsText: 'How often two runs (or a run and the gold) give a sample the same label, and Cohen’s kappa, which takes chance out. Two models that agree need not be right, and their agreement is no reliability.',
  first: 'A',
  second: 'B',
  both: 'n (both)',
  missing: 'Missing',
  raw: 'Agree',
  chance: 'By chance',
  alpha: 'All runs together',
  alphaText: 'Krippendorff’s alpha, for any number of raters with missing labels; polarity by its order. Undefined where only one label occurs. Agreement between models is not called reliability.',
  raters: 'Raters',
  runsOnly: 'the runs',
  withGold: 'the runs and gold',
  distances: { nominal: 'nominal', ordinal: 'ordinal' },
  distance: 'Distance',
  perLabel: 'Agreement on each label',
  perLabelText: (run) => `${run} against the other raters: 2 × both / (A + B). Of rare labels look at the counts.`,
  label: 'Label',
  within: 'Agreement within equal stance',
  withinText: 'Later fields compared only where both give the same stance. What was excluded stands beside: samples of equal stance are the easy ones. Chance within stances is taken from the labels’ shares within each stance, which the stance alone fixes in part.',
  excludedMissing: 'Excl.: no label',
  excludedUnequal: 'Excl.: other stance',
  chancePooled: 'Chance (pooled)',
  kappaPooled: 'κ (pooled)',
  chanceWithin: 'Chance (within)',
  kappaWithin: 'κ (within)',
  few: 'Two raters at least: choose another run, or take data with gold.',
}

const words = { zh, en }

interface Rater {
  readonly name: string
  ratings(field: string): Int16Array
}

/** Agreement between the set's runs, and between each and gold, on one field. */
export function agreementScreen(set: RunSet, { field: fieldId, language }: EvidenceQuestion): EvidenceScreen {
  const said = words[language]
  const field = fieldOf(set.scheme, fieldId)
  const raters = [...runRaters(set, fieldId, language), ...(goldOf(set, fieldId).some((label) => label >= 0) ? [{ name: said.gold, ratings: kept((id) => goldOf(set, id)) }] : [])]
  if (raters.length < 2) return { choices: [], notices: [said.few], sections: [] }
  const sections = [pairsSection(set, field, raters, language), alphaSection(set, field, raters, language), perLabelSection(field, raters, language), withinSection(set, field, raters, language)]
  return { choices: [], notices: apartNotices(set, [], language), sections: sections.filter((section) => section !== null) }
}

function runRaters(set: RunSet, fieldId: string, language: TableLanguage): Rater[] {
  const models = new Set(set.members.map(({ model }) => model)).size
  return set.members
    .filter(({ columns }) => columnOfField(columns, fieldId).asked)
    .map(({ model, run, columns, places }) => ({
      name: models > 1 ? `${model} · ${run.method.name[language]}` : run.method.name[language],
      ratings: kept((id) => {
        const { label } = columnOfField(columns, id)
        return Int16Array.from(places, (place) => label[place]!)
      }),
    }))
}

function kept(ratings: Rater['ratings']): Rater['ratings'] {
  const known = new Map<string, Int16Array>()
  return (field) => {
    const found = known.get(field) ?? ratings(field)
    known.set(field, found)
    return found
  }
}

function pairsOf<Item>(items: readonly Item[]): (readonly [Item, Item])[] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other) => [one, other] as const))
}

const shareColumn = (header: string, key: string, interval = false): Column => ({ header, key, align: 'end', scale: 'percent', ...(interval && { interval: true as const }) })
const kappaColumn = (header: string, key: string, interval = false): Column => ({ header, key, align: 'end', digits: 3, ...(interval && { interval: true as const }) })

function options(set: Pick<RunSet, 'groups'>, kept?: readonly number[]) {
  const groups = set.groups ?? undefined
  return { random: seededRandom(INTERVAL_SEED), groups: groups && kept ? kept.map((record) => groups[record]!) : groups }
}

function pairsSection(set: RunSet, field: Field, raters: readonly Rater[], language: TableLanguage): Section {
  const said = words[language]
  const labels = field.labels.length
  const rows = pairsOf(raters).map(([one, other]): Cell[] => {
    const [first, second] = [one.ratings(field.id), other.ratings(field.id)]
    const { pairs, missing, raw, expected, kappa: value } = agreement(labels, first, second)
    const both = [...first.keys()].filter((at) => first[at]! >= 0 && second[at]! >= 0)
    const [a, b] = [both.map((at) => first[at]!), both.map((at) => second[at]!)]
    const rawInterval: Interval | undefined = set.groups ? bootstrapInterval(labels, a, b, accuracy, options(set, both)) : wilson(Math.round((raw ?? 0) * pairs), pairs)
    return [one.name, other.name, pairs, missing, figure(raw, rawInterval), expected ?? null, figure(value, bootstrapInterval(labels, a, b, kappa, { ...options(set, both), range: [-1, 1] }))]
  })
  return {
    id: 'pairs', title: said.pairs, text: said.pairsText,
    table: {
      caption: `${field.name[language]}: ${said.pairs}; ${tableWords[language].intervals}`,
      columns: [
        { header: said.first, key: 'first' }, { header: said.second, key: 'second' }, { header: said.both, key: 'n', align: 'end' }, { header: said.missing, key: 'missing', align: 'end' },
        shareColumn(said.raw, 'raw', true), shareColumn(said.chance, 'expected'), kappaColumn('κ', 'kappa', true),
      ],
      rows,
    },
  }
}

function alphaSection(set: RunSet, field: Field, raters: readonly Rater[], language: TableLanguage): Section | null {
  const said = words[language]
  const own = raters.filter(({ name }) => name !== said.gold)
  const sets = [...(own.length > 1 ? [[said.runsOnly, own] as const] : []), ...(own.length < raters.length ? [[said.withGold, raters] as const] : [])]
  if (sets.length === 0) return null
  const distances: readonly Distance[] = field.ordinal ? ['ordinal', 'nominal'] : ['nominal']
  const rows = sets.flatMap(([name, members]) => distances.map((distance): Cell[] => {
    const ratings = members.map((rater) => rater.ratings(field.id))
    const { alpha, pairable } = krippendorff(field.labels.length, ratings, distance)
    return [name, members.length, said.distances[distance], pairable, figure(alpha, krippendorffInterval(field.labels.length, ratings, distance, options(set)))]
  }))
  return {
    id: 'alpha', title: said.alpha, text: said.alphaText,
    table: {
      caption: `${field.name[language]}: Krippendorff α; ${tableWords[language].intervals}`,
      columns: [{ header: said.raters, key: 'raters' }, { header: '#', key: 'count', align: 'end' }, { header: said.distance, key: 'distance' }, { header: 'n', align: 'end' }, kappaColumn('α', 'alpha', true)],
      rows,
    },
  }
}

function perLabelSection(field: Field, raters: readonly Rater[], language: TableLanguage): Section {
  const said = words[language]
  const [first, ...others] = raters
  const compared = others.map((other) => agreement(field.labels.length, first!.ratings(field.id), other.ratings(field.id)).perLabel)
  return {
    id: 'labels', title: said.perLabel, text: said.perLabelText(first!.name),
    table: {
      caption: `${field.name[language]}: ${said.perLabelText(first!.name)}`,
      columns: [
        { header: said.label, key: 'label' },
        ...others.flatMap((other): Column[] => [shareColumn(other.name, `agreement_${other.name}`), { header: 'n', key: `both_${other.name}`, align: 'end' }]),
      ],
      rows: field.labels.map((label, at): Cell[] => [label.name[language], ...compared.flatMap((perLabel): Cell[] => [perLabel[at]!.agreement ?? null, perLabel[at]!.both])]),
    },
  }
}

function withinSection(set: RunSet, field: Field, raters: readonly Rater[], language: TableLanguage): Section | null {
  const said = words[language]
  const { matrix } = set.scheme
  const stance = matrix === undefined ? undefined : fieldOf(set.scheme, matrix)
  if (stance?.kind !== 'derived' || field.id === stance.id || stance.from.includes(field.id)) return null
  const rows = pairsOf(raters).map(([one, other]): Cell[] => {
    const [first, second] = [one.ratings(field.id), other.ratings(field.id)]
    const [firstStance, secondStance] = [one.ratings(stance.id), other.ratings(stance.id)]
    const found = conditionalKappa({ labels: field.labels.length, first, second }, { labels: stance.labels.length, first: firstStance, second: secondStance })
    const kept = [...first.keys()].filter((at) => first[at]! >= 0 && second[at]! >= 0 && firstStance[at]! >= 0 && firstStance[at] === secondStance[at])
    const interval = bootstrapInterval(field.labels.length, kept.map((at) => first[at]!), kept.map((at) => second[at]!), kappa, { ...options(set, kept), range: [-1, 1] })
    return [one.name, other.name, found.pairs, found.excluded.missing, found.excluded.unequal, found.raw ?? null, found.pooled.expected ?? null, figure(found.pooled.kappa, interval), found.withinStance.expected ?? null, found.withinStance.kappa ?? null]
  })
  if (rows.every((row) => row[2] === 0)) return null
  return {
    id: 'within', title: said.within, text: said.withinText,
    table: {
      caption: `${field.name[language]}: ${said.within}; ${tableWords[language].intervals}`,
      columns: [
        { header: said.first, key: 'first' }, { header: said.second, key: 'second' }, { header: 'n', align: 'end' },
        { header: said.excludedMissing, key: 'excluded_missing', align: 'end' }, { header: said.excludedUnequal, key: 'excluded_unequal', align: 'end' },
        shareColumn(said.raw, 'raw'), shareColumn(said.chancePooled, 'expected_pooled'), kappaColumn(said.kappaPooled, 'kappa_pooled', true),
        shareColumn(said.chanceWithin, 'expected_within'), kappaColumn(said.kappaWithin, 'kappa_within'),
      ],
      rows,
    },
  }
}
