import { type ReactElement, useMemo } from 'react'
import { refusals } from '../../domain/plan.ts'
import { type FieldId, fieldOf, labelName, type Scheme } from '../../domain/scheme.ts'
import { type FileFigures, fileFigures, type TaskFigures } from '../../state/answers/fileFigures.ts'
import { type MatchedFile, refusedRows } from '../../state/answers/importedRuns.ts'
import { useLanguage } from '../../state/language.ts'
import { answersMessages } from '../messages/answers.ts'
import { figuresMessages } from '../messages/figures.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { RefusedTable } from './RefusedTable.tsx'

interface FileMatchesProps {
  readonly matched: MatchedFile
  readonly scheme: Scheme
  /** Of the dataset. */
  readonly samples: number
}

/** What became of a file's records: taken, not taken and why, how its labels were read, and its own figures to check against. */
export function FileMatches({ matched, scheme, samples }: FileMatchesProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const { answers, counts, file, isGold } = matched
  const number = (count: number): string => formatCount(count, language)
  const refused = useMemo(() => refusedRows(matched), [matched])
  const figures = useMemo(() => fileFigures(matched, scheme), [matched, scheme])
  return (
    <>
      <p className="balance">{messages.counts(number(counts.records), number(counts.taken), number(counts.records - counts.taken))}</p>
      <p className="small muted inline-facts">
        {counts.byText > 0 && <span>{messages.byText(number(counts.byText))}</span>}
        {refusals.filter((reason) => counts.refused[reason] > 0).map((reason) => <span key={reason}>{messages.refusals[reason]} {number(counts.refused[reason])}</span>)}
        {answers.unread > 0 && <span>{messages.unread(number(answers.unread))}</span>}
        {counts.taken > 0 && counts.taken < samples && <span>{messages.uncovered(number(samples - counts.taken))}</span>}
      </p>
      {counts.taken === 0 && <Notice kind="error" title={messages.nothingTaken}>{messages.nothingTakenText}</Notice>}
      {isGold && <Notice kind="warning" title={messages.isGold}>{messages.isGoldText}</Notice>}
      {answers.oddProbabilities > 0 && <Notice kind="warning" title={messages.oddProbabilities(number(answers.oddProbabilities))} />}
      {counts.goldDiffers > 0 && (
        <>
          <Notice kind="warning" title={messages.goldDiffers(number(counts.goldDiffers))}>{messages.goldDiffersText}</Notice>
          <OtherGold matched={matched} scheme={scheme} />
        </>
      )}
      {figures.length > 0 && counts.taken > 0 && <OwnFigures figures={figures} scheme={scheme} />}
      {answers.spellings.length > 0 && (
        <details>
          <summary className="small">{messages.spellingsTitle(number(answers.spellings.length))}</summary>
          <Spellings matched={matched} scheme={scheme} />
        </details>
      )}
      {refused.length > 0 && (
        <details>
          <summary className="small">{messages.refusedTitle(number(refused.length))}</summary>
          <RefusedTable rows={refused} file={`${file.name}-refused`} several={false} />
        </details>
      )}
    </>
  )
}

interface PartProps {
  readonly matched: MatchedFile
  readonly scheme: Scheme
}

type OtherGoldRow = MatchedFile['otherGold'][number]

function OtherGold({ matched, scheme }: PartProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const columns = useMemo((): readonly TableColumn<OtherGoldRow>[] => {
    const label = (field: FieldId, id: string): string => labelName(fieldOf(scheme, field), id, language)
    return [
      { id: 'line', header: messages.line, align: 'end', width: '5rem', value: ({ record }) => record.line },
      { id: 'id', header: messages.id, width: '10rem', value: ({ record }) => record.id },
      { id: 'field', header: messages.field, width: '8rem', value: ({ field }) => fieldOf(scheme, field).name[language] },
      { id: 'theirs', header: messages.theirs, value: ({ record, field }) => label(field, record.gold[field] ?? '') },
      { id: 'here', header: messages.here, value: ({ field, here }) => label(field, here) },
    ]
  }, [messages, language, scheme])
  return (
    <details>
      <summary className="small">{messages.goldDiffersCaption}</summary>
      <DataTable columns={columns} rows={matched.otherGold} keyOf={({ record, field }) => `${record.line} ${field}`} caption={messages.goldDiffersCaption} captionHidden file={`${matched.file.name}-gold`} height="20rem" />
    </details>
  )
}

type Spelling = MatchedFile['answers']['spellings'][number]

function Spellings({ matched, scheme }: PartProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const columns = useMemo((): readonly TableColumn<Spelling>[] => [
    { id: 'field', header: messages.field, width: '8rem', value: ({ field }) => fieldOf(scheme, field).name[language] },
    { id: 'written', header: messages.written, value: ({ written }) => written, render: ({ written }) => <span className="mono">{written.slice(0, 120)}</span> },
    { id: 'read', header: messages.readAs, value: ({ field, label }) => (label === null ? messages.noLabel : labelName(fieldOf(scheme, field), label, language)) },
    { id: 'times', header: messages.times, align: 'end', width: '6rem', value: ({ count }) => count },
  ], [messages, language, scheme])
  return <DataTable columns={columns} rows={matched.answers.spellings} keyOf={({ field, written }) => `${field} ${written}`} caption={messages.spellingsCaption} captionHidden file={`${matched.file.name}-spellings`} height="20rem" />
}

interface FigureRow extends TaskFigures {
  readonly field: FieldId
  readonly over: 'byFile' | 'byData'
}

function OwnFigures({ figures, scheme }: { readonly figures: readonly FileFigures[]; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const { metrics } = useMessages(figuresMessages)
  const rows = useMemo(
    () => figures.flatMap(({ field, byFile, byData }): FigureRow[] => [...(byFile ? [{ field, over: 'byFile' as const, ...byFile }] : []), { field, over: 'byData', ...byData }]),
    [figures],
  )
  const columns = useMemo((): readonly TableColumn<FigureRow>[] => [
    { id: 'field', header: messages.field, value: ({ field }) => fieldOf(scheme, field).name[language] },
    { id: 'over', header: messages.over, value: ({ over }) => messages[over], render: ({ over }) => <span className="answers__over">{messages[over]}</span> },
    { id: 'n', header: 'n', align: 'end', value: ({ n }) => n },
    ...(['accuracy', 'macroF1', 'weightedF1'] as const).map((name): TableColumn<FigureRow> => ({
      id: name, header: metrics[name], align: 'end', value: (row) => row[name] ?? null, render: (row) => row[name]?.toFixed(4) ?? '—',
    })),
  ], [messages, metrics, language, scheme])
  return (
    <details>
      <summary className="small">{messages.ownFigures}</summary>
      <DataTable columns={columns} rows={rows} keyOf={({ field, over }) => `${field} ${over}`} caption={messages.ownFiguresCaption} />
    </details>
  )
}
