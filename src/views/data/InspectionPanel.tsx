import type { ReactElement } from 'react'
import type { FileFormat } from '../../domain/dataset.ts'
import type { Delimiter } from '../../import/inspection.ts'
import { type Importing, useImportDesk } from '../../state/data/importing.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { findingSentence } from '../messages/findings.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Checkbox, Select, TextField } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { LabelCodesPanel } from './LabelCodesPanel.tsx'
import { SchemeChoice } from './SchemeChoice.tsx'

interface InspectionPanelProps {
  readonly importing: Extract<Importing, { status: 'inspected' }>
  readonly onImport: () => void
}

/** TextDecoder labels offered beside the detected one. */
const encodings = ['utf-8', 'gb18030', 'big5', 'utf-16le', 'utf-16be', 'shift_jis', 'windows-1252']
const formats: readonly FileFormat[] = ['jsonl', 'json', 'csv', 'tsv', 'xlsx', 'parquet']
const delimiters: readonly Delimiter[] = [',', '\t', ';', '|', '，']

/** How a file is read and what each of its columns is: as detected, and as the user has it. */
export function InspectionPanel({ importing, onImport }: InspectionPanelProps): ReactElement {
  const { file, inspection, choices, rereading, problem } = importing
  const sheets = inspection.sheets ?? []
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  const desk = useImportDesk()
  const hasText = Object.values(choices.mapping).some((role) => role.kind === 'text')
  const findings = inspection.findings.filter((finding) => finding.row === 1 && finding.code !== 'missingText')
  const known = inspection.encoding === null || encodings.includes(inspection.encoding) ? encodings : [inspection.encoding, ...encodings]
  return (
    <section className="section" aria-busy={rereading}>
      <div className="screen__head">
        <h2>{messages.columnsTitle(file.name)}</h2>
        <div className="row">
          <Button onClick={() => desk.cancel()}>{messages.cancel}</Button>
          <Button kind="primary" disabled={!hasText || rereading} onClick={onImport}>{messages.import}</Button>
        </div>
      </div>
      {hasText ? (
        <p className="muted">{rereading ? messages.rereading : inspection.complete ? messages.columnsComplete : messages.columnsOpen}</p>
      ) : (
        <Notice kind="warning" title={messages.noText} />
      )}
      <div className="row row--end intake__options">
        <TextField label={messages.name} value={choices.name} onChange={(name) => desk.choose({ name })} />
        <Select
          label={messages.format}
          value={inspection.format}
          options={formats.map((value) => ({ value, label: messages.formats[value] }))}
          onChange={(format) => void desk.reread({ format })}
        />
        {sheets.length > 1 && inspection.sheet !== undefined && (
          <Select
            label={messages.sheet}
            value={String(inspection.sheet)}
            options={sheets.map(({ at, name, rows }) => ({ value: String(at), label: messages.sheetOf(name, formatCount(rows, language)) }))}
            onChange={(sheet) => void desk.reread({ sheet: Number(sheet) })}
          />
        )}
        {inspection.encoding !== null && (
          <Select
            label={messages.encoding}
            value={inspection.encoding}
            options={known.map((value) => ({ value, label: value === inspection.detectedEncoding ? messages.detected(value) : value }))}
            onChange={(encoding) => void desk.reread({ encoding })}
          />
        )}
        {inspection.delimiter !== null && (
          <Select
            label={messages.delimiter}
            value={inspection.delimiter}
            options={delimiters.map((value) => ({ value, label: messages.delimiters[value] }))}
            onChange={(delimiter) => void desk.reread({ delimiter })}
          />
        )}
        {isTable(inspection.format) && (
          <Checkbox label={messages.header} checked={inspection.header} onChange={(header) => void desk.reread({ header })} />
        )}
      </div>
      <SchemeChoice scheme={choices.scheme} onChange={(scheme) => void desk.chooseScheme(scheme)} />
      {problem !== undefined && <Failure title={messages.rereadFailed} error={problem} />}
      {sheets.length > 1 && <Notice title={messages.oneSheet(formatCount(sheets.length, language))} />}
      {inspection.skippedRows > 0 && <p className="small muted">{messages.skipped(formatCount(inspection.skippedRows, language))}</p>}
      {findings.map((finding) => (
        <Notice key={`${finding.code} ${finding.column ?? ''}`} kind="warning" title={finding.column ?? undefined}>{findingSentence(finding, language, choices.scheme)}</Notice>
      ))}
      <ColumnTable
        scheme={choices.scheme}
        columns={inspection.columns}
        mapping={choices.mapping}
        rows={inspection.firstRows}
        onAssign={(column, role) => desk.assign(column, role)}
      />
      <LabelCodesPanel scheme={choices.scheme} inspection={inspection} choices={choices} onChange={(labelCodes) => desk.choose({ labelCodes })} />
    </section>
  )
}

function isTable(format: FileFormat): boolean {
  return format === 'csv' || format === 'tsv' || format === 'xlsx'
}
