import type { Dataset, Role, Sample } from '../../domain/dataset.ts'
import type { Method } from '../../domain/method.ts'
import { samplesFor } from '../../domain/roles.ts'
import type { LabelId, Scheme } from '../../domain/scheme.ts'
import type { ShotDraw, ShotSet } from '../../domain/shots.ts'
import { contextTurns } from '../../prompt/contextTurns.ts'
import { canShowShots, drawShots, type RefusedShot, withShots } from '../../prompt/drawShots.ts'
import type { Shot } from '../../prompt/shotMessages.ts'
import { drawnSamples, type PlanChoice } from '../../run/freezePlan.ts'
import { readDataset, readSamples } from '../../storage/datasets.ts'
import type { AddressOf } from '../address.ts'

/** Examples as a draft plans them: they are drawn when it is frozen. */
export interface PlannedShots {
  readonly datasetId: string
  readonly draw: ShotDraw
  /** Last turns of each example's context that are shown; absent: all. */
  readonly turns?: number
}

/** Most examples a draw may ask for: a prompt has an end. */
export const MOST_SHOTS = 32

/** The examples that an address means; undefined where it names no dataset to draw from. */
export function plannedShots({ shots, draw, shotField, shotCount, shotTurns, shotIds }: Pick<AddressOf<'plan'>, 'shots' | 'draw' | 'shotField' | 'shotCount' | 'shotTurns' | 'shotIds'>, scheme: Scheme): PlannedShots | undefined {
  if (shots === undefined) return undefined
  const field = scheme.fields.find(({ id }) => id === shotField)?.id ?? scheme.matrix ?? scheme.fields[0]!.id
  const count = wholeNumber(shotCount, 1)
  const turns = wholeNumber(shotTurns, 0)
  return { datasetId: shots, draw: draw === 'named' ? { kind: draw, ids: namedIds(shotIds) } : drawOf(draw, field, count), ...(turns !== undefined && { turns }) }
}

/** What a person wrote of ids, line by line: an id, or several parted by commas. */
export function namedIds(text = ''): readonly string[] {
  return [...new Set(text.split('\n').map((id) => id.trim()).filter((id) => id !== ''))]
}

/** The ids that lines mean: a line that is an id as a whole is that one, commas and all; any other is parted at its commas. */
export function idsAmong(lines: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return [...new Set(lines.flatMap((line) => (known.has(line) ? [line] : line.split(/[,，、;；]/).map((id) => id.trim()).filter((id) => id !== ''))))]
}

function drawOf(kind: Exclude<ShotDraw['kind'], 'named'>, field: string, count: number | undefined): ShotDraw {
  switch (kind) {
    case 'perLabel':
      return { kind, field, ...(count !== undefined && { labels: count }) }
    case 'balanced':
      return { kind, field, each: count ?? 1 }
    case 'random':
      return { kind, count: count ?? 8 }
  }
}

function wholeNumber(text: string | undefined, least: number): number | undefined {
  if (text === undefined || !/^\d+$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= MOST_SHOTS ? value : undefined
}

/** No example could be drawn: none has all its labels and stands apart from the test. */
export class NoShots extends Error {
  constructor() {
    super('no example could be drawn')
    this.name = 'NoShots'
  }
}

/** Examples that were named cannot be shown: a plan with fewer would be another than was meant. */
export class ShotsRefused extends Error {
  readonly refused: readonly RefusedShot[]

  constructor(refused: readonly RefusedShot[]) {
    super(`examples cannot be shown: ${refused.map(({ sampleId, why }) => `${sampleId} (${why})`).join(', ')}`)
    this.name = 'ShotsRefused'
    this.refused = refused
  }
}

/** The methods, each that can show examples with its few-shot twin behind it: still without the examples. */
export function withFewShot(scheme: Scheme, methods: readonly Method[], { datasetId, draw, turns }: PlannedShots): readonly Method[] {
  const empty: ShotSet = { dataset: { id: datasetId, name: '', hash: '' }, draw, seed: 0, ...(turns !== undefined && { turns }), shots: [] }
  return methods.flatMap((method) => (canShowShots(scheme, method) ? [method, fewShot(scheme, method, empty)] : [method]))
}

/** Its name says nothing of the seed, which is the plan's: the set that is drawn has it. */
function fewShot(scheme: Scheme, method: Method, empty: ShotSet): Method {
  const { id, name: { zh, en }, control } = method
  return {
    ...withShots(scheme, method, empty),
    id: `${id}-few`,
    name: { zh: `${zh}（少样本）`, en: `${en} (few-shot)` },
    ...(control && { control: { ...control, of: `${control.of}-few` } }),
  }
}

/**
 * The examples of a draft's few-shot methods, drawn apart from the samples that the plan draws.
 * @param dataset the one that examples are drawn from. @throws NoShots, ShotsRefused
 */
export async function drawnShots(choice: PlanChoice, samples: readonly Sample[], dataset: Dataset, planned: PlannedShots): Promise<Pick<PlanChoice, 'methods' | 'shotSamples'>> {
  const { set, pool, refused } = await drawnSet(choice, samples, dataset, planned)
  if (refused.length > 0) throw new ShotsRefused(refused)
  if (set.shots.length === 0) throw new NoShots()
  const others = new Map<number, ShotSet>()
  for (const { shots, variant } of choice.methods) {
    if (shots && variant?.kind === 'shots') others.set(variant.seed, (await drawnSet({ ...choice, drawSeed: choice.seed + variant.seed }, samples, dataset, otherDraw(planned))).set)
  }
  const setFor = ({ variant }: Method): ShotSet => (variant?.kind === 'shots' && others.get(variant.seed)) || set
  return { methods: choice.methods.map((method) => (method.shots ? { ...method, shots: setFor(method) } : method)), shotSamples: pool }
}

/** A draw that the seed changes: the paper's way takes the same examples whatever the seed. */
function otherDraw(planned: PlannedShots): PlannedShots {
  const { draw } = planned
  return draw.kind === 'perLabel' ? { ...planned, draw: { kind: 'balanced', field: draw.field, each: 1, ...(draw.labels !== undefined && { labels: draw.labels }) } } : planned
}

async function drawnSet(choice: Pick<PlanChoice, 'dataset' | 'scheme' | 'seed' | 'sampleIds' | 'limit'> & { readonly drawSeed?: number }, samples: readonly Sample[], dataset: Dataset, { draw, turns }: PlannedShots) {
  const pool = samplesFor('dev', dataset, dataset.id === choice.dataset.id ? samples : await readSamples(dataset.id))
  const tested = new Set(drawnSamples(choice))
  const { set, missing, refused } = drawShots({ scheme: choice.scheme, dataset, pool, test: samples.filter(({ id }) => tested.has(id)), draw: draw.kind === 'named' ? { ...draw, ids: idsAmong(draw.ids, new Set(pool.map(({ id }) => id))) } : draw, seed: choice.drawSeed ?? choice.seed })
  return { set: { ...set, ...(turns !== undefined && { turns }) }, missing, refused, pool }
}

/** The examples that a draft would freeze, to be looked at beforehand. */
export interface ShotPreview {
  readonly set: ShotSet
  readonly shots: readonly Shot[]
  /** Labels of the draw's field that have too few examples. */
  readonly missing: readonly LabelId[]
  /** Of a named set: those that cannot be shown, and why. */
  readonly refused: readonly RefusedShot[]
}

/** Draws a draft's examples as freezing will; null where the dataset is no longer there. */
export async function previewShots(draft: { readonly dataset: Dataset; readonly scheme: Scheme; readonly role?: Role; readonly seed: number; readonly limit: number; readonly shots: PlannedShots }): Promise<ShotPreview | null> {
  const dataset = await readDataset(draft.shots.datasetId)
  if (dataset?.schemeId !== draft.scheme.id) return null
  const samples = await readSamples(draft.dataset.id)
  // drawn from as freezing draws: of a role's samples alone, or other ones would seem to be under test
  const asked = draft.role ? samplesFor(draft.role, draft.dataset, samples) : samples
  const { set, missing, refused, pool } = await drawnSet({ ...draft, sampleIds: asked.map(({ id }) => id) }, samples, dataset, draft.shots)
  const byHash = new Map(pool.map((sample) => [sample.hash, sample]))
  const shots = set.shots.flatMap(({ hash, labels }): Shot[] => {
    const sample = byHash.get(hash)
    return sample ? [{ sample, labels, ...(set.turns !== undefined && { dropped: Math.max(contextTurns(sample).length - set.turns, 0) }) }] : []
  })
  return { set, missing, refused, shots }
}
