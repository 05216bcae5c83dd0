import type { Bilingual } from '../../../domain/scheme.ts'
import type { TableLanguage } from '../../../export/tables/words.ts'

/** What is known of how the benchmark's tiers of gold came about; a tier that is not named here is shown as the file wrote it. */
const known: Readonly<Record<string, Bilingual>> = {
  human: { zh: 'human（人工标注）', en: 'human (labelled by people)' },
  gpt_arbitration: { zh: 'gpt_arbitration（模型仲裁）', en: 'gpt_arbitration (a model arbitrated)' },
  ground_truth: { zh: 'ground_truth（两个模型一致，无人复核）', en: 'ground_truth (two models agreed, no human review)' },
}

const none: Bilingual = { zh: '（没有写明）', en: '(not stated)' }

/** A tier with how its gold was made: one that no person has looked at is named so. */
export function tierText(tier: string | null, language: TableLanguage): string {
  return tier === null ? none[language] : (known[tier]?.[language] ?? tier)
}
