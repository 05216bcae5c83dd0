import { type ReactElement, useMemo } from 'react'
import { listed } from '../../domain/listed.ts'
import { fieldOf, labelName, type Scheme } from '../../domain/scheme.ts'
import { type PromptWarning, promptWarnings } from '../../export/promptChecks.ts'
import type { PromptFile } from '../../export/promptFile.ts'
import { type Language, useLanguage } from '../../state/language.ts'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'

/** What is unfair between prompt files, or wrong in one of them, and what to do about it. */
export function PromptWarnings({ files, scheme }: { readonly files: readonly PromptFile[]; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(promptsMessages)
  const warnings = useMemo(() => promptWarnings(files, scheme), [files, scheme])
  const list = (names: readonly string[]): string => listed(names, language)
  return (
    <>
      <p className="muted small prose">{files.length === 1 ? messages.oneFile : messages.checksText}</p>
      {warnings.length === 0 && <p>{messages.noWarnings}</p>}
      {warnings.map((warning, at) => (
        <Notice key={at} kind="warning" title={titleOf(warning, scheme, messages, language, list)}>
          {warning.kind === 'statistics' && <ul>{warning.lines.map((line) => <li key={line}><q>{line}</q></li>)}</ul>}
          <p>{messages.having(list(warning.files))}</p>
          {'without' in warning && <p>{messages.without(list(warning.without))}</p>}
          <p>{messages.todo[warning.kind]}</p>
        </Notice>
      ))}
    </>
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
