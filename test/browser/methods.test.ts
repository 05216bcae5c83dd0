import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInScheme } from '../../src/domain/builtInScheme.ts'
import type { Method } from '../../src/domain/method.ts'
import type { Prediction } from '../../src/domain/prediction.ts'
import { derive, type DerivedField, fieldOf } from '../../src/domain/scheme.ts'
import { parseRunFile, type RunFile } from '../../src/export/runFile.ts'
import { openSite, type Site } from './site.ts'

/** Every way to ask that a plan can hold, on the embedded language model, few samples each: what must hold of the plan and of its answers. */

interface Row { readonly id: string; readonly text: string; readonly group: string; readonly explicit: string; readonly implicit: string; readonly intent: string; readonly emotion: string }

const polarities = ['Positive', 'Neutral', 'Negative']
const labelsOf = (field: string) => fieldOf(builtInScheme, field).labels.map(({ id }) => id)
const words = ['这事办得真漂亮', '随便你怎么想', '会议改到周三了', '菜又凉了', '谢谢你来接我', '你可真行']

function row(id: string, at: number, group: string): Row {
  return {
    id, group, text: `${words[at % 6]!}，${id}`,
    explicit: polarities[at % 3]!, implicit: polarities[Math.floor(at / 3) % 3]!, intent: labelsOf('intent')[at % 8]!, emotion: labelsOf('emotion')[at % 25]!,
  }
}

/** Ten tested sentences. Of the others every seventh shares a group with one of them: it may be neither shown nor subtracted. */
const tested = Array.from({ length: 10 }, (_, at) => row(`t${at}`, at, `g${at}`))
const dev = Array.from({ length: 250 }, (_, at) => row(`d${at}`, at, at % 7 === 0 ? `g${at % 10}` : `own${at}`))
const leaking = new Set(dev.filter(({ group }) => group.startsWith('g')).map(({ id }) => id))

const csv = (rows: readonly Row[]): Buffer =>
  Buffer.from(`id,text,group,explicit_polarity,implicit_polarity,pragmatic_intent,fine_grained_emotion\n${rows.map(({ id, text, group, explicit, implicit, intent, emotion }) => `${id},${text},${group},${explicit},${implicit},${intent},${emotion}\n`).join('')}`)

let site: Site
let page: Page
let data: string
let other: string

beforeAll(async () => {
  site = await openSite()
  page = await site.open('#/data')
  data = await taken('tested.csv', csv(tested))
  other = await taken('dev.csv', csv(dev))
}, 120_000)

afterAll(async () => {
  const errors = [...site.errors]
  await site.close()
  expect(errors).toEqual([])
})

async function taken(name: string, buffer: Buffer): Promise<string> {
  await page.goto(`${site.url}#/data`)
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.waitForURL(/#\/data\/\w+/)
  return /data\/([^?]+)/.exec(page.url())![1]!
}

/** Freezes and runs the plan of an address, and gives back its run file. */
async function asked(query: string, look: () => Promise<void> = () => Promise.resolve()): Promise<RunFile> {
  await page.goto(`${site.url}#/plan/${data}?models=xianwai-lm&${query}`)
  await page.getByRole('button', { name: 'Freeze and run' }).click({ timeout: 60_000 })
  await page.waitForURL(/#\/run\//)
  await page.getByText('Every sample was asked.').waitFor({ timeout: 200_000 })
  await page.getByRole('link', { name: 'See the results' }).first().click()
  await page.waitForURL(/#\/results\//)
  await look()
  await page.getByRole('link', { name: 'Export' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Download: Run file/ }).click()])
  return parseRunFile(readFileSync(await download.path(), 'utf8'))
}

/** What every plan must be: each sample answered by each run, none failed. */
function whole({ plan, runs, predictions }: RunFile): void {
  for (const run of runs) {
    const own = predictions.get(run.id) ?? []
    expect(own.map(({ sampleId }) => sampleId).sort(), run.method.id).toEqual([...plan.sampleIds].sort())
    expect(own.filter(({ outcome }) => outcome.kind === 'failed'), run.method.id).toEqual([])
  }
}

/** Examples that a method shows: none under test, none of a tested group, each with the labels of its row. */
function apart({ id, shots }: Method): void {
  expect(shots!.shots.length, id).toBeGreaterThan(0)
  for (const { sampleId, labels } of shots!.shots) {
    expect(leaking.has(sampleId), `${id} shows ${sampleId}`).toBe(false)
    const own = dev.find((each) => each.id === sampleId)!
    const { explicit, implicit, intent, emotion } = own
    expect(labels).toEqual({ explicit, implicit, intent, emotion, stance: derive(fieldOf(builtInScheme, 'stance') as DerivedField, { explicit, implicit }) })
  }
}

const promptFile = '你是语用专家，只写一个意图。\n\n【场景类型】{scenario_type}\n【上下文】{context}\n【目标句】{text}\n\n说话人的意图（真情、礼貌、压抑、反讽、抵抗、功能、幽默、共情）是什么？\n意图：'

test('a pool’s prior is of 200 records apart from the test, frozen in the plan, and what is read under it is what was measured', async () => {
  const file = await asked(`methods=direct&samples=10&prior=pool&pool=${other}`)
  whole(file)
  const { plan, runs, priors } = file
  expect(plan.reading.pool).toBe(plan.pool!.hash)
  expect(plan.pool!.samples).toHaveLength(200)
  const drawn = plan.pool!.samples.map(({ sampleId }) => sampleId)
  expect(new Set(drawn).size).toBe(200)
  expect(drawn.filter((id) => leaking.has(id) || !dev.some((each) => each.id === id))).toEqual([])
  const own = priors.get(runs[0]!.id)!.filter(({ pool }) => pool === plan.pool!.hash)
  // the first level is asked of every record, and its mean is over all of them: probabilities of a mean log-probability add up to no more than 1
  const first = own.find(({ given }) => Object.keys(given).length === 0)!
  expect(first.field).toBe('stance')
  expect(first.logProbabilities).toHaveLength(9)
  expect(first.logProbabilities.reduce((sum, value) => sum + Math.exp(value), 0)).toBeLessThanOrEqual(1 + 1e-6)
}, 240_000)

test('a batch’s prior, examples by label and at random, a method of one’s own and a prompt file are asked together; transductive is said', async () => {
  await page.goto(`${site.url}#/plan/${data}?models=xianwai-lm`)
  await page.getByText('Yours', { exact: true }).click()
  await page.setInputFiles('input[aria-label="Import a method (JSON)"]', { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from(readFileSync('public/samples/own-method.json', 'utf8').replace('{form}', '{from}')) })
  await page.getByText('“broken.json” cannot be used. Problems: 1').waitFor()
  await page.locator('tr', { hasText: 'methods[0].template.system' }).getByText('Nothing fills {from}.').waitFor()
  await page.setInputFiles('input[aria-label="Import a method (JSON)"]', 'public/samples/own-method.json')
  await page.getByText('Added “As the listener hears it”').waitFor()
  await page.goto(`${site.url}#/prompts`)
  await page.setInputFiles('input[aria-label="Open prompt files"]', { name: 'mine_intent.txt', mimeType: 'text/plain', buffer: Buffer.from(promptFile) })
  await page.getByRole('button', { name: 'Keep as a method' }).click()
  const toPlan = page.getByRole('link', { name: 'Go to the plan' })
  const promptId = /methods=(prompt-\w+)/.exec((await toPlan.getAttribute('href'))!)![1]!
  // the comparison has both, and shows what is the person's own
  await page.goto(`${site.url}#/prompts?left=matrix&right=own-listener`)
  await page.locator('[data-side=right]', { hasText: '假设你就是听到这句话的人。' }).waitFor()

  const file = await asked(`methods=direct&methods=own-listener&methods=${promptId}&samples=10&prior=batch&shots=${other}&draw=balanced&shotField=implicit&shotCount=2`, async () => {
    await page.getByText('A transductive reading').waitFor()
    await page.getByRole('link', { name: 'Gains' }).click()
    await page.getByText(/mean over these very samples \(transductive\)/).first().waitFor({ timeout: 60_000 })
  })
  whole(file)
  const { plan, runs, predictions } = file
  expect(plan.reading).toMatchObject({ prior: 'batch' })
  expect(plan.pool).toBeUndefined()
  expect(runs.map(({ method }) => method.id)).toEqual(['direct', 'direct-few', 'own-listener', 'own-listener-few', promptId])
  const [direct, few, listener, listenerFew, prompt] = runs
  for (const run of [few!, listenerFew!]) {
    apart(run.method)
    expect(run.method.shots!.shots.map(({ labels }) => labels.implicit)).toEqual(polarities.flatMap((label) => [label, label]))
  }
  expect(few!.method.shots).toEqual(listenerFew!.method.shots)
  expect(new Set(runs.map(({ promptHash }) => promptHash)).size).toBe(5)
  // a method of one's own is asked over its steps
  expect(fieldsOf(predictions.get(listener!.id)!)).toEqual(['explicit', 'implicit', 'intent'])
  expect(fieldsOf(predictions.get(direct!.id)!)).toEqual(['emotion', 'intent', 'stance'])
  // the prompt file's words, and nothing else
  expect(`${prompt!.method.prompt!.system}\n\n${prompt!.method.prompt!.user}`).toBe(promptFile)
  expect(predictions.get(prompt!.id)!.every(({ outcome, newTokens }) => outcome.kind === 'free' && newTokens > 0)).toBe(true)
}, 240_000)

function fieldsOf(predictions: readonly Prediction[]): readonly string[] {
  return [...new Set(predictions.flatMap(({ outcome }) => (outcome.kind === 'guided' ? outcome.conditionals.map(({ field }) => field) : [])))].sort()
}

describe('examples', () => {
  test('that are named stand in the prompt as they are named; one that is of a tested group is refused before anything is frozen', async () => {
    await page.goto(`${site.url}#/plan/${data}?models=xianwai-lm&methods=direct&samples=10&shots=${other}&draw=named&shotIds=d3,d7`)
    await page.getByText('d7: it is under test, or shares text, group or context with a sample that is').first().waitFor()
    await page.getByLabel('Ids of the examples').fill('d9, d3\nd5')
    await page.getByText('Examples drawn: 3').waitFor()
    const file = await asked(`methods=direct&samples=10&shots=${other}&draw=named&shotIds=${encodeURIComponent('d9, d3\nd5')}`)
    whole(file)
    const few = file.runs.find(({ method }) => method.id === 'direct-few')!
    apart(few.method)
    expect(few.method.shots!.shots.map(({ sampleId }) => sampleId)).toEqual(['d9', 'd3', 'd5'])
  }, 240_000)

  test('that do not fit the model say so, with numbers, before they are asked', async () => {
    await page.goto(`${site.url}#/plan/${data}?models=xianwai-lm&methods=direct&samples=10&shots=${other}&draw=random&shotCount=32`)
    await page.getByText(/^(?:They (?:may|do) not fit|They fit): .*“Direct \(few-shot\)”.* [\d,]+ tokens.* the model reads [\d,]+/).first().waitFor()
  }, 60_000)
})

test('sensitivity: one choice plans other wordings and label orders; their spread stands beside the sampling interval', async () => {
  await page.goto(`${site.url}#/plan/${data}?models=xianwai-lm&methods=direct&samples=10`)
  await page.getByLabel('How many of each').selectOption('1')
  await page.getByText('Runs added: 2.').waitFor()
  const file = await asked('methods=direct&samples=10&spread=1', async () => {
    await page.getByRole('link', { name: 'Asked otherwise' }).click()
    const row = page.locator('section[aria-labelledby=section-spread] tbody tr').first()
    await row.waitFor({ timeout: 60_000 })
    // its own score with the ends of its interval, how many ways, and what they come to
    expect(await row.innerText()).toMatch(/Direct\twording\tAffective stance\tAcc\.\t10\t\s*\d+\.\d\s+\d+\.\d–\d+\.\d\s+2\t\d+\.\d\t[+-]?\d+\.\d\t\d+\.\d–\d+\.\d/)
  })
  whole(file)
  expect(file.runs.map(({ method }) => method.variant?.kind)).toEqual([undefined, 'wording', 'labelOrder'])
  expect(new Set(file.runs.map(({ promptHash }) => promptHash)).size).toBe(3)
  // asked again, nothing is left: the plan's own screen says it
  await page.goto(`${site.url}#/plan/${data}?models=xianwai-lm&methods=direct&samples=10&spread=1`)
  await page.getByText('Nothing is left to ask').waitFor()
}, 240_000)

test('data of another scheme is asked by it: examples one a label, every label its own', async () => {
  await page.goto(`${site.url}#/data`)
  await page.getByText('Label scheme: Explicit-implicit stance').click()
  await page.setInputFiles('input[aria-label="Add a scheme file…"]', 'public/samples/polarity-scheme.json')
  await page.locator('summary', { hasText: 'Label scheme: Polarity' }).waitFor()
  const polar = (rows: readonly Row[]) => Buffer.from(`id,text,group,sentiment\n${rows.map(({ id, text, group, implicit }) => `${id},${text},${group},${implicit}\n`).join('')}`)
  const takenBy = async (name: string, buffer: Buffer): Promise<string> => {
    await page.locator('input[type=file]:not([aria-label="Add a scheme file…"])').first().setInputFiles({ name, mimeType: 'text/csv', buffer })
    await page.waitForURL(/#\/data\/\w+/)
    const id = /data\/([^?]+)/.exec(page.url())![1]!
    await page.goto(`${site.url}#/data`)
    return id
  }
  ;[data, other] = [await takenBy('polar.csv', polar(tested)), await takenBy('polar-dev.csv', polar(dev))]
  const file = await asked(`methods=direct&samples=10&shots=${other}`)
  whole(file)
  expect(file.plan.scheme.id).toBe('polarity')
  const few = file.runs.find(({ method }) => method.id === 'direct-few')!
  expect(few.method.shots!.shots.map(({ labels }) => labels)).toEqual(polarities.map((polarity) => ({ polarity })))
  expect(few.method.shots!.shots.filter(({ sampleId }) => leaking.has(sampleId))).toEqual([])
  for (const run of file.runs) expect(fieldsOf(file.predictions.get(run.id)!)).toEqual(['polarity'])
}, 240_000)
