import * as v from 'valibot'
import { count, sha256 } from './planSchema.ts'

/** `results/index.json`, version 1: the run files that were built into the site (tools/publishedResults.mjs makes it). */
const indexSchema = v.object({
  format: v.literal('xianwai-published'),
  version: v.literal(1),
  files: v.array(v.object({
    /** Its name within the folder. */
    file: v.pipe(v.string(), v.regex(/^[^/\\]+\.xianwai\.json$/)),
    bytes: count,
    plan: sha256,
    createdAt: v.number(),
    dataset: v.object({ name: v.string(), hash: sha256 }),
    samples: count,
    runs: v.array(v.object({ id: sha256, model: v.string(), method: v.object({ zh: v.string(), en: v.string() }), answers: count })),
  })),
})

export type PublishedIndex = v.InferOutput<typeof indexSchema>
export type PublishedFile = PublishedIndex['files'][number]

/** @throws where it is no such index. */
export function parsePublishedIndex(text: string): readonly PublishedFile[] {
  return v.parse(indexSchema, JSON.parse(text)).files
}
