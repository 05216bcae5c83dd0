import { EngineError } from './engine.ts'
import { type ModelCard, parseModelCard, parseModelIndex } from './modelCard.ts'

/**
 * The models embedded in this site, in the order of models/index.json; none where the site has no such file.
 * @param baseUrl of the site (document.baseURI).
 * @throws EngineError naming the file that is broken or missing.
 */
export async function embeddedModels(baseUrl: string, fetchFile: typeof fetch = fetch): Promise<readonly ModelCard[]> {
  const index = await readJson(new URL('models/index.json', baseUrl), 'models/index.json', fetchFile)
  if (index === undefined) return []
  const ids = parsed('models/index.json', () => parseModelIndex(index))
  return Promise.all(ids.map(async (id) => {
    const path = `models/${id}/model.json`
    const card = await readJson(new URL(path, baseUrl), path, fetchFile)
    if (card === undefined) throw new EngineError('missingFile', `${path} is missing although models/index.json lists it`, path)
    return parsed(path, () => parseModelCard(card))
  }))
}

/** @returns the absolute URL of an embedded model's folder, for `LoadRequest.source`. */
export function modelUrl(baseUrl: string, id: string): string {
  return new URL(`models/${id}/`, baseUrl).href
}

async function readJson(url: URL, path: string, fetchFile: typeof fetch): Promise<unknown> {
  const response = await fetchFile(url)
  if (response.status === 404) return undefined
  if (!response.ok) throw new EngineError('missingFile', `${path}: the server answers ${response.status}`, path)
  const text = await response.text()
  if (text.trimStart().startsWith('<')) return undefined // a host that answers every address with its own page
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    throw new EngineError('notJson', `${path} is not JSON`, path)
  }
}

function parsed<T>(path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new EngineError('notJson', `${path} is not as it should be: ${error instanceof Error ? error.message : String(error)}`, path)
  }
}
