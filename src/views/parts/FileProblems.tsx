import type { ReactElement } from 'react'
import { useLanguage } from '../../state/language.ts'
import { partsMessages } from '../messages/parts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from './HeadRow.tsx'
import { formatCount } from './numbers.ts'
import { TableFrame } from './TableFrame.tsx'

interface FileProblemsProps {
  /** Headings of the two columns: where, what. */
  readonly where: string
  readonly what: string
  /** Line and place within the file (empty: all of it), and the sentence about it. */
  readonly problems: readonly { readonly path: string; readonly line?: number | undefined; readonly sentence: string }[]
}

/** What is wrong with a file that was to be taken in, place by place. */
export function FileProblems({ where, what, problems }: FileProblemsProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(partsMessages)
  return (
    <TableFrame caption={what}>
      <HeadRow columns={[where, what]} />
      <tbody>
        {problems.map(({ path, line, sentence }) => (
          <tr key={`${path} ${sentence}`}>
            <th scope="row">
              {line !== undefined && <>{messages.line(formatCount(line, language))} </>}
              {path === '' ? line === undefined && '—' : <span className="mono">{path}</span>}
            </th>
            <td>{sentence}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
