import { contentHash } from '../../domain/contentHash.ts'
import type { Dataset, Gold, Sample } from '../../domain/dataset.ts'
import { fieldOf, labelIndex, type Scheme } from '../../domain/scheme.ts'
import { missingRoles } from '../../export/answerColumns.ts'
import { type AnswerRecord, readAnswers } from '../../export/readAnswers.ts'
import { keepStandIn } from '../../storage/standIn.ts'
import { chosenFile, type DeskFile } from './answerDesk.ts'

/**
 * What files of answers say themselves of the samples that they are about, where their data is not at hand: ids, the gold that they state, and texts
 * where they have them. Of several records of an id the first counts, field by field; records without an id are about nobody.
 */
export function ownSamples(records: readonly Pick<AnswerRecord, 'id' | 'text' | 'gold'>[], scheme: Scheme): readonly Sample[] {
  const found = new Map<string, { text: string; gold: Record<string, Gold> }>()
  for (const { id, text, gold } of records) {
    if (id === null) continue
    const known = found.get(id) ?? { text: '', gold: {} }
    if (known.text === '' && text !== null) known.text = text
    for (const [field, said] of Object.entries(gold)) {
      known.gold[field] ??= labelIndex(fieldOf(scheme, field), said) >= 0 ? { kind: 'label', label: said } : { kind: 'outOfScheme', raw: said }
    }
    found.set(id, known)
  }
  return [...found].map(([id, { text, gold }], at): Sample => ({
    id, hash: contentHash([id, text, '', '', '']), text, context: '', scene: null, speaker: null, gold, tier: null, group: null, row: at + 1, other: {},
  }))
}

/**
 * Keeps what the files on the desk say of their samples as a stand-in for the data: answers are read over it, nothing is asked over it.
 * @returns its id; null where no record has an id, or none states gold: nothing could be scored over it.
 */
export async function keepOwnData(files: readonly DeskFile[], scheme: Scheme): Promise<string | null> {
  const chosen = files.map((file) => chosenFile(file, scheme)).filter(({ choices }) => missingRoles(choices.mapping).length === 0)
  const records = chosen.flatMap(({ file, choices }) => readAnswers(file.rows, choices.mapping, scheme, choices.spelling).records)
  const samples = ownSamples(records, scheme)
  const [first] = chosen
  if (!first || samples.every(({ gold }) => Object.keys(gold).length === 0)) return null
  const hash = contentHash(samples.flatMap((sample) => [sample.hash, JSON.stringify(scheme.fields.map(({ id }) => sample.gold[id] ?? null))]))
  const dataset: Omit<Dataset, 'rows' | 'samples' | 'standIn'> = {
    id: `answers-${hash.slice(0, 16)}`,
    name: first.file.name.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, ''),
    hash,
    schemeId: scheme.id,
    problems: 0,
    notices: 0,
    source: { file: first.file.name, bytes: first.file.bytes, format: 'json', encoding: first.file.encoding, mapping: {} },
    importedAt: Date.now(),
    demonstration: false,
  }
  await keepStandIn(dataset, samples)
  return dataset.id
}
