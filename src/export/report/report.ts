import { type Inset, type Markup, markup } from './markup.ts'
import type { ReportContent } from './reportContent.ts'
import type { ReportSection } from './section.ts'
import { calibration } from './sections/calibration.ts'
import { classes } from './sections/classes.ts'
import { confusionTables } from './sections/confusion.ts'
import { data } from './sections/data.ts'
import { evidenceSection } from './sections/evidence.ts'
import { flips } from './sections/flips.ts'
import { headline } from './sections/headline.ts'
import { leaning } from './sections/leaning.ts'
import { limits } from './sections/limits.ts'
import { matrices } from './sections/matrices.ts'
import { methods } from './sections/methods.ts'
import { models } from './sections/models.ts'
import { overview } from './sections/overview.ts'
import { readings } from './sections/readings.ts'
import { repeat } from './sections/repeat.ts'
import { samples } from './sections/samples.ts'
import { reportStyle } from './style.ts'
import { type ReportLanguage, Voice } from './voice.ts'

/** The parts in the order of the page. */
export const reportSections: readonly ReportSection[] = [
  overview,
  flips,
  headline,
  matrices,
  classes,
  confusionTables,
  calibration,
  leaning,
  readings,
  limits,
  data,
  models,
  methods,
  repeat,
  samples,
]

/**
 * A plan's results as one HTML file: no script, nothing from elsewhere (a policy in the page forbids both), to be opened from disk, printed
 * and kept. Without `content.texts` it holds nothing of the data but ids, hashes, label counts and the file's and columns' names.
 */
export function reportHtml(content: ReportContent, language: ReportLanguage): string {
  const voice = new Voice(language)
  const evidence = (content.evidence ?? []).map(evidenceSection)
  const shown = reportSections.flatMap((section) => [section, ...(section === headline ? evidence : [])])
  const parts = shown.flatMap(({ id, title, body }): { id: string; title: string; body: Markup }[] => {
    const made = body(content, voice)
    return made ? [{ id, title: voice.say(title), body: made }] : []
  })
  const title = `${content.plan.dataset.name} · ${voice.say(words.report)}`
  return markup`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${content.program}">
<title>${title}</title>
<style>${reportStyle}</style>
</head>
<body>
<header><h1>${title}</h1><p class="muted">${content.program} · ${voice.moment(content.madeAt)} · ${voice.say(words.plan)} <span class="hash">${content.plan.id.slice(0, 12)}</span></p></header>
<nav aria-label="${voice.say(words.parts)}"><ol>${parts.map((part) => markup`<li><a href="#${part.id}">${part.title}</a></li>`)}</ol></nav>
<main>
${parts.map(({ id, title: heading, body }): Inset => markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${heading}</h2>
${body}
</section>
`)}</main>
</body>
</html>
`.html
}

const words = {
  report: { zh: '评测报告', en: 'evaluation report' },
  plan: { zh: '计划', en: 'plan' },
  parts: { zh: '目录', en: 'Contents' },
}
