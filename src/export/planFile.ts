import * as v from 'valibot'
import type { Plan, Run } from '../domain/plan.ts'
import { count, planSchema, runSchema, sha256 } from './planSchema.ts'
import { answersOnRecord, type RecordedAnswers } from './recordedAnswers.ts'
import { checkPlan, checkRuns } from './runFileChecks.ts'
import { RunFileError } from './runFileError.ts'
import { parseRunFile, type RunFile } from './runFile.ts'
import { FORMAT as RUN_FORMAT } from './runFileSchema.ts'

/**
 * The plan file, version 1: a plan with its runs, and in short what they answered, so that whoever runs it again sees which answers flipped. It
 * holds nothing of the data but ids.
 */
const PLAN_FORMAT = 'xianwai-plan'
const PLAN_FILE_VERSION = 1

const missing = v.picklist(['outOfScheme', 'ambiguous', 'truncated', 'unparsed', 'failed', 'notAsked'])

const planFileSchema = v.strictObject({
  format: v.literal(PLAN_FORMAT),
  version: v.literal(PLAN_FILE_VERSION),
  plan: planSchema,
  runs: v.array(runSchema),
  answers: v.exactOptional(v.array(v.strictObject({ run: sha256, fields: v.record(v.string(), v.array(v.union([count, missing, v.null()]))) }))),
})

/** What a plan is run again from. */
export interface PlanFile {
  readonly plan: Plan
  readonly runs: readonly Run[]
  /** What was answered then, by run id; none where the file holds the plan alone. */
  readonly answers: ReadonlyMap<string, RecordedAnswers>
  /** Of a run file: all of it. */
  readonly runFile: RunFile | null
}

/** @param answers by run id; absent: the plan alone. */
export function writePlanFile(plan: Plan, runs: readonly Run[], answers?: ReadonlyMap<string, RecordedAnswers>): string {
  return `${JSON.stringify({
    format: PLAN_FORMAT,
    version: PLAN_FILE_VERSION,
    plan,
    runs,
    ...(answers && { answers: [...answers].map(([run, fields]) => ({ run, fields })) }),
  })}\n`
}

/** Reads a plan file, or a run file as one. @throws RunFileError that says what is wrong and where. */
export function parsePlanFile(text: string): PlanFile {
  const value = jsonOf(text)
  const known = v.safeParse(v.looseObject({ format: v.string(), version: v.number() }), value)
  if (known.success && known.output.format === RUN_FORMAT) return ofRunFile(parseRunFile(text))
  if (!known.success || known.output.format !== PLAN_FORMAT) throw new RunFileError('notRunFile', '', `neither a ${PLAN_FORMAT} nor a ${RUN_FORMAT} file`)
  if (known.output.version > PLAN_FILE_VERSION) throw new RunFileError('newerVersion', 'version', `${known.output.version}; this program reads up to ${PLAN_FILE_VERSION}`)
  if (!v.is(planFileSchema, value)) {
    const [issue] = v.safeParse(planFileSchema, value).issues ?? []
    throw new RunFileError('malformed', (issue?.path ?? []).map(({ key }) => String(key)).join('.'), issue?.message ?? 'is not as the format says')
  }
  const { plan, runs, answers = [] } = value
  checkPlan(plan)
  checkRuns(plan, runs)
  for (const [at, { fields }] of answers.entries()) {
    const wrong = Object.entries(fields).find(([, each]) => each.length !== plan.sampleIds.length)
    if (wrong) throw new RunFileError('inconsistent', `answers[${at}].fields.${wrong[0]}`, `${wrong[1].length} answers to ${plan.sampleIds.length} samples`)
    checkLabels(plan, runs, answers[at]!, `answers[${at}]`)
  }
  return { plan, runs, answers: new Map(answers.map(({ run, fields }) => [run, fields])), runFile: null }
}

/** What is no label of its field would be counted as an answer that flipped. */
function checkLabels(plan: Plan, runs: readonly Run[], { run: id, fields }: { readonly run: string; readonly fields: RecordedAnswers }, path: string): void {
  if (!runs.some((run) => run.id === id)) throw new RunFileError('inconsistent', `${path}.run`, `the file has no run ${id}`)
  for (const [name, answers] of Object.entries(fields)) {
    const field = plan.scheme.fields.find((each) => each.id === name)
    if (!field) throw new RunFileError('inconsistent', `${path}.fields.${name}`, 'is no field of the plan')
    const at = answers.findIndex((answer) => typeof answer === 'number' && answer >= field.labels.length)
    if (at >= 0) throw new RunFileError('inconsistent', `${path}.fields.${name}[${at}]`, `${answers[at]} is no label: the field has ${field.labels.length}`)
  }
}

function ofRunFile(file: RunFile): PlanFile {
  const { plan, runs, predictions, priors } = file
  const answers = runs.flatMap((run): [string, RecordedAnswers][] => {
    const own = predictions.get(run.id) ?? []
    const found = own.length > 0 ? answersOnRecord(plan, run, own, priors.get(run.id)) : null
    return found ? [[run.id, found]] : []
  })
  return { plan, runs, answers: new Map(answers), runFile: file }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch (error) {
    throw new RunFileError('notJson', '', error instanceof Error ? error.message : String(error))
  }
}
