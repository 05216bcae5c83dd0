import type { ReactElement } from 'react'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import { useLanguage } from '../../state/language.ts'
import { aboutMessages } from '../messages/about.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { TableFrame } from '../parts/TableFrame.tsx'

/** Every field of the scheme with its labels' definitions, folded. */
export function LabelTables(): ReactElement {
  const messages = useMessages(aboutMessages)
  const language = useLanguage()
  return (
    <div className="about__labels">
      <h3>{messages.labels}</h3>
      {builtInScheme.fields.map((field) => (
        <details key={field.id}>
          <summary>{field.name[language]} <span className="small muted">{field.definition[language]}</span></summary>
          <TableFrame className="about__table" caption={messages.labelsCaption(field.name[language])}>
            <HeadRow columns={[messages.labelColumns.label, messages.labelColumns.definition]} />
            <tbody>
              {field.labels.map((label) => (
                <tr key={label.id}>
                  <th scope="row"><span lang="zh-Hans">{label.name.zh}</span><span className="muted" lang="en"> {label.name.en}</span></th>
                  <td>{label.definition[language]}</td>
                </tr>
              ))}
            </tbody>
          </TableFrame>
        </details>
      ))}
    </div>
  )
}
