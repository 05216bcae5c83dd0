import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { Scene } from '../../domain/dataset.ts'
import type { Prediction } from '../../domain/prediction.ts'
import { givenFields, type Method } from '../../domain/method.ts'
import { builtInMethods } from '../../prompt/builtInMethods.ts'
import { methodsOf } from '../../prompt/schemeMethods.ts'
import { askSentence } from '../../run/askSentence.ts'
import { useActiveRunState } from '../../state/run/activeRun.ts'
import { plannedModel } from '../../state/models/classifierChoices.ts'
import { useLanguage } from '../../state/language.ts'
import type { ModelState } from '../../state/models/loadedModel.ts'
import { dataMessages } from '../messages/data.ts'
import { modelMessages } from '../messages/model.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Select, TextArea } from '../parts/Field.tsx'
import { SentenceResult } from './SentenceResult.tsx'

const scenes: readonly Scene[] = ['dialogue', 'customer_service', 'forum_comment', 'qa']

type Trial =
  | { readonly status: 'idle' | 'asking' }
  | { readonly status: 'answered'; readonly prediction: Prediction; readonly method: Method }
  | { readonly status: 'failed'; readonly error: unknown }

/** A sentence with its context, asked exactly as a run would ask it. */
export function TrySentence({ state, scheme }: { readonly state: Extract<ModelState, { status: 'ready' }>; readonly scheme: Scheme }): ReactElement {
  const messages = useMessages(modelMessages)
  const data = useMessages(dataMessages)
  const language = useLanguage()
  const { model } = state.choice
  // the engine is the run's, and keeps the beginning of one method's prompts
  const running = useActiveRunState().kind === 'active'
  const methods = model.kind === 'classifier' ? [methodsOf(scheme).classifier] : asked(scheme)
  const [methodId, setMethodId] = useState(methods[0]?.id ?? '')
  const [text, setText] = useState(messages.exampleSentence)
  const [context, setContext] = useState(messages.exampleContext)
  const [scene, setScene] = useState<Scene | ''>('dialogue')
  const [trial, setTrial] = useState<Trial>({ status: 'idle' })
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  const closed = running || trial.status === 'asking' || text.trim() === ''

  async function ask(): Promise<void> {
    if (!method) return
    setTrial({ status: 'asking' })
    try {
      const prediction = await askSentence({
        scheme,
        decoding: { maxTokens: 256, end: 'form' },
        model: plannedModel(model, state.loaded.ref, scheme),
        method,
        sample: { text, context, scene: scene === '' ? null : scene },
        engine: state.engine,
        contextLength: state.loaded.contextLength,
      })
      setTrial({ status: 'answered', prediction, method })
    } catch (error) {
      setTrial({ status: 'failed', error })
    }
  }

  /** Enter alone begins a line: a context has several. */
  function submit(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }

  return (
    <div className="try">
      <form
        className="section"
        onSubmit={(event) => {
          event.preventDefault()
          if (!closed) void ask()
        }}
      >
        <TextArea label={messages.contextText} rows={3} value={context} onChange={setContext} onKeyDown={submit} lang="zh-Hans" />
        <TextArea label={messages.sentence} rows={2} value={text} onChange={setText} onKeyDown={submit} lang="zh-Hans" required />
        <div className="row row--end">
          <Select
            label={messages.scene}
            value={scene}
            options={[...scenes.map((value) => ({ value, label: data.scenes[value] })), { value: '' as const, label: messages.noScene }]}
            onChange={setScene}
          />
          {methods.length > 1 && (
            <Select label={messages.method} value={method?.id ?? ''} options={methods.map(({ id, name }) => ({ value: id, label: name[language] }))} onChange={setMethodId} />
          )}
          <Button kind="primary" type="submit" disabled={closed}>
            {trial.status === 'asking' ? messages.judging : messages.judge}
          </Button>
        </div>
        <p className="small muted">{running ? messages.tryBusy : messages.notMeasured}</p>
      </form>
      <div aria-live="polite">
        {trial.status === 'answered' && <SentenceResult scheme={scheme} method={trial.method} prediction={trial.prediction} name={model.name[language]} />}
        {trial.status === 'failed' && <Failure title={messages.tryFailed} error={trial.error} />}
      </div>
    </div>
  )
}

/** What a sentence without gold can be asked by, controls aside. */
function asked(scheme: Scheme): readonly Method[] {
  if (scheme.id === builtInScheme.id) return builtInMethods
  return methodsOf(scheme).methods.filter((method) => !method.control && !method.scheme && givenFields(method).length === 0)
}
