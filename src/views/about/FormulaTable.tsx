import type { ReactElement } from 'react'
import { aboutMessages } from '../messages/about.ts'
import { useMessages } from '../messages/useMessages.ts'
import { TableFrame } from '../parts/TableFrame.tsx'

/** Each figure with how it is computed. */
export function FormulaTable(): ReactElement {
  const messages = useMessages(aboutMessages)
  return (
    <TableFrame className="about__table" caption={messages.formulasCaption}>
      <thead>
        <tr>
          <th scope="col">{messages.formulaColumns.name}</th>
          <th scope="col">{messages.formulaColumns.how}</th>
        </tr>
      </thead>
      <tbody>
        {messages.formulaRows.map(([name, how]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{how}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
