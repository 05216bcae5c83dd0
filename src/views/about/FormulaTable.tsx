import type { ReactElement } from 'react'
import { aboutMessages } from '../messages/about.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { TableFrame } from '../parts/TableFrame.tsx'

/** Each figure with how it is computed. */
export function FormulaTable(): ReactElement {
  const messages = useMessages(aboutMessages)
  return (
    <TableFrame className="about__table" caption={messages.formulasCaption}>
      <HeadRow columns={[messages.formulaColumns.name, messages.formulaColumns.how]} />
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
