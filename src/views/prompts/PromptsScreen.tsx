import { FileUp } from 'lucide-react'
import type { ReactElement } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import { methodsOf } from '../../prompt/schemeMethods.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { fitsScheme, useOwnMethods } from '../../state/plan/ownMethods.ts'
import { openedPrompts, usePromptFiles } from '../../state/plan/promptFiles.ts'
import { useSchemes } from '../../state/data/schemes.ts'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'
import { FileButton } from '../parts/FileButton.tsx'
import { useFileDrop } from '../parts/useFileDrop.ts'
import { OpenedPrompts } from './OpenedPrompts.tsx'
import { PromptComparison } from './PromptComparison.tsx'
import { PromptWarnings } from './PromptWarnings.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import './prompts.css'

/** Two prompts side by side, and prompt files checked against each other. */
export default function PromptsScreen({ address }: { readonly address: AddressOf<'prompts'> }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(promptsMessages)
  const schemes = useSchemes()
  const known = schemes.status === 'ready' ? schemes.value : [builtInScheme]
  const scheme = known.find(({ id }) => id === address.scheme) ?? builtInScheme
  const { files } = usePromptFiles(scheme)
  const kept = useOwnMethods()
  const own = kept.status === 'ready' ? (kept.value ?? []).filter((method) => fitsScheme(scheme, method)) : []
  const over = useFileDrop((transfer) => void openedPrompts.open([...transfer.files]))
  const { methods } = methodsOf(scheme)
  const options = [
    ...methods.filter(({ control }) => !control).map(({ id, name }) => ({ value: id, label: name[language], group: messages.builtIn })),
    ...methods.filter(({ control }) => control).map(({ id, name }) => ({ value: id, label: name[language], group: messages.controls })),
    ...own.map(({ id, name }) => ({ value: id, label: name[language], group: messages.own })),
    ...files.map(({ name }) => ({ value: `file ${name}`, label: name, group: messages.files })),
  ]
  const chosen = (wanted: string | undefined, fallback: number): string => options.find(({ value }) => value === wanted)?.value ?? options[fallback]?.value ?? ''
  const left = chosen(address.left, 0)
  const right = chosen(address.right, 1)
  const label = (id: string): string => options.find(({ value }) => value === id)?.label ?? id
  return (
    <div className="screen">
      <ScreenHead title={messages.title} shows={messages.intro} />
      <div className="row row--end">
        {known.length > 1 && (
          <Select label={messages.scheme} value={scheme.id} options={known.map(({ id, name }) => ({ value: id, label: name[language] }))} onChange={(id) => navigate({ screen: 'prompts', ...(id !== builtInScheme.id && { scheme: id }) })} />
        )}
        <Select label={messages.left} value={left} options={options} onChange={(next) => navigate({ ...address, left: next })} />
        <Select label={messages.right} value={right} options={options} onChange={(next) => navigate({ ...address, right: next })} />
      </div>
      <PromptComparison left={left} right={right} names={[label(left), label(right)]} files={files} own={own} scheme={scheme} />
      <section className="panel section" aria-labelledby="prompt-files" data-over={over || undefined}>
        <h2 id="prompt-files">{messages.checks}</h2>
        <p className="muted small prose">{messages.openText}</p>
        <div className="row">
          <FileButton label={messages.open} icon={<FileUp aria-hidden="true" />} accept=".txt,.md,.prompt" multiple onFiles={(opened) => void openedPrompts.open(opened)} />
        </div>
        <OpenedPrompts scheme={scheme} />
        {files.length > 0 && <PromptWarnings files={files} scheme={scheme} />}
      </section>
    </div>
  )
}
