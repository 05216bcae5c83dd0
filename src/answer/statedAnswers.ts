import type { Method } from '../domain/method.ts'
import type { Answer, Answers, Stated } from '../domain/prediction.ts'
import { derive, type DerivedField, type Field, type FieldId, fieldOf, labelIndex, type LabelId, labelOf, type Scheme } from '../domain/scheme.ts'
import type { MethodLevels } from './methodLevels.ts'
import { parseAnswer } from './parseAnswer.ts'

/**
 * What an imported file says of one sample, as answers.
 * @param parser 0: as the file states it; where it states nothing, and where `parser` is another, the model's own words are parsed as
 * answers written here are. A field of which the file says nothing is `notAsked`; a derived one that it does not state is what its parts give.
 */
export function statedAnswers(
  scheme: Scheme,
  levels: MethodLevels,
  fields: Readonly<Record<FieldId, Stated>>,
  parser: number,
  given: Readonly<Record<FieldId, LabelId>> = {},
): Answers {
  const answers: Record<FieldId, Answer> = {}
  const labels: Record<FieldId, LabelId> = { ...given }
  for (const field of levels.levels) {
    const stated = fields[field.id]
    const answer = stated ? answerOf(scheme, field, stated, parser, given) : notAsked
    answers[field.id] = answer
    if (answer.kind === 'chosen') labels[field.id] = answer.label
  }
  for (const field of levels.derived) answers[field.id] = byParts(field, answers, labels)
  return Object.fromEntries(levels.answered.map((id) => [id, answers[id] ?? notAsked]))
}

const notAsked: Answer = { kind: 'notAsked' }

function answerOf(scheme: Scheme, field: Field, stated: Stated, parser: number, given: Readonly<Record<FieldId, LabelId>>): Answer {
  const { said, raw } = stated
  if (raw === undefined || (parser === 0 && said !== undefined)) return asSaid(field, stated)
  const parsed = parsedAnswer(scheme, field, raw, given)
  // what the file measured belongs to the label that it states
  return parsed.kind === 'chosen' && parsed.label === said ? { ...asSaid(field, stated), ...parsed } : parsed
}

/** The file's own statement. */
function asSaid(field: Field, { said, probabilities, probability }: Stated): Answer {
  if (said === undefined || said === null || said === '') return { kind: 'unparsed' }
  if (labelIndex(field, said) < 0) return { kind: 'outOfScheme', found: said }
  if (probabilities?.length === field.labels.length) return { kind: 'chosen', label: said, probabilities }
  return probability === undefined ? { kind: 'chosen', label: said } : { kind: 'chosen', label: said, probability }
}

/** The model's own words about one field; where they do not name its label, the parts it is derived from may be written. */
function parsedAnswer(scheme: Scheme, field: Field, raw: string, given: Readonly<Record<FieldId, LabelId>>): Answer {
  const direct = parseAnswer(raw, scheme, alone(scheme, field), 'stop', given)[field.id]!
  if (field.kind !== 'derived' || direct.kind !== 'unparsed') return direct
  const chained = parseAnswer(raw, scheme, chain(scheme, field), 'stop', given)[field.id]!
  return chained.kind === 'chosen' ? chained : direct
}

function byParts(field: DerivedField, answers: Answers, labels: Readonly<Record<FieldId, LabelId>>): Answer {
  const label = derive(field, labels)
  if (label !== undefined && labelOf(field, label)) return { kind: 'chosen', label }
  return field.from.map((part) => answers[part]).find((part) => part && part.kind !== 'chosen') ?? notAsked
}

/** Methods are told apart by identity where their levels are kept: one for each field of a scheme. */
const methods = new WeakMap<Scheme, Map<string, Method>>()

function alone(scheme: Scheme, field: Field): Method {
  return methodOf(scheme, field.id, () => [{ kind: 'choose', field: field.id }])
}

function chain(scheme: Scheme, field: DerivedField): Method {
  return methodOf(scheme, `chain ${field.id}`, () => [
    ...field.from.map((part) => ({ kind: 'choose' as const, field: fieldOf(scheme, part).id })),
    { kind: 'derive', field: field.id },
  ])
}

function methodOf(scheme: Scheme, name: string, steps: () => Method['steps']): Method {
  const known = methods.get(scheme) ?? new Map<string, Method>()
  methods.set(scheme, known)
  const found = known.get(name)
  if (found) return found
  const made: Method = { id: name, name: { zh: name, en: name }, summary: { zh: '', en: '' }, steps: steps(), asking: 'free', labelForm: 'word' }
  known.set(name, made)
  return made
}
