import type { ReactElement } from 'react'
import { HeadRow } from './HeadRow.tsx'
import { TableFrame } from './TableFrame.tsx'

interface FileProblemsProps {
  /** Headings of the two columns: where, what. */
  readonly where: string
  readonly what: string
  /** Place within the file (empty: all of it), and the sentence about it. */
  readonly problems: readonly { readonly path: string; readonly sentence: string }[]
}

/** What is wrong with a file that was to be taken in, place by place. */
export function FileProblems({ where, what, problems }: FileProblemsProps): ReactElement {
  return (
    <TableFrame caption={what}>
      <HeadRow columns={[where, what]} />
      <tbody>
        {problems.map(({ path, sentence }) => (
          <tr key={`${path} ${sentence}`}>
            <th scope="row" className="mono">{path === '' ? '—' : path}</th>
            <td>{sentence}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
