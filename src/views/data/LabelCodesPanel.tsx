import type { ReactElement } from 'react'
import { fieldOf, type Scheme } from '../../domain/scheme.ts'
import type { Inspection, LabelCodes } from '../../import/inspection.ts'
import { codesSeen, type ImportChoices } from '../../state/data/importing.ts'
import { useLanguage } from '../../state/language.ts'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Select } from '../parts/Field.tsx'

interface LabelCodesPanelProps {
  readonly scheme: Scheme
  readonly inspection: Inspection
  readonly choices: ImportChoices
  readonly onChange: (codes: LabelCodes) => void
}

/** For gold columns that hold codes (0, 1, one-hot vectors): which label each stands for. */
export function LabelCodesPanel({ scheme, inspection, choices, onChange }: LabelCodesPanelProps): ReactElement | null {
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  const { mapping, labelCodes } = choices
  const coded = Object.entries(labelCodes).flatMap(([column, codes]) => {
    const role = mapping[column]
    return role?.kind === 'gold' ? [{ column, codes, field: fieldOf(scheme, role.field) }] : []
  })
  if (coded.length === 0) return null
  return (
    <section className="section">
      <h3>{messages.codesTitle}</h3>
      <p className="small muted">{messages.codesText}</p>
      {coded.map(({ column, codes, field }) => (
        <fieldset key={column} className="codes">
          <legend><span className="mono">{column}</span> → {field.name[language]}</legend>
          {allCodes(codes, inspection, column).map((code) => (
            <Select
              key={code}
              label={messages.codeIs(code)}
              value={codes[code] ?? ''}
              options={[...field.labels.map(({ id, name }) => ({ value: id, label: name[language] })), { value: '', label: messages.codeNone }]}
              onChange={(chosen) => onChange({ ...labelCodes, [column]: withCode(codes, code, chosen) })}
            />
          ))}
        </fieldset>
      ))}
    </section>
  )
}

/** Every code known of the column, those that stand for nothing included, so that they can be set. */
function allCodes(codes: Codes, inspection: Inspection, column: string): readonly string[] {
  const all = new Set([...Object.keys(codes), ...Object.keys(inspection.labelCodes[column] ?? {}), ...codesSeen(inspection, column)])
  return [...all].sort((a, b) => Number(a) - Number(b) || a.localeCompare(b))
}

function withCode(codes: Codes, code: string, label: string): Codes {
  const rest = Object.fromEntries(Object.entries(codes).filter(([other]) => other !== code))
  return label === '' ? rest : { ...rest, [code]: label }
}

type Codes = LabelCodes[string]
