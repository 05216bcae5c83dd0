import type { ReactElement } from 'react'
import { fieldOf } from '../../domain/scheme.ts'
import { useLanguage } from '../../state/language.ts'
import { ofField } from '../../state/results/ofField.ts'
import { useRunFigures } from '../../state/results/useRunResults.ts'
import { compareMessages } from '../messages/compare.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { LinkButton } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { runName } from '../parts/runName.ts'
import type { ComparisonProps } from './Comparison.tsx'

/** Why two runs cannot be compared on a field (which of them did not answer it), and the fields that both answered. */
export function NothingShared({ address, selection, second, beside, fields }: Omit<ComparisonProps, 'first'>): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const words = useMessages(compareMessages)
  const { plan: { scheme }, run, field, filter } = selection
  const { value: figures, error } = useRunFigures(second, filter)
  if (error) return <Failure title={messages.failed} error={error} />
  if (!figures) return <p className="muted">{messages.loading}</p>
  const answered = figures.fields.map((row) => row.field)
  const nameOf = (id: string): string => fieldOf(scheme, id).name[language]
  const without = [
    ...(fields.includes(field) ? [] : [`${words.first} (${runName(run, language)})`]),
    ...(answered.includes(field) ? [] : [`${words.second} (${runName(beside.run, language)})`]),
  ]
  const shared = fields.filter((id) => id !== field && answered.includes(id))
  return (
    <Notice
      title={without.length > 0 ? words.lacksField(without.join(words.and), nameOf(field)) : words.noCommonRecord(nameOf(field))}
      actions={shared.map((id) => (
        <LinkButton key={id} small to={ofField(address, id)}>{nameOf(id)}</LinkButton>
      ))}
    >
      {shared.length > 0 ? words.sharedFields : words.noSharedField}
    </Notice>
  )
}
