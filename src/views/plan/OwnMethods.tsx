import { FileUp, Upload, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Method } from '../../domain/method.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { MethodProblem } from '../../export/methodChecks.ts'
import { METHOD_FILE_SCHEMA, writeMethodFile } from '../../export/methodFile.ts'
import { useLanguage } from '../../state/language.ts'
import { addMethods, removeMethod } from '../../state/plan/ownMethods.ts'
import { openedPrompts } from '../../state/plan/promptFiles.ts'
import { methodFileMessages, methodProblemSentence } from '../messages/methodFile.ts'
import { planMethodsMessages } from '../messages/planMethods.ts'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { FileButton } from '../parts/FileButton.tsx'
import { FileProblems } from '../parts/FileProblems.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { saveFile } from '../parts/saveFile.ts'
import { OpenedPrompts } from '../prompts/OpenedPrompts.tsx'
import '../parts/lists.css'

interface OwnMethodsProps {
  /** The plan's. */
  readonly scheme: Scheme
  /** Those among them that this scheme does not fit: they cannot be ticked here, but be removed. */
  readonly others: readonly Method[]
  /** What is exported: the chosen ones that are no variants, shams or few-shot twins. */
  readonly chosen: readonly Method[]
  readonly onAdded: (ids: readonly string[]) => void
}

type Outcome = { readonly file: string; readonly problems: readonly MethodProblem[] } | { readonly error: unknown } | { readonly added: readonly Method[] } | null

/** Methods as JSON: in, out, away. */
export function OwnMethods({ scheme, others, chosen, onAdded }: OwnMethodsProps): ReactElement {
  const language = useLanguage()
  const words = useMessages(planMethodsMessages)
  const messages = useMessages(methodFileMessages)
  const prompts = useMessages(promptsMessages)
  const [outcome, setOutcome] = useState<Outcome>(null)

  async function take(file: File): Promise<void> {
    try {
      const parsed = await addMethods(file, scheme)
      if (parsed.kind === 'problems') {
        setOutcome({ file: file.name, problems: parsed.problems })
        return
      }
      setOutcome({ added: parsed.methods })
      onAdded(parsed.methods.map(({ id }) => id))
    } catch (error) {
      setOutcome({ error })
    }
  }

  return (
    <div className="method-controls">
      <div className="row">
        <FileButton small label={words.ownImport} icon={<Upload aria-hidden="true" />} accept=".json" onFiles={([file]) => void take(file)} />
        <Button small disabled={chosen.length === 0} onClick={() => saveFile('methods.json', writeMethodFile(chosen), 'application/json')}>{words.ownExport}</Button>
        <FileButton small label={prompts.open} icon={<FileUp aria-hidden="true" />} accept=".txt,.md,.prompt" multiple onFiles={(files) => void openedPrompts.open(files)} />
      </div>
      <p className="small muted prose">{words.ownHint}</p>
      <p className="small">
        <a href="samples/own-method.json" download>{messages.example}</a>
        {' · '}
        <a href={METHOD_FILE_SCHEMA} download>{messages.format}</a>
      </p>
      <OpenedPrompts scheme={scheme} />
      {others.length > 0 && (
        <>
          <p className="small muted">{words.ownOthers}</p>
          <ul className="plain-list">
            {others.map((method) => <li key={method.id} className="row"><span className="small">{method.name[language]}</span><RemoveMethod method={method} onError={(error) => setOutcome({ error })} /></li>)}
          </ul>
        </>
      )}
      {outcome && 'added' in outcome && <p className="small" role="status">{outcome.added.map(({ name }) => words.ownAdded(name[language])).join(' ')}</p>}
      {outcome && 'error' in outcome && <Failure title={messages.failed} error={outcome.error} />}
      {outcome && 'problems' in outcome && <Problems {...outcome} />}
    </div>
  )
}

/** Forgets one of a person's own methods; plans that hold it keep it. */
export function RemoveMethod({ method, onError }: { readonly method: Method; readonly onError?: (error: unknown) => void }): ReactElement {
  const language = useLanguage()
  const words = useMessages(planMethodsMessages)
  const name = words.ownRemove(method.name[language])
  function remove(button: HTMLElement): void {
    // the button goes with the method: whoever works by keyboard goes on at the heading above it
    button.closest('details')?.querySelector('summary')?.focus()
    removeMethod(method.id).catch((error: unknown) => onError?.(error))
  }
  return <Button small kind="quiet" aria-label={name} title={name} onClick={(event) => remove(event.currentTarget)}><X aria-hidden="true" /> {words.ownRemoveShort}</Button>
}

function Problems({ file, problems }: { readonly file: string; readonly problems: readonly MethodProblem[] }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(methodFileMessages)
  return (
    <Notice kind="error" title={messages.bad(file, formatCount(problems.length, language))}>
      <FileProblems where={messages.where} what={messages.what} problems={problems.map((problem) => ({ path: problem.path, line: problem.line, sentence: methodProblemSentence(problem, language) }))} />
    </Notice>
  )
}
