import { type ReactElement, useMemo, useState } from 'react'
import type { Dataset, Sample } from '../../domain/dataset.ts'
import { listed } from '../../domain/listed.ts'
import { guessedRoles } from '../../domain/roles.ts'
import { setDatasetRoles } from '../../state/data/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { rolesMessages } from '../messages/roles.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button, LinkButton } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'

/** What a column's values tell of development and test, while nobody has divided them: shown, and done only when it is asked for. */
export function GuessedRoles({ dataset, samples }: { readonly dataset: Dataset; readonly samples: readonly Sample[] }): ReactElement | null {
  const language = useLanguage()
  const messages = useMessages(rolesMessages)
  const guess = useMemo(() => (dataset.roles || dataset.standIn ? null : guessedRoles(samples)), [dataset, samples])
  const [problem, setProblem] = useState<unknown>(null)
  if (!guess) return null
  const { column, dev, samples: { dev: some, test } } = guess
  return (
    <Notice
      title={messages.guessed(column === 'tier' || column === 'group' ? messages[column] : column)}
      actions={
        <>
          <Button small onClick={() => void setDatasetRoles(dataset.id, guess).catch(setProblem)}>{messages.save}</Button>
          <LinkButton small to={{ screen: 'data', dataset: dataset.id, view: 'roles' }}>{messages.otherwise}</LinkButton>
        </>
      }
    >
      <p>{messages.guessedText(listed(dev, language), formatCount(some, language), formatCount(test, language))}</p>
      {problem !== null && <Failure title={messages.failed} error={problem} />}
    </Notice>
  )
}
