import { type ReactElement, useState } from 'react'
import { type ImportedFile, type Plan, refusals } from '../../domain/plan.ts'
import { useRefusedRows } from '../../state/answers/refusedRows.ts'
import { useLanguage } from '../../state/language.ts'
import { planFileName } from '../../state/results/exportName.ts'
import { RefusedTable } from '../answers/RefusedTable.tsx'
import { answersMessages } from '../messages/answers.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'

interface ImportedNoticeProps {
  readonly plan: Plan
  readonly files: readonly ImportedFile[]
}

/** Where imported answers came from, and what of their files was not taken. */
export function ImportedNotice({ plan, files }: ImportedNoticeProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const [open, setOpen] = useState(false)
  const number = (count: number): string => formatCount(count, language)
  const sum = (of: (file: ImportedFile) => number): number => files.reduce((all, file) => all + of(file), 0)
  const refused = sum(({ records, taken }) => records - taken)
  return (
    <>
      <Notice title={messages.noticeTitle}>
        <p>{messages.noticeText(number(sum(({ records }) => records)), number(sum(({ taken }) => taken)))}{sum(({ goldDiffers }) => goldDiffers) > 0 && ` ${messages.noticeGold(number(sum(({ goldDiffers }) => goldDiffers)))}`} {messages.noticeExploratory}</p>
        <ul className="plain-list small">
          {files.map((file) => (
            <li key={file.sha256}>
              <span className="mono">{file.name}</span>{' '}
              <span className="muted">
                {messages.counts(number(file.records), number(file.taken), number(file.records - file.taken))}
                {file.byText > 0 && ` · ${messages.byText(number(file.byText))}`}
                {refusals.filter((reason) => file.refused[reason] > 0).map((reason) => ` · ${messages.refusals[reason]} ${number(file.refused[reason])}`)}
              </span>
            </li>
          ))}
        </ul>
      </Notice>
      {refused > 0 && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="small">{messages.refusedTitle(number(refused))}</summary>
          {open && <Refused plan={plan} several={files.length > 1} />}
        </details>
      )}
    </>
  )
}

function Refused({ plan, several }: { readonly plan: Plan; readonly several: boolean }): ReactElement {
  const messages = useMessages(answersMessages)
  const rows = useRefusedRows(plan.id)
  if (rows.status === 'loading') return <p className="muted small">{messages.loading}</p>
  if (rows.status === 'failed') return <Failure title={messages.failed} error={rows.error} />
  if (rows.value.length === 0) return <p className="muted small">{messages.noRows}</p>
  return <RefusedTable rows={rows.value} file={`${planFileName(plan)}-refused`} several={several} />
}
