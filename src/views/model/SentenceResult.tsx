import type { ReactElement } from 'react'
import { jointOf } from '../../answer/joint.ts'
import { PARSER_VERSION } from '../../answer/parseAnswer.ts'
import { readPrediction } from '../../answer/readPrediction.ts'
import { answeredFields, type Method } from '../../domain/method.ts'
import type { Answer, Prediction, Reading } from '../../domain/prediction.ts'
import { type Field, fieldOf, labelName, type LabelId, type Scheme } from '../../domain/scheme.ts'
import { stanceMatrix } from '../../domain/stanceMatrix.ts'
import type { Language } from '../../state/language.ts'
import { useLanguage } from '../../state/language.ts'
import { type StanceCell, StanceMatrix } from '../matrix/StanceMatrix.tsx'
import { modelMessages } from '../messages/model.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'
import { ProbabilityBars } from '../results/ProbabilityBars.tsx'
import '../results/results.css'

interface SentenceResultProps {
  readonly scheme: Scheme
  readonly method: Method
  readonly prediction: Prediction
  /** Of the model. */
  readonly name: string
}

const reading: Reading = { prior: 'none', rule: 'joint', parser: PARSER_VERSION }

/** What a model says of one sentence: the 3 x 3 joint, the other fields as bars, what it wrote. */
export function SentenceResult({ scheme, method, prediction, name }: SentenceResultProps): ReactElement {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  const answers = readPrediction(prediction, scheme, method, reading)
  const joint = jointOf(prediction, scheme, method, reading)
  const matrix = stanceMatrix(scheme)
  const stance = answers[scheme.matrix ?? '']
  const inMatrix = new Set(matrix ? [matrix.explicit.id, matrix.implicit.id, matrix.stance.id] : [])
  const others = answeredFields(method).filter((id) => !joint || !inMatrix.has(id))
  const { outcome } = prediction
  return (
    <div className="section">
      {matrix && joint ? (
        <StanceMatrix
          matrix={matrix}
          cells={jointCells(matrix.cells, joint)}
          caption={messages.resultCaption(name)}
          winner={stance?.kind === 'chosen' ? stance.label : null}
        />
      ) : (
        <p className="small muted">{messages.resultNoMatrix}</p>
      )}
      <div className="columns">
        {others.map((id) => <FieldAnswer key={id} field={fieldOf(scheme, id)} answer={answers[id]} />)}
      </div>
      {outcome.kind === 'free' && <Quoted title={messages.written} text={outcome.text} />}
      {outcome.kind === 'guided' && outcome.reasons.map((reason) => <Quoted key={reason} title={messages.reasons} text={reason} />)}
      <p className="small muted">
        {messages.resultCost((prediction.duration / 1000).toFixed(2), formatCount(prediction.promptTokens, language))}
        {prediction.droppedTurns > 0 && ` · ${messages.resultDropped(formatCount(prediction.droppedTurns, language))}`}
      </p>
    </div>
  )
}

/** The joint by stance; stances that stand in several cells get their sum. */
function jointCells(cells: readonly (readonly LabelId[])[], joint: readonly number[]): Readonly<Record<LabelId, StanceCell>> {
  const shares = new Map<LabelId, number>()
  cells.flat().forEach((stance, at) => shares.set(stance, (shares.get(stance) ?? 0) + Math.exp(joint[at] ?? -Infinity)))
  return Object.fromEntries([...shares].map(([stance, share]) => [stance, { share }]))
}

function FieldAnswer({ field, answer }: { readonly field: Field; readonly answer: Answer | undefined }): ReactElement | null {
  const messages = useMessages(modelMessages)
  const language = useLanguage()
  if (!answer) return null
  if (answer.kind === 'chosen' && answer.probabilities) return <ProbabilityBars field={field} probabilities={answer.probabilities} gold={undefined} />
  return (
    <div>
      <h3 className="small muted">{field.name[language]}</h3>
      <p>{answerText(field, answer, messages.noLabel, language)}</p>
    </div>
  )
}

function answerText(field: Field, answer: Answer, missing: typeof modelMessages.zh.noLabel, language: Language): string {
  if (answer.kind === 'chosen') return labelName(field, answer.label, language)
  return answer.found === undefined ? missing[answer.kind] : `${missing[answer.kind]}: ${answer.found}`
}

function Quoted({ title, text }: { readonly title: string; readonly text: string }): ReactElement {
  return (
    <div>
      <h3 className="small muted">{title}</h3>
      <pre className="quoted" lang="zh-Hans">{text}</pre>
    </div>
  )
}
