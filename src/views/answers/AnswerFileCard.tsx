import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Scheme } from '../../domain/scheme.ts'
import { missingRoles, withRole } from '../../export/answerColumns.ts'
import { benchmarkMethods } from '../../export/resultFileName.ts'
import { chosenFile, type DeskFile, useAnswerDesk } from '../../state/answers/answerDesk.ts'
import { useLanguage } from '../../state/language.ts'
import type { MatchedFile } from '../../state/answers/importedRuns.ts'
import { answersMessages } from '../messages/answers.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Checkbox, Select, TextField } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { AnswerColumns } from './AnswerColumns.tsx'
import { FileMatches } from './FileMatches.tsx'

interface AnswerFileCardProps {
  readonly file: DeskFile
  /** Null while its columns are not settled. */
  readonly matched: MatchedFile | null
  readonly scheme: Scheme
  /** Of the dataset. */
  readonly samples: number
}

/** One file of answers: whose they are, what its columns are, and what became of its records. */
export function AnswerFileCard({ file, matched, scheme, samples }: AnswerFileCardProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const { desk } = useAnswerDesk()
  const { choices } = chosenFile(file, scheme)
  const missing = missingRoles(choices.mapping)
  const id = `file-${file.key}`
  return (
    <section className="panel section" aria-labelledby={id}>
      <div className="screen__head">
        <h2 id={id} className="answers__name">{file.file.name}</h2>
        <Button kind="quiet" small aria-label={messages.remove(file.file.name)} title={messages.remove(file.file.name)} onClick={() => desk.remove(file.key)}><X aria-hidden="true" /></Button>
      </div>
      <div className="row row--end">
        <TextField
          label={messages.model}
          value={choices.model}
          aria-invalid={choices.model.trim() === '' || undefined}
          hint={choices.model.trim() === '' ? <span className="warning-text">{messages.modelMissing}</span> : undefined}
          onChange={(model) => desk.choose(file.key, { model })}
        />
        <Select
          label={messages.method}
          value={choices.method ?? 'other'}
          options={[...benchmarkMethods, 'other' as const].map((value) => ({ value, label: messages.methods[value] }))}
          onChange={(method) => desk.choose(file.key, { method: method === 'other' ? null : method })}
        />
        <Checkbox label={messages.fewShot} checked={choices.fewShot} onChange={(fewShot) => desk.choose(file.key, { fewShot })} />
      </div>
      {file.file.sheet && file.file.sheet.others.length > 0 && <p className="small muted">{messages.sheet(file.file.sheet.name, file.file.sheet.others.join(language === 'zh' ? '、' : ', '))}</p>}
      {missing.map((what) => <Notice key={what} kind="warning" title={messages.missing[what]} />)}
      <details className="answers__columns" open={missing.length > 0 || undefined}>
        <summary className="small">{missing.length > 0 ? messages.columnsOpen : messages.columns}</summary>
        <AnswerColumns rows={file.file.rows} mapping={choices.mapping} scheme={scheme} onAssign={(column, role) => desk.choose(file.key, { mapping: withRole(choices.mapping, column, role) })} />
        <div className="row row--end">
          <Select
            label={messages.matchBy}
            value={choices.by}
            options={(['id', 'text'] as const).map((value) => ({ value, label: messages.by[value] }))}
            onChange={(by) => desk.choose(file.key, { by })}
          />
          <Select
            label={messages.spelling}
            value={choices.spelling}
            options={(['exact', 'word'] as const).map((value) => ({ value, label: messages.spellings[value] }))}
            onChange={(spelling) => desk.choose(file.key, { spelling })}
          />
        </div>
      </details>
      {matched && <FileMatches matched={matched} scheme={scheme} samples={samples} />}
    </section>
  )
}
