import { type ReactElement, useState } from 'react'
import { version } from '../../../package.json'
import { type FieldId, fieldOf } from '../../domain/scheme.ts'
import type { FieldIntervals, RunFigures } from '../../metrics/figures.ts'
import type { AddressOf } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { planFileName } from '../../state/results/exportName.ts'
import { answersOf, figuresFile, planFileOf, resultFilesOf, runFileOf, type TableFormat } from '../../state/results/exports.ts'
import type { RunKey } from '../../state/results/metricsService.ts'
import { makeReport } from '../../state/results/report/makeReport.ts'
import { chosenByAnswer } from '../../state/results/runFilter.ts'
import type { RunSelection } from '../../state/results/runSelection.ts'
import { useServices } from '../../state/services.ts'
import { exportMessages } from '../messages/export.ts'
import { readingMessages } from '../messages/readings.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Checkbox } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'
import { saveFile } from '../parts/saveFile.ts'
import { DeletePlan } from './DeletePlan.tsx'
import { ExportChoice } from './ExportChoice.tsx'
import { filterText } from './filterText.ts'
import { useFilterVoice } from './useFilterVoice.ts'

interface ExportViewProps {
  readonly address: AddressOf<'results'>
  readonly selection: RunSelection
  readonly runKey: RunKey
  readonly figures: RunFigures
  /** Undefined while they are being computed. */
  readonly intervals: Readonly<Record<FieldId, FieldIntervals>> | undefined
}

const types: Readonly<Record<TableFormat, string>> = { csv: 'text/csv', markdown: 'text/markdown', latex: 'application/x-tex' }

/** Everything that can be taken away from a run. */
export function ExportView({ address, selection, runKey, figures, intervals }: ExportViewProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(exportMessages)
  const readings = useMessages(readingMessages)
  const voice = useFilterVoice(selection)
  const [text, setText] = useState(false)
  const services = useServices()
  const { plan, reading, filter } = selection
  const ready = figures.fields.every(({ field }) => intervals?.[field] !== undefined)
  const remarks = [
    ...(plan.dataset.demonstration ? [messages.demonstration] : []),
    ...(figures.waiting > 0 ? [messages.interim(formatCount(figures.answered, language), formatCount(figures.samples, language))] : []),
    messages.reading(readings.join([readings.rule[reading.rule], ...(reading.later ? [readings.later[reading.later]] : [])]), readings.prior[reading.prior]),
    ...(reading.prior === 'batch' ? [readings.transductive] : []),
    ...(selection.exploratory ? [messages.exploratory] : []),
    ...(selection.filtered ? [messages.filtered(filterText(filter, fieldOf(plan.scheme, filter.field), voice), formatCount(figures.samples, language))] : []),
  ]
  const remark = remarks.join('; ')
  const saveTable = (format: TableFormat): Promise<void> => {
    const file = figuresFile({ selection, fields: figures.fields, intervals, language, remark }, format)
    saveFile(file.name, file.text, types[format])
    return Promise.resolve()
  }
  return (
    <>
      <p className="muted small">{messages.intro} {messages.whole}</p>
      <Checkbox label={messages.withTexts} checked={text} onChange={setText} />
      <ExportChoice
        title={messages.report}
        text={messages.reportText}
        onSave={async () => saveFile(`${planFileName(plan)}-report.html`, (await makeReport(services, plan, { texts: text, program: `Xianwai ${version}`, language })).html, 'text/html')}
      />
      <ExportChoice
        title={messages.runFile}
        text={messages.runFileText}
        onSave={async () => saveFile(`${planFileName(plan)}.xianwai.json`, await runFileOf(plan.id, { text }, services.siteUrl), 'application/json')}
      />
      <ExportChoice
        title={messages.planFile}
        text={messages.planFileText}
        onSave={async () => saveFile(`${planFileName(plan)}-plan.json`, await planFileOf(plan.id, services.siteUrl), 'application/json')}
      />
      <ExportChoice
        title={messages.benchmarkFiles}
        text={messages.benchmarkFilesText}
        onSave={async () => saveFile(`${planFileName(plan)}-results.zip`, await resultFilesOf(plan.id, services.siteUrl))}
      />
      <p className="muted small">{messages.onScreen}{remark}</p>
      <ExportChoice
        title={messages.answers}
        text={messages.answersText}
        onSave={async () => {
          const file = await answersOf(selection, { text, version: runKey.version, dev: address.dev }, services)
          saveFile(file.name, file.text, types.csv)
        }}
      />
      {!chosenByAnswer(filter) && (
        <>
          <ExportChoice title={messages.csv} text={messages.csvText} ready={ready} onSave={() => saveTable('csv')} />
          <ExportChoice title={messages.markdown} text={messages.markdownText} ready={ready} onSave={() => saveTable('markdown')} />
          <ExportChoice title={messages.latex} text={messages.latexText} ready={ready} onSave={() => saveTable('latex')} />
        </>
      )}
      {!selection.published && <DeletePlan plan={plan} answers={figures.answered + figures.failed} />}
    </>
  )
}
