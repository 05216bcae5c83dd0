import type { ReactElement } from 'react'
import { mappedFields } from '../../answer/outputMapping.ts'
import { listed } from '../../domain/listed.ts'
import type { OutputMapping } from '../../domain/model.ts'
import { fieldOf, type Scheme } from '../../domain/scheme.ts'
import type { AvailableModel } from '../../state/models/availableModels.ts'
import { classifierChoices, useClassifierChoice } from '../../state/models/classifierChoices.ts'
import { useLanguage } from '../../state/language.ts'
import { modelMessages } from '../messages/model.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Checkbox, Select, type SelectOption } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'

/** Of a classifier: which output stands for which label of which field. `folded`: the names say it all, nothing is to be done. */
export function OutputsPanel({ model, scheme, folded }: { readonly model: AvailableModel; readonly scheme: Scheme; readonly folded: boolean }): ReactElement {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  const choice = useClassifierChoice(model, scheme)
  const fields = mappedFields(choice.outputs, scheme)
  const options: readonly SelectOption<string>[] = [
    { value: '', label: messages.outputUnused },
    ...scheme.fields.flatMap((field) =>
      field.labels.map((label) => ({ value: `${field.id}=${label.id}`, label: `${field.name[language]}: ${label.name[language]}`, group: field.name[language] })),
    ),
  ]
  const set = (at: number, value: string): void => {
    const outputs = choice.outputs.map((output, place) => (place === at ? labelOf(value) : output))
    classifierChoices.choose(model, scheme, { ...choice, outputs })
  }
  return (
    <section className="section">
      <h2>{messages.outputsTitle}</h2>
      {fields.length === 0 ? (
        <Notice kind="warning" title={messages.outputsNone} />
      ) : (
        <p>{messages.outputsAnswers(listed(fields.map((id) => fieldOf(scheme, id).name[language]), language))}</p>
      )}
      {model.origin === 'folder' && (
        <Checkbox
          label={messages.readsContext}
          hint={messages.readsContextHint}
          checked={choice.context}
          onChange={(context) => classifierChoices.choose(model, scheme, { ...choice, context })}
        />
      )}
      <details open={!folded}>
        <summary className="small">{messages.outputsCaption}</summary>
        <p className="small muted">{messages.outputsText}</p>
        <div className="outputs">
          {model.outputs.map((output, at) => (
            <Select
              key={output}
              label={output}
              aria-label={messages.outputOf(output)}
              value={valueOf(choice.outputs[at] ?? null)}
              options={options}
              onChange={(value) => set(at, value)}
            />
          ))}
        </div>
      </details>
    </section>
  )
}

function valueOf(output: OutputMapping[number]): string {
  return output === null ? '' : `${output.field}=${output.label}`
}

function labelOf(value: string): OutputMapping[number] {
  const cut = value.indexOf('=')
  return cut < 0 ? null : { field: value.slice(0, cut), label: value.slice(cut + 1) }
}
