import { type ReactElement, useMemo } from 'react'
import type { Method } from '../../domain/method.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { PromptFile } from '../../export/promptFile.ts'
import { promptFor, sentinelGiven } from '../../prompt/messages.ts'
import { promptDiff } from '../../prompt/promptDiff.ts'
import { promptNotes } from '../../prompt/promptNotes.ts'
import { methodsOf } from '../../prompt/schemeMethods.ts'
import { useLanguage } from '../../state/language.ts'
import { PromptNotes } from './PromptNotes.tsx'
import { promptsMessages } from '../messages/prompts.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { formatCount } from '../parts/numbers.ts'
import { TableFrame } from '../parts/TableFrame.tsx'

interface PromptComparisonProps {
  /** A method's id, or `file` and a prompt file's name. */
  readonly left: string
  readonly right: string
  readonly names: readonly [left: string, right: string]
  readonly files: readonly PromptFile[]
  /** The user's own methods. */
  readonly own: readonly Method[]
  readonly scheme: Scheme
}

/** Two prompts line by line: shared lines once, over both columns; what differs on its side. */
export function PromptComparison({ left, right, names, files, own, scheme }: PromptComparisonProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(promptsMessages)
  const one = textOf(left, files, own, scheme)
  const other = textOf(right, files, own, scheme)
  const diff = useMemo(() => promptDiff(one, other), [one, other])
  const number = (count: number): string => formatCount(count, language)
  const form = diff.lines.findIndex((line) => line.left?.startsWith(answerForm))
  const builtIn = [left, right].every((id) => methodsOf(scheme).methods.some((method) => method.id === id))
  const sides = [left, right].map((id, side) => ({ name: names[side]!, notes: notesOf(id, own, scheme) }))
  const noted = sides.some(({ notes }) => notes.length > 0)
  const stepsOnly = builtIn && form > 0 && diff.lines.slice(0, form + 1).every(({ same }) => same)
  return (
    <section className="section" aria-label={messages.caption(...names)}>
      <p className="balance">{messages.shared(number(diff.shared), number(diff.left), number(diff.right))}</p>
      <p className="small muted">{left === right || diff.lines.every(({ same }) => same) ? (noted ? messages.sameWords : messages.same) : stepsOnly ? (noted ? messages.stepsAndNotes : messages.stepsOnly) : null}</p>
      {noted && <PromptNotes scheme={scheme} sides={sides} />}
      <TableFrame className="prompt-diff" caption={messages.caption(...names)}>
        <HeadRow columns={names} />
        <tbody lang="zh-Hans">
          {diff.lines.map((line, at) => (
            // lines have no name but their place
            <tr key={at} data-same={line.same || undefined}>
              {line.same ? (
                <td colSpan={2}>{line.left}</td>
              ) : (
                [line.left, line.right].map((text, side) => (
                  <td key={side} data-side={side === 0 ? 'left' : 'right'} data-absent={text === null || undefined}>
                    {text ?? <span className="visually-hidden">{messages.absent}</span>}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </section>
  )
}

/** How the last part of the built-in instructions begins. */
const answerForm = '作答格式'

function textOf(id: string, files: readonly PromptFile[], own: readonly Method[], scheme: Scheme): string {
  const file = id.startsWith('file ') ? files.find(({ name }) => name === id.slice('file '.length)) : undefined
  if (file) return `${file.system}\n\n${file.user}`
  const method = methodOf(id, own, scheme)
  return method ? promptText(method, scheme) : ''
}

function methodOf(id: string, own: readonly Method[], scheme: Scheme): Method | undefined {
  return [...methodsOf(scheme).methods, ...own].find((each) => each.id === id)
}

function notesOf(id: string, own: readonly Method[], scheme: Scheme) {
  const method = methodOf(id, own, scheme)
  return method ? promptNotes(scheme, method) : []
}

/** A method's prompt with the sample's parts as the placeholders of prompt files; labels told are the first of their list. */
function promptText(method: Method, scheme: Scheme): string {
  if (method.prompt) return `${method.prompt.system}\n\n${method.prompt.user}`
  const sample = { text: '{text}', context: '{context}', scene: null, given: sentinelGiven(scheme, method) }
  return promptFor(scheme, method, sample).messages.map(({ content }) => content).join('\n\n')
}
