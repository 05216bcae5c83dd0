import { Upload } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import { listed } from '../../domain/listed.ts'
import { fieldOf, type Scheme } from '../../domain/scheme.ts'
import type { SchemeProblem } from '../../export/schemeChecks.ts'
import { SCHEME_FILE_SCHEMA, writeSchemeFile } from '../../export/schemeFile.ts'
import { useLanguage } from '../../state/language.ts'
import { addScheme, removeScheme, useSchemes } from '../../state/data/schemes.ts'
import { schemeProblemSentence, schemesMessages } from '../messages/schemes.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Select } from '../parts/Field.tsx'
import { FileButton } from '../parts/FileButton.tsx'
import { FileProblems } from '../parts/FileProblems.tsx'
import { HeadRow } from '../parts/HeadRow.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { saveFile } from '../parts/saveFile.ts'
import { TableFrame } from '../parts/TableFrame.tsx'

interface SchemeChoiceProps {
  readonly scheme: Scheme
  readonly onChange: (scheme: Scheme) => void
}

type Outcome = { readonly added: Scheme } | { readonly file: string; readonly problems: readonly SchemeProblem[] } | { readonly error: unknown } | null

/** Which scheme the labels of a file are read by; a person's own come as JSON files. Closed, it is one line. */
export function SchemeChoice({ scheme, onChange }: SchemeChoiceProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(schemesMessages)
  const schemes = useSchemes()
  const [open, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const stored = schemes.status === 'ready' ? schemes.value : [builtInScheme]
  const known = stored.some(({ id }) => id === scheme.id) ? stored : [...stored, scheme]
  const isOwn = scheme.id !== builtInScheme.id

  async function take(file: File): Promise<void> {
    try {
      const parsed = await addScheme(file)
      if (parsed.kind === 'problems') {
        setOutcome({ file: file.name, problems: parsed.problems })
        return
      }
      setOutcome({ added: parsed.scheme })
      onChange(parsed.scheme)
    } catch (error) {
      setOutcome({ error })
    }
  }

  async function remove(): Promise<void> {
    try {
      await removeScheme(scheme.id)
      setOutcome(null)
      onChange(builtInScheme)
    } catch (error) {
      setOutcome({ error })
    }
  }

  return (
    <details className="panel section" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{messages.title(scheme.name[language])}</summary>
      {open && (
        <>
          <p className="small muted prose">{messages.text}</p>
          <div className="row row--end">
            <Select
              label={messages.choose}
              value={scheme.id}
              options={known.map(({ id, name }) => ({ value: id, label: name[language], group: id === builtInScheme.id ? messages.builtIn : messages.own }))}
              onChange={(id) => {
                const chosen = known.find((each) => each.id === id)
                if (chosen) onChange(chosen)
              }}
            />
            <FileButton label={messages.add} icon={<Upload aria-hidden="true" />} accept=".json" onFiles={([file]) => void take(file)} />
            {isOwn && <Button kind="quiet" onClick={() => saveFile(`${scheme.id}.scheme.json`, writeSchemeFile(scheme), 'application/json')}>{messages.download}</Button>}
            {isOwn && <Button kind="quiet" onClick={() => void remove()}>{messages.remove}</Button>}
          </div>
          <p className="small">
            <a href="samples/polarity-scheme.json" download>{messages.example}</a>
            {' · '}
            <a href={SCHEME_FILE_SCHEMA} download>{messages.format}</a>
          </p>
          {outcome && <Said outcome={outcome} />}
          <FieldTable scheme={scheme} />
        </>
      )}
    </details>
  )
}

function Said({ outcome }: { readonly outcome: NonNullable<Outcome> }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(schemesMessages)
  if ('added' in outcome) return <p className="small" role="status">{messages.added(outcome.added.name[language])}</p>
  if ('problems' in outcome) {
    return (
      <Notice kind="error" title={messages.bad(outcome.file, formatCount(outcome.problems.length, language))}>
        <FileProblems where={messages.where} what={messages.what} problems={outcome.problems.map((problem) => ({ path: problem.path, line: problem.line, sentence: schemeProblemSentence(problem, language) }))} />
      </Notice>
    )
  }
  const { error } = outcome
  return <Failure title={messages.failed} error={error} />
}

function FieldTable({ scheme }: { readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(schemesMessages)
  const list = (words: readonly string[]): string => listed(words, language)
  return (
    <TableFrame caption={messages.title(scheme.name[language])}>
      <HeadRow columns={[messages.fields, messages.labels]} />
      <tbody>
        {scheme.fields.map((field) => (
          <tr key={field.id}>
            <th scope="row">{field.name[language]} <span className="mono small muted">{field.id}</span></th>
            <td>
              {list(field.labels.map(({ name }) => name[language]))}
              {field.kind === 'derived' && <p className="small muted">{messages.from(list(field.from.map((part) => fieldOf(scheme, part).name[language])))}{scheme.matrix === field.id && ` · ${messages.matrix}`}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
