import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site } from './site.ts'

interface SampleLine { readonly sample_id: string; readonly text: string; readonly affective_stance: string; readonly pragmatic_intent: string }

const sample = readFileSync('public/samples/stance-sample.jsonl', 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as SampleLine)
/** Every third stance is wrong; two records are about nothing here, one repeats another. */
const predicted = sample.map(({ affective_stance: gold }, at) => (at % 3 === 0 ? (gold === 'Neutral' ? 'Negative' : 'Neutral') : gold))
const right = predicted.filter((label, at) => label === sample[at]!.affective_stance).length

function stanceFile(): string {
  const lines = sample.map(({ sample_id, affective_stance: gold }, at) => ({
    // every tenth time the words say the gold label, whatever the file took them for
    sample_id, gold, predicted: predicted[at], correct: gold === predicted[at], raw_response: at % 10 === 0 ? `情感立场：${gold}` : `情感立场：${predicted[at]}`,
  }))
  return [...lines, { sample_id: 'elsewhere-1', gold: 'Neutral', predicted: 'Neutral' }, { sample_id: 'elsewhere-2', gold: 'Neutral', predicted: 'Neutral' }, lines[0], 'broken'].map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
}

const intentFile = (): string => `id;label\n${sample.map(({ sample_id, pragmatic_intent }) => `${sample_id};${pragmatic_intent}\n`).join('')}`

let site: Site
let page: Page

beforeAll(async () => {
  site = await openSite()
  page = await site.open('#/data')
  await page.locator('input[type=file]').setInputFiles('public/samples/stance-sample.jsonl')
  await page.waitForURL(/#\/data\/\w+/)
})

afterAll(() => site.close())

const drop = (...files: readonly (readonly [name: string, text: string])[]): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })))

describe('answers from elsewhere', () => {
  test('of the benchmark’s runner become a run: counted, checked against the file, and what is not taken is listed', async () => {
    await page.goto(`${site.url}#/answers`)
    await drop(['GLM-5.1_chain_stance_zeroshot.jsonl', stanceFile()])
    await page.getByText(`${sample.length + 4} records = ${sample.length} taken + 4 not taken`).waitFor()
    await page.getByText('Check: the file’s own figures').click()
    // over its own gold the file has two records more, both right
    const own = await page.locator('tr', { hasText: 'over the file’s gold' }).innerText()
    expect(own).toContain(((right + 2 + (predicted[0] === sample[0]!.affective_stance ? 1 : 0)) / (sample.length + 3)).toFixed(4))
    expect(await page.locator('tr', { hasText: 'over the dataset’s gold' }).innerText()).toContain((right / sample.length).toFixed(4))
    await page.getByText('4 not taken', { exact: true }).click()
    await page.getByText('elsewhere-2').first().waitFor()
    await page.getByText('not JSON (cut short?)').waitFor()
    await page.getByRole('button', { name: 'Import 1 run' }).click()
    await page.waitForURL(/#\/results\//)
    await page.getByRole('heading', { name: 'GLM-5.1 · Matrix-guided chain' }).waitFor()
    await page.getByText('These answers were taken in from files').waitFor()
    const row = page.locator('.headline tbody tr').first()
    await row.getByText(`${((100 * right) / sample.length).toFixed(1)}%`).first().waitFor()
  })

  test('in a plain table are mapped by hand where their columns do not say what they are', async () => {
    await page.goto(`${site.url}#/answers`)
    await drop(['polarities.csv', `id,label\n${sample.map(({ sample_id }) => `${sample_id},正面\n`).join('')}`], ['nothing.csv', ''])
    await page.getByText('nothing.csv was not taken in').waitFor()
    await page.getByText('It is not known which column is the answer').waitFor()
    expect(await page.getByRole('button', { name: 'Import 0 runs' }).isDisabled()).toBe(true)
    await page.getByLabel('“label” is').selectOption({ label: 'Answer: Implicit polarity' })
    await page.getByText(`${sample.length} records = ${sample.length} taken + 0 not taken`).waitFor()
    await page.getByLabel('Model (the run’s name)').fill('always positive')
    await page.getByRole('button', { name: 'Import 1 run' }).click()
    await page.getByRole('heading', { name: 'always positive · Method unknown' }).waitFor()
  })

  test('that are the gold labels themselves are not taken without a word', async () => {
    await page.goto(`${site.url}#/answers`)
    await drop(['intents.csv', intentFile()])
    await page.getByText('This looks like the data itself').waitFor()
    await page.getByRole('button', { name: 'Put all away' }).click()
  })

  test('stand beside the others, and nothing offers to run them', async () => {
    await page.goto(`${site.url}#/results`)
    await page.getByText('elsewhere', { exact: true }).first().waitFor()
    await page.getByRole('row', { name: /GLM-5\.1/ }).getByRole('link').first().click()
    await page.waitForURL(/#\/results\//)
    const plan = /results\/(\w+)/.exec(page.url())![1]!
    await page.goto(`${site.url}#/run`)
    await page.getByText('Nothing has been run').or(page.getByText('No plan')).or(page.getByRole('heading', { name: 'Run' })).first().waitFor()
    expect(await page.getByText('GLM-5.1').count()).toBe(0)
    await page.goto(`${site.url}#/run/${plan}`)
    await page.getByText('there is nothing to run').waitFor()
  })

  test('have their words parsed again beside what the file states', async () => {
    await page.goto(`${site.url}#/results`)
    await page.getByRole('row', { name: /GLM-5\.1/ }).getByRole('link').first().click()
    await page.waitForURL(/#\/results\//)
    await page.getByRole('link', { name: 'Parsing' }).click()
    // every tenth record's words say the gold label; where the file had it wrong (every third), the reading differs
    const changed = sample.filter((_, at) => at % 10 === 0 && at % 3 === 0).length
    await page.getByText(`${sample.length} of ${sample.length} answers have the model’s words; ${changed} are another answer`).waitFor()
    await page.getByText('as the file states', { exact: true }).first().waitFor()
  })

  test('none of it breaks the page', () => {
    expect(site.errors).toEqual([])
  })
})

describe('development and test', () => {
  test('are parted by a seeded split; plans then ask the test, and looks at test results are listed', async () => {
    await page.goto(`${site.url}#/data`)
    await page.getByRole('row', { name: /stance-sample/ }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Roles' }).click()
    await page.getByText('in all', { exact: false }).first().waitFor()
    await page.getByLabel('How they are divided').selectOption('split')
    const counts = await page.getByText(/^\d+ for development, \d+ for the test$/).innerText()
    const [dev, test] = counts.match(/\d+/g)!.map(Number)
    expect(dev! + test!).toBe(sample.length)
    await page.getByRole('button', { name: 'Divide them so' }).click()
    await page.getByRole('button', { name: 'They are divided so' }).waitFor()
    await page.getByRole('link', { name: 'Plan' }).last().click()
    await page.getByLabel('Which samples are asked').waitFor()
    await page.getByText(`${test} at most`).waitFor()
    await page.getByLabel('Which samples are asked').selectOption('dev')
    await page.getByText(`${dev} at most`).waitFor()
  })
})

describe('prompts side by side', () => {
  const file = (name: string, system: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${system}\n【场景类型】{scenario_type}\n【上下文】{context}\n【目标句】{text}\n`) })

  test('say what is shared; files are checked against each other and kept as methods', async () => {
    await page.goto(`${site.url}#/prompts?left=matrix&right=direct`)
    await page.getByText('All definitions are the same; only the steps of the answer differ.').waitFor()
    await page.locator('input[type=file]').setInputFiles([file('chain_intent.txt', '- 反讽：说反话来讽刺或批评\n中性约占 43%'), file('direct_intent.txt', '只答标签'), { name: 'none.txt', mimeType: 'text/plain', buffer: Buffer.from('没有样本') }])
    await page.getByText('none.txt was not opened').waitFor()
    await page.getByText('Only some files define Pragmatic intent: Irony').waitFor()
    await page.getByText('Only some files tell how often labels occur').waitFor()
    await page.getByRole('button', { name: 'Keep as a method' }).first().click()
    await page.getByText('kept: among your own methods').waitFor()
  })

  test('none of it breaks the page', () => {
    expect(site.errors).toEqual([])
  })
})
