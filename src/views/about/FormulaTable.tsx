import type { ReactElement } from 'react'
import { aboutMessages } from '../messages/about.ts'
import { useMessages } from '../messages/useMessages.ts'

/** Each figure with how it is computed. */
export function FormulaTable(): ReactElement {
  const messages = useMessages(aboutMessages)
  return (
    <div className="table-scroll">
      <table className="table about__table">
        <caption className="visually-hidden">{messages.formulasCaption}</caption>
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
      </table>
    </div>
  )
}
