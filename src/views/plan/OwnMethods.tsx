import { Upload } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Method } from '../../domain/method.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { writeMethodFile } from '../../export/methodFile.ts'
import { useLanguage } from '../../state/language.ts'
import { addMethods, removeMethod } from '../../state/ownMethods.ts'
import { errorSentence } from '../messages/errors.ts'
import { planMethodsMessages } from '../messages/planMethods.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { FileButton } from '../parts/FileButton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { saveFile } from '../parts/saveFile.ts'

interface OwnMethodsProps {
  /** The plan's. */
  readonly scheme: Scheme
  readonly own: readonly Method[]
  /** What is exported: the chosen ones that are no variants, shams or few-shot twins. */
  readonly chosen: readonly Method[]
  readonly onAdded: (ids: readonly string[]) => void
}

type Outcome = { readonly file: string; readonly problem: unknown } | { readonly added: readonly Method[] } | null

/** Methods as JSON: in, out, away. */
export function OwnMethods({ scheme, own, chosen, onAdded }: OwnMethodsProps): ReactElement {
  const language = useLanguage()
  const words = useMessages(planMethodsMessages)
  const [outcome, setOutcome] = useState<Outcome>(null)

  async function take(file: File): Promise<void> {
    try {
      const added = await addMethods(file, scheme)
      setOutcome({ added })
      onAdded(added.map(({ id }) => id))
    } catch (problem) {
      setOutcome({ file: file.name, problem })
    }
  }

  return (
    <div className="method-controls">
      <div className="row">
        <FileButton small label={words.ownImport} icon={<Upload aria-hidden="true" />} accept=".json" onFiles={([file]) => void take(file)} />
        <Button small disabled={chosen.length === 0} onClick={() => saveFile('methods.json', writeMethodFile(chosen), 'application/json')}>{words.ownExport}</Button>
        {own.map(({ id, name }) => <Button key={id} small kind="quiet" onClick={() => void removeMethod(id)}>{words.ownRemove(name[language])}</Button>)}
      </div>
      <p className="small muted prose">{words.ownHint}</p>
      {outcome && ('added' in outcome ? (
        <p className="small" role="status">{outcome.added.map(({ name }) => words.ownAdded(name[language])).join(' ')}</p>
      ) : (
        <Notice kind="error" title={words.ownBad(outcome.file)}>{outcome.problem instanceof Error && outcome.problem.name === 'MethodFileError' ? outcome.problem.message : errorSentence(outcome.problem, language)}</Notice>
      ))}
    </div>
  )
}
