import type { Sample } from '../../domain/dataset.ts'
import { parsePublishedIndex, type PublishedFile } from '../../export/publishedIndex.ts'
import { parseRunFile, type RunFile } from '../../export/runFile.ts'
import { RecentReads } from '../recentReads.ts'
import { checkIds, fileSamples } from './runFiles.ts'

/**
 * Run files that lie in the site itself (`results/`): everybody who opens it sees them, nobody changes them, and nothing of them is stored. A
 * plan of the visitor's own goes before a published one.
 */
class PublishedRuns {
  private readonly folder: URL
  private list: Promise<readonly PublishedFile[]> | null = null
  private readonly files = new RecentReads<RunFile>()

  constructor(siteUrl: string) {
    this.folder = new URL('results/', siteUrl)
  }

  /** The newest plan first; none where the site has no such folder. @throws where its index cannot be read. */
  index(): Promise<readonly PublishedFile[]> {
    this.list ??= fetched(new URL('index.json', this.folder)).then((text) => (text === null ? [] : parsePublishedIndex(text)))
    this.list.catch(() => {
      this.list = null
    })
    return this.list
  }

  async ofPlan(planId: string): Promise<RunFile | null> {
    const entry = (await this.index()).find(({ plan }) => plan === planId)
    return entry ? this.read(entry) : null
  }

  async ofRun(runId: string): Promise<RunFile | null> {
    const entry = (await this.index()).find(({ runs }) => runs.some(({ id }) => id === runId))
    return entry ? this.read(entry) : null
  }

  /** The samples of all files over the dataset, each once: with its text where one of them has it. */
  async samplesOf(datasetHash: string): Promise<readonly Sample[]> {
    const entries = (await this.index()).filter(({ dataset }) => dataset.hash === datasetHash)
    const byId = new Map<string, Sample>()
    for (const file of await Promise.all(entries.map((entry) => this.read(entry)))) {
      for (const sample of fileSamples(file)) if ((byId.get(sample.id)?.text ?? '') === '') byId.set(sample.id, sample)
    }
    return [...byId.values()]
  }

  /** @throws RunFileError where the file is none, or was changed; an Error where it is gone. */
  private read({ file }: PublishedFile): Promise<RunFile> {
    return this.files.get(file) ?? this.files.keep(file, this.fetch(file))
  }

  private async fetch(file: string): Promise<RunFile> {
    const text = await fetched(new URL(encodeURIComponent(file), this.folder))
    if (text === null) throw new Error(`results/${file} is not on this site`)
    const parsed = parseRunFile(text)
    checkIds(parsed)
    return parsed
  }
}

/** Null where there is no such file: hosts answer 404, or with a page for whatever they do not have. */
async function fetched(url: URL): Promise<string | null> {
  const response = await fetch(url)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${url.pathname}: the server answers ${response.status}`)
  const text = await response.text()
  return /^\s*<(?:!doctype|html)/i.test(text) ? null : text
}

const known = new Map<string, PublishedRuns>()

/** A site's, once for the page's (or worker's) life. */
export function publishedRuns(siteUrl: string): PublishedRuns {
  const published = known.get(siteUrl) ?? new PublishedRuns(siteUrl)
  known.set(siteUrl, published)
  return published
}
