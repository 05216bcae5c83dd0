/** The index of run files that are built into the site: a static host lists no folder. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ending = '.xianwai.json'

/**
 * What the app's list of published results is made of, for every run file in a folder, the newest plan first.
 * @param {string} folder public/results; it need not be there.
 * @returns {import('./publishedResults.mjs').PublishedIndex}
 * @throws naming the file where one is no run file, or two hold one plan.
 */
export function publishedIndex(folder) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ending)).sort() : []
  const files = names.map((file) => entry(folder, file))
  const twice = files.find(({ plan }, at) => files.findIndex((other) => other.plan === plan) !== at)
  if (twice) throw new Error(`${join(folder, twice.file)}: its plan is in another file there, too`)
  return { format: 'xianwai-published', version: 1, files: files.sort((one, other) => other.createdAt - one.createdAt) }
}

function entry(folder, file) {
  const path = join(folder, file)
  try {
    const { format, plan, runs } = JSON.parse(readFileSync(path, 'utf8'))
    if (format !== 'xianwai-run') throw new Error('its format is not xianwai-run')
    return {
      file,
      bytes: statSync(path).size,
      plan: plan.id,
      createdAt: plan.createdAt,
      dataset: { name: plan.dataset.name, hash: plan.dataset.hash },
      samples: plan.sampleIds.length,
      runs: runs.map(({ run, predictions }) => ({ id: run.id, model: run.model.ref.id, method: run.method.name, answers: predictions.length })),
    }
  } catch (error) {
    throw new Error(`${path} is no run file: ${error.message}`, { cause: error })
  }
}
