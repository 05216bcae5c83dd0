import { givenFields } from '../../domain/method.ts'
import type { Run } from '../../domain/plan.ts'
import type { FieldId } from '../../domain/scheme.ts'
import { RecentReads } from '../recentReads.ts'
import { noAnswers, type OtherAnswers, type Others } from './besideFilter.ts'
import type { RunKey, RunSource } from './metricsService.ts'
import { type OpenedRun, OpenedRuns } from './openedRuns.ts'
import { parseReference } from './runReference.ts'
import { namedReading } from './runSelection.ts'

/** A run's answers by field, without probabilities and without what was predicted: small enough for many to stay. */
interface ReadAnswers {
  readonly ids: readonly string[]
  readonly fields: ReadonlyMap<FieldId, Pick<OtherAnswers, 'label' | 'status' | 'asked'>>
}

/** The answers of the runs that a filter sets beside the one it is of, by reference (runReference.ts). */
export class OtherRuns {
  private readonly source: RunSource
  private readonly kept = new RecentReads<ReadAnswers>(24)

  constructor(source: RunSource) {
    this.source = source
  }

  /** What the references lead to, over the samples given; where one leads nowhere no sample was planned, none answered. */
  async over(ids: readonly string[], key: RunKey, wanted: readonly { readonly reference: string; readonly field: FieldId }[]): Promise<Others> {
    const opening = new OpenedRuns(this.source)
    const found = new Map<string, OtherAnswers>()
    for (const { reference, field } of wanted) {
      const answers = await this.answers(key, reference, opening)
      found.set(nameOf(reference, field), answers ? alignedTo(ids, answers, field) : noAnswers(ids.length))
    }
    return (reference, field) => found.get(nameOf(reference, field)) ?? noAnswers(ids.length)
  }

  private async answers(key: RunKey, reference: string, opening: OpenedRuns): Promise<ReadAnswers | null> {
    const wanted = parseReference(reference)
    const planId = wanted.plan ?? key.plan
    const planned = await this.source.readPlan(planId)
    const run = wanted.run === '' ? undefined : planned?.runs.find(({ id }) => id.startsWith(wanted.run))
    if (!planned || !run) return null
    const reading = wanted.reading ? namedReading(planned.plan, wanted.reading) : planId === key.plan ? key.reading : planned.plan.reading
    const version = (await this.source.readVersion?.(run.id)) ?? key.version
    const name = JSON.stringify([planId, run.id, reading, version])
    return this.kept.get(name) ?? this.kept.keep(name, answersOf(run, opening.opened({ plan: planId, run: run.id, reading, version })))
  }
}

async function answersOf({ method }: Run, opened: Promise<OpenedRun>): Promise<ReadAnswers> {
  const { columns } = await opened
  const given = givenFields(method)
  return {
    ids: columns.ids,
    fields: new Map(columns.fields.map(({ field, label, status, asked }) => [field.id, { label, status, asked: asked && !given.includes(field.id) }])),
  }
}

function nameOf(reference: string, field: FieldId): string {
  return JSON.stringify([reference, field])
}

function alignedTo(ids: readonly string[], { ids: own, fields }: ReadAnswers, field: FieldId): OtherAnswers {
  const column = fields.get(field)
  if (!column) return noAnswers(ids.length)
  const { label, status, asked } = column
  if (ids.length === own.length && ids.every((id, at) => id === own[at])) return { label, status, asked, planned: new Uint8Array(ids.length).fill(1) }
  const places = new Map(own.map((id, at) => [id, at]))
  const aligned = { ...noAnswers(ids.length), asked }
  ids.forEach((id, at) => {
    const place = places.get(id)
    if (place === undefined) return
    aligned.label[at] = label[place]!
    aligned.status[at] = status[place]!
    aligned.planned[at] = 1
  })
  return aligned
}
