import type { ReactElement } from 'react'
import type { Finding, FindingCode } from '../../domain/dataset.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { findingKinds } from '../messages/findings.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'

interface KindFilterProps {
  readonly address: AddressOf<'data'>
  readonly findings: readonly Finding[]
}

/** The kinds of finding there are, with how many of each. */
export function KindFilter({ address, findings }: KindFilterProps): ReactElement {
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  const counts = new Map<FindingCode, number>()
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  const number = (count: number): string => formatCount(count, language)
  return (
    <div className="row">
      <Select
        label={messages.kind}
        value={address.code ?? ''}
        options={[
          { value: '', label: messages.kindCount(messages.allKinds, number(findings.length)) },
          ...[...counts].sort(([, a], [, b]) => b - a).map(([code, count]) => ({ value: code, label: messages.kindCount(findingKinds[language][code], number(count)) })),
        ]}
        onChange={(code) => navigate({ ...address, code: code === '' ? undefined : code }, { replace: true })}
      />
    </div>
  )
}
