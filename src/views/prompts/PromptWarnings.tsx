import { type ReactElement, type ReactNode, useMemo } from 'react'
import { listed } from '../../domain/listed.ts'
import { fieldOf, labelName, type Scheme } from '../../domain/scheme.ts'
import { isSeenWhole, promptReport, type PromptSeen, type PromptWarning } from '../../export/promptChecks.ts'
import type { PromptFile } from '../../export/promptFile.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { TableFrame } from '../parts/TableFrame.tsx'

/** What is unfair between prompt files, or wrong in one of them, and what to do about it. */
export function PromptWarnings({ files, scheme }: { readonly files: readonly PromptFile[]; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(promptsMessages)
  const { warnings, seen } = useMemo(() => promptReport(files, scheme), [files, scheme])
  const list = (names: readonly string[]): string => listed(names, language)
  return (
    <>
      <p className="muted small prose">{files.length === 1 ? messages.oneFile : messages.checksText}</p>
      {warnings.length === 0 && <p>{messages.noWarnings}</p>}
      {!seen.every(isSeenWhole) && <p className="warning-text">{messages.notAll}</p>}
      {warnings.map((warning, at) => (
        <Notice key={at} kind="warning" title={titleOf(warning, scheme, messages, language, list)}>
          {warning.kind === 'statistics' && <ul>{warning.lines.map((line) => <li key={line}><q>{line}</q></li>)}</ul>}
          <p>{messages.having(list(warning.files))}</p>
          {'without' in warning && <p>{messages.without(list(warning.without))}</p>}
          <p>{messages.todo[warning.kind]}</p>
        </Notice>
      ))}
      <Seen seen={seen} scheme={scheme} />
    </>
  )
}

/** What each check could make out: where it could not look, it found nothing. */
function Seen({ seen, scheme }: { readonly seen: readonly PromptSeen[]; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(promptsMessages)
  const count = (n: number): string => formatCount(n, language)
  const definitions = (of: PromptSeen['definitions']): ReactNode => of.length === 0 ? messages.noLabels : of.map(({ field, labels, defined, unclear }) => (
    <div key={field}>{messages.defined(fieldOf(scheme, field).name[language], count(defined), count(labels))}{unclear > 0 && messages.definedUnclear(count(unclear))}</div>
  ))
  return (
    <TableFrame caption={messages.seenCaption}>
      <HeadRow columns={[messages.seenFile, messages.seenDefinitions, messages.seenStatistics, messages.seenExamples, messages.seenColumns, messages.seenAnswers]} />
      <tbody>
        {seen.map(({ file, definitions: named, statistics, examples }) => (
          <tr key={file}>
            <th scope="row" className="mono">{file}</th>
            <td>{definitions(named)}</td>
            <td>{statistics > 0 ? messages.statisticLines(count(statistics)) : messages.noStatistics}</td>
            <td>{messages.shapes[examples.shape](count(examples.count))}</td>
            <td>{examples.count === 0 ? messages.dash : examples.columns ? messages.columnsCompared : messages.columnsUnclear}</td>
            <td>{examples.count === 0 ? messages.dash : messages[examples.answered === examples.count ? 'answersRead' : 'answersUnclear'](count(examples.answered), count(examples.count))}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

function titleOf(warning: PromptWarning, scheme: Scheme, messages: (typeof promptsMessages)['zh'], language: Language, list: (names: readonly string[]) => string): string {
  const label = (field: string, id: string): string => labelName(fieldOf(scheme, field), id, language)
  switch (warning.kind) {
    case 'definitions':
      return messages.definitions(fieldOf(scheme, warning.field).name[language], list(warning.labels.map((id) => label(warning.field, id))))
    case 'statistics':
      return messages.statistics
    case 'shotFields':
      return messages.shotFields(list(warning.headings))
    case 'onePolarity': {
      const field = fieldOf(scheme, warning.field)
      const group = field.labels.find((each) => each.group?.en === warning.label)?.group
      return messages.onePolarity(field.name[language], group?.[language] ?? label(warning.field, warning.label), formatCount(warning.shots, language))
    }
    case 'placeholders':
      return messages.placeholders(list(warning.names.map((name) => `{${name}}`)))
  }
}
