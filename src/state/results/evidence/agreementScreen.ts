import { type Cell, type Column, type Figure, figure } from '../../../export/table.ts'
import { type TableLanguage, tableWords } from '../../../export/tables/words.ts'
import { type Field, fieldOf } from '../../../domain/scheme.ts'
import { agreement, conditionalKappa, kappa } from '../../../metrics/agreement.ts'
import { pairPlacing, perLabelAgreement, withinAgreement, withinPlacing } from '../../../metrics/agreementTables.ts'
import { alphaTables } from '../../../metrics/alphaTables.ts'
import type { LabelIndices } from '../../../metrics/confusion.ts'
import { type Distance, krippendorff } from '../../../metrics/krippendorff.ts'
import { columnOfField } from '../runColumns.ts'
import { DrawnFigures } from './drawnFigures.ts'
import type { EvidenceQuestion, EvidenceScreen, SampleLink, Section } from './evidenceService.ts'
import { Leads } from './leads.ts'
import { apartNotices } from './notices.ts'
import { derived, goldOf, type Member, registered, type RunSet } from './runSet.ts'
import { shareFigure } from './shareFigure.ts'

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
  /** Null: what the file says. */
  readonly member: Member | null
  ratings(field: string): Int16Array
}

type RaterPair = readonly [Rater, Rater]

/** Agreement between the set's runs, and between each and gold, on one field. */
export function agreementScreen(set: RunSet, { field: fieldId, language }: EvidenceQuestion): EvidenceScreen {
  const said = words[language]
  const field = fieldOf(set.scheme, fieldId)
  const gold: Rater[] = goldOf(set, fieldId).some((label) => label >= 0) ? [{ name: said.gold, member: null, ratings: kept((id) => goldOf(set, id)) }] : []
  const raters = [...runRaters(set, fieldId, language), ...gold]
  if (raters.length < 2) return { choices: [], notices: [said.few], sections: [] }
  const drawn = new DrawnFigures()
  const screen = { set, field, raters, pairs: pairsOf(raters), drawn, leads: new Leads(set), language }
  const sections = [pairsSection(screen), alphaSection(screen), perLabelSection(screen), withinSection(screen)].filter((section) => section !== null)
  drawn.draw(set)
  return { choices: [], notices: apartNotices(set, [], language), sections: sections.map((section) => section()) }
}

interface Screen {
  readonly set: RunSet
  readonly field: Field
  readonly raters: readonly Rater[]
  readonly pairs: readonly RaterPair[]
  readonly drawn: DrawnFigures
  readonly leads: Leads
  readonly language: TableLanguage
}

/** A section whose figures are first asked for, then drawn, all from the same resamples, and then put into its table. */
type Planned = (() => Section) | null

function runRaters(set: RunSet, fieldId: string, language: TableLanguage): Rater[] {
  const models = new Set(set.members.map(({ model }) => model)).size
  return set.members
    .filter(({ columns }) => columnOfField(columns, fieldId).asked)
    .map((member) => ({
      name: models > 1 ? `${member.model} · ${member.run.method.name[language]}` : member.run.method.name[language],
      member,
      ratings: kept((id) => {
        const { field, label } = columnOfField(member.columns, id)
        const ratings = Int16Array.from(member.places, (place) => label[place]!)
        registered(set, member, ratings, field)
        return ratings
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

function pairsOf(raters: readonly Rater[]): RaterPair[] {
  return raters.flatMap((one, at) => raters.slice(at + 1).map((other): RaterPair => [one, other]))
}

const shareColumn = (header: string, key: string, interval = false): Column => ({ header, key, align: 'end', scale: 'percent', ...(interval && { interval: true as const }) })
const kappaColumn = (header: string, key: string, interval = false): Column => ({ header, key, align: 'end', digits: 3, ...(interval && { interval: true as const }) })
const SHARE = [0, 1] as const
const CORRECTED = [-1, 1] as const

/** The share of the samples both of whose labels are given, and stand `within`, that have the same one: a share as any other. */
function rawFigure(set: RunSet, first: LabelIndices, second: LabelIndices, within?: readonly [first: LabelIndices, second: LabelIndices]): Figure {
  return shareFigure(derived(set, (answers) => {
    const [one, other, ...stances] = [first, second, ...(within ?? [])].map(answers)
    const taken = (record: number): boolean => one![record]! >= 0 && other![record]! >= 0 && (stances.length === 0 || (stances[0]![record]! >= 0 && stances[0]![record] === stances[1]![record]))
    return Int8Array.from({ length: first.length }, (_, record) => (taken(record) ? Number(one![record] === other![record]) : -1))
  }), set)
}

function pairsSection({ set, field, pairs, drawn, leads, language }: Screen): Planned {
  const said = words[language]
  const labels = field.labels.length
  const found = pairs.map(([one, other]) => {
    const [first, second] = [one.ratings(field.id), other.ratings(field.id)]
    return {
      one, other,
      figures: agreement(labels, first, second),
      raw: rawFigure(set, first, second),
      intervals: drawn.want((answers) => [pairPlacing(labels, answers(first), answers(second))], ([table]) => [kappa({ labels, counts: table!, leftOut: 0 })], [CORRECTED]),
    }
  })
  const to = ({ member }: Rater, other: Rater, relation: 'both' | 'differ'): SampleLink => leads.raters(member!, [other.member], field.id, relation)
  return () => ({
    id: 'pairs', title: said.pairs, text: said.pairsText,
    table: {
      caption: `${field.name[language]}: ${said.pairs}; ${tableWords[language].intervals}`,
      columns: [
        { header: said.first, key: 'first' }, { header: said.second, key: 'second' }, { header: said.both, key: 'n', align: 'end' }, { header: said.missing, key: 'missing', align: 'end' },
        shareColumn(said.raw, 'raw', true), shareColumn(said.chance, 'expected'), kappaColumn('κ', 'kappa', true),
      ],
      rows: found.map(({ one, other, raw, figures: { pairs: both, missing, expected, kappa: corrected }, intervals }): Cell[] => [
        one.name, other.name, both, missing, raw, expected ?? null, figure(corrected, intervals()[0]),
      ]),
    },
    // gold is the last of the raters: the first of a pair is always a run
    links: found.map(({ one, other }) => to(one, other, 'differ')),
    cells: found.map(({ one, other }) => ({ n: to(one, other, 'both') })),
  })
}

function alphaSection({ field, raters, drawn, leads, language }: Screen): Planned {
  const said = words[language]
  const own = raters.filter(({ member }) => member !== null)
  const sets = [...(own.length > 1 ? [[said.runsOnly, own] as const] : []), ...(own.length < raters.length ? [[said.withGold, raters] as const] : [])]
  const distances: readonly Distance[] = field.ordinal ? ['ordinal', 'nominal'] : ['nominal']
  const labels = field.labels.length
  const lines = sets.flatMap(([name, members]) => distances.map((distance) => {
    const ratings = members.map((rater) => rater.ratings(field.id))
    const { placings, alpha } = alphaTables(labels, ratings, distance)
    return { name, members, distance, found: krippendorff(labels, ratings, distance), interval: drawn.want(placings, (tables) => [alpha(tables)], [CORRECTED]) }
  }))
  if (lines.length === 0) return null
  const to = ([first, ...others]: readonly Rater[], relation: 'rated' | 'split'): SampleLink => leads.raters(first!.member!, others.map(({ member }) => member), field.id, relation)
  return () => ({
    id: 'alpha', title: said.alpha, text: said.alphaText,
    table: {
      caption: `${field.name[language]}: Krippendorff α; ${tableWords[language].intervals}`,
      columns: [{ header: said.raters, key: 'raters' }, { header: '#', key: 'count', align: 'end' }, { header: said.distance, key: 'distance' }, { header: 'n', align: 'end' }, kappaColumn('α', 'alpha', true)],
      rows: lines.map(({ name, members, distance, found: { alpha, pairable }, interval }): Cell[] => [name, members.length, said.distances[distance], pairable, figure(alpha, interval()[0])]),
    },
    links: lines.map(({ members }) => to(members, 'split')),
    cells: lines.map(({ members }) => ({ n: to(members, 'rated') })),
  })
}

function perLabelSection({ field, raters, drawn, leads, language }: Screen): Planned {
  const said = words[language]
  const [first, ...others] = raters
  const labels = field.labels.length
  const compared = others.map((other) => {
    const [own, their] = [first!.ratings(field.id), other.ratings(field.id)]
    return {
      other,
      perLabel: agreement(labels, own, their).perLabel,
      intervals: drawn.want((answers) => [pairPlacing(labels, answers(own), answers(their))], ([table]) => perLabelAgreement(labels, table!), field.labels.map(() => SHARE)),
    }
  })
  return () => ({
    id: 'labels', title: said.perLabel, text: said.perLabelText(first!.name),
    table: {
      caption: `${field.name[language]}: ${said.perLabelText(first!.name)}; ${tableWords[language].intervals}`,
      columns: [
        { header: said.label, key: 'label' },
        ...others.flatMap((other): Column[] => [shareColumn(other.name, `agreement_${other.name}`, true), { header: 'n', key: `both_${other.name}`, align: 'end' }]),
      ],
      rows: field.labels.map((label, at): Cell[] => [label.name[language], ...compared.flatMap(({ perLabel, intervals }): Cell[] => [figure(perLabel[at]!.agreement, intervals()[at]), perLabel[at]!.both])]),
    },
    links: field.labels.map(({ id }): SampleLink => ({ plan: first!.member!.plan.id, run: first!.member!.run.id, field: field.id, answer: id, ...leads.planned(first!.member!) })),
    cells: field.labels.map(({ id }) => Object.fromEntries(others.map((other) => [`both_${other.name}`, leads.raters(first!.member!, [other.member], field.id, 'same', { answer: id })]))),
  })
}

function withinSection({ set, field, pairs, drawn, leads, language }: Screen): Planned {
  const said = words[language]
  const { matrix } = set.scheme
  const stance = matrix === undefined ? undefined : fieldOf(set.scheme, matrix)
  if (stance?.kind !== 'derived' || field.id === stance.id || stance.from.includes(field.id)) return null
  const labels = field.labels.length
  const stances = stance.labels.length
  const lines = pairs.map(([one, other]) => {
    const own = { labels, first: one.ratings(field.id), second: other.ratings(field.id) }
    const theirs = { labels: stances, first: one.ratings(stance.id), second: other.ratings(stance.id) }
    const redone = (answers: (ratings: LabelIndices) => LabelIndices, { labels: of, first, second }: typeof own) => ({ labels: of, first: answers(first), second: answers(second) })
    const place = (answers: (ratings: LabelIndices) => LabelIndices) => [withinPlacing(redone(answers, own), redone(answers, theirs))]
    const found = conditionalKappa(own, theirs)
    const intervals = found.pairs === 0 ? () => [] : drawn.want(place, ([table]) => {
      const { kappa: pooled, within } = withinAgreement(labels, stances, table!)
      return [pooled, within]
    }, [CORRECTED, CORRECTED])
    return { one, other, found, intervals, raw: rawFigure(set, own.first, own.second, [theirs.first, theirs.second]) }
  })
  if (lines.every(({ found }) => found.pairs === 0)) return null
  const to = (one: Rater, other: Rater, relation: 'both' | 'differ', within: 'equal' | 'unequal' = 'equal'): SampleLink => leads.raters(one.member!, [other.member], field.id, relation, { [within]: stance.id })
  return () => ({
    id: 'within', title: said.within, text: said.withinText,
    table: {
      caption: `${field.name[language]}: ${said.within}; ${tableWords[language].intervals}`,
      columns: [
        { header: said.first, key: 'first' }, { header: said.second, key: 'second' }, { header: 'n', align: 'end' },
        { header: said.excludedMissing, key: 'excluded_missing', align: 'end' }, { header: said.excludedUnequal, key: 'excluded_unequal', align: 'end' },
        shareColumn(said.raw, 'raw', true), shareColumn(said.chancePooled, 'expected_pooled'), kappaColumn(said.kappaPooled, 'kappa_pooled', true),
        shareColumn(said.chanceWithin, 'expected_within'), kappaColumn(said.kappaWithin, 'kappa_within', true),
      ],
      rows: lines.map(({ one, other, found, intervals, raw }): Cell[] => [
        one.name, other.name, found.pairs, found.excluded.missing, found.excluded.unequal, raw,
        found.pooled.expected ?? null, figure(found.pooled.kappa, intervals()[0]), found.withinStance.expected ?? null, figure(found.withinStance.kappa, intervals()[1]),
      ]),
    },
    links: lines.map(({ one, other }) => to(one, other, 'differ')),
    cells: lines.map(({ one, other }) => ({ n: to(one, other, 'both'), excluded_unequal: to(one, other, 'both', 'unequal') })),
  })
}
