import { Check, X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Gold } from '../../domain/dataset.ts'
import type { Answer, Prediction } from '../../domain/prediction.ts'
import { type Field, fieldOf, labelName, type Scheme } from '../../domain/scheme.ts'
import { stanceMatrix } from '../../domain/stanceMatrix.ts'
import { useLanguage } from '../../state/language.ts'
import type { SampleDetail } from '../../state/results/metricsService.ts'
import { StanceMatrix } from '../matrix/StanceMatrix.tsx'
import { figuresMessages } from '../messages/figures.ts'
import { failureSentence } from '../messages/run.ts'
import { samplesMessages } from '../messages/samples.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { ProbabilityBars } from './ProbabilityBars.tsx'

interface SampleAnswersProps {
  readonly detail: SampleDetail
  readonly scheme: Scheme
}

/** Gold and answer of each field, the 3 x 3 joint, the other probabilities, and what the model wrote. */
export function SampleAnswers({ detail, scheme }: SampleAnswersProps): ReactElement {
  const messages = useMessages(samplesMessages)
  const { answers, prediction, sample } = detail
  const matrix = stanceMatrix(scheme)
  const stance = matrix && answers?.[matrix.stance.id]
  const size = matrix ? `${matrix.explicit.labels.length} × ${matrix.implicit.labels.length}` : ''
  const joint = stance?.kind === 'chosen' ? stance.probabilities : undefined
  const measured = scheme.fields.flatMap((field) => {
    const answer = answers?.[field.id]
    const shownAsMatrix = joint !== undefined && field.id === matrix?.stance.id
    return answer?.kind === 'chosen' && answer.probabilities && !shownAsMatrix ? [{ field, probabilities: answer.probabilities }] : []
  })
  return (
    <>
      <section className="section">
        <h3>{messages.answers}</h3>
        {answers ? (
          <table className="answers">
            <tbody>
              {scheme.fields.map((field) => (
                <AnswerRow key={field.id} field={field} gold={sample.gold[field.id]} answer={answers[field.id]} />
              ))}
            </tbody>
          </table>
        ) : (
          <p className="muted small">{messages.notAnswered}</p>
        )}
      </section>
      {matrix && joint && (
        <section className="section">
          <h3>{messages.joint(size)}</h3>
          <StanceMatrix
            matrix={matrix}
            cells={Object.fromEntries(matrix.stance.labels.map(({ id }, at) => [id, { share: joint[at] ?? 0 }]))}
            caption={messages.joint(size)}
            captionHidden
            winner={stance?.kind === 'chosen' ? stance.label : null}
          />
        </section>
      )}
      {measured.length > 0 && (
        <section className="section">
          <h3>{messages.probabilities}</h3>
          {measured.map(({ field, probabilities }) => (
            <ProbabilityBars key={field.id} field={fieldOf(scheme, field.id)} probabilities={probabilities} gold={sample.gold[field.id]} />
          ))}
        </section>
      )}
      {prediction && <Written prediction={prediction} scheme={scheme} />}
    </>
  )
}

interface AnswerRowProps {
  readonly field: Field
  readonly gold: Gold | undefined
  readonly answer: Answer | undefined
}

function AnswerRow({ field, gold, answer }: AnswerRowProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(samplesMessages)
  const { statuses } = useMessages(figuresMessages)
  const right = gold?.kind === 'label' && answer && answer.kind !== 'notAsked' ? answer.kind === 'chosen' && answer.label === gold.label : null
  const name = (id: string): string => labelName(field, id, language)
  return (
    <tr>
      <th scope="row">{field.name[language]}</th>
      <td>
        {gold === undefined ? <span className="muted">{messages.goldNone}</span> : gold.kind === 'label' ? name(gold.label) : <q>{gold.raw}</q>}
        {gold?.kind === 'label' && gold.derived && <span className="muted small"> {messages.derived}</span>}
      </td>
      <td>
        {right !== null && (
          <span className="verdict" data-right={right || undefined}>{right ? <Check aria-label={messages.right} /> : <X aria-label={messages.wrong} />}</span>
        )}
        {answer === undefined || answer.kind === 'notAsked' ? (
          <span className="muted">{statuses.notAsked}</span>
        ) : answer.kind === 'chosen' ? (
          <>{name(answer.label)}{answer.tie && <span className="muted small"> {messages.tie}</span>}{answer.probability !== undefined && <span className="muted small"> {formatShare(answer.probability, language)}</span>}</>
        ) : (
          <span>{statuses[answer.kind]}{answer.found !== undefined && answer.kind !== 'failed' && <> <q>{answer.found}</q></>}</span>
        )}
      </td>
    </tr>
  )
}

/** What an imported file has of each field: its statement, and the model's words behind it. */
function Stated({ fields, scheme }: { readonly fields: Extract<Prediction['outcome'], { kind: 'stated' }>['fields']; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(samplesMessages)
  const words = scheme.fields.flatMap(({ id, name }) => (fields[id]?.raw === undefined ? [] : [{ id, name: name[language], said: fields[id].said, raw: fields[id].raw }]))
  return (
    <>
      {words.map(({ id, name, said, raw }) => (
        <div key={id}>
          <h3>{messages.rawOf(name)}</h3>
          {said !== undefined && <p className="small muted">{messages.stated(said === null ? messages.statedNone : said)}</p>}
          <pre className="raw" lang="zh-Hans">{raw}</pre>
        </div>
      ))}
    </>
  )
}

/** The raw outcome: texts as they were written, the reason of a failure, and what it cost. */
function Written({ prediction, scheme }: { readonly prediction: Prediction; readonly scheme: Scheme }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(samplesMessages)
  const { outcome } = prediction
  return (
    <section className="section">
      {outcome.kind === 'free' && <><h3>{messages.raw}</h3><pre className="raw" lang="zh-Hans">{outcome.text}</pre></>}
      {outcome.kind === 'stated' && <Stated fields={outcome.fields} scheme={scheme} />}
      {outcome.kind === 'guided' && outcome.reasons.length > 0 && <><h3>{messages.reasons}</h3><pre className="raw" lang="zh-Hans">{outcome.reasons.join('\n\n')}</pre></>}
      {outcome.kind === 'failed' && <><h3>{messages.failedReason}</h3><p className="raw">{failureSentence(outcome.reason, language)}</p></>}
      {outcome.kind !== 'stated' && (
        <p className="muted small">
          {messages.cost(formatCount(prediction.promptTokens + prediction.newTokens, language), (prediction.duration / 1000).toFixed(2))}
        </p>
      )}
    </section>
  )
}
