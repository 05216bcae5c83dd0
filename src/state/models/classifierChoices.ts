import { guessOutputs } from '../../answer/outputMapping.ts'
import type { ModelRef, OutputMapping } from '../../domain/model.ts'
import type { PlannedModel } from '../../domain/plan.ts'
import type { Scheme } from '../../domain/scheme.ts'
import type { AvailableModel } from './availableModels.ts'
import { Store, useStore } from '../store.ts'

/** How a classifier is asked: what its outputs stand for, and whether it reads the context. */
export interface ClassifierChoice {
  readonly outputs: OutputMapping
  readonly context: boolean
}

/** By model, then by the scheme's id. */
type Choices = ReadonlyMap<AvailableModel, ReadonlyMap<string, ClassifierChoice>>

/**
 * Choices made by hand, while this page lives; without one, what the outputs' names say. By model, not by id: another folder may have the
 * same name; and by scheme, whose labels they are.
 */
class ClassifierChoices extends Store<Choices> {
  choose(model: AvailableModel, scheme: Scheme, choice: ClassifierChoice): void {
    this.set(new Map(this.state).set(model, new Map(this.state.get(model)).set(scheme.id, choice)))
  }
}

export const classifierChoices = new ClassifierChoices(new Map())

/** The choice for a model over a scheme: made by hand, or guessed. What it names that the scheme does not have any more stands for nothing. */
export function classifierChoice(model: AvailableModel, scheme: Scheme, made = classifierChoices.get()): ClassifierChoice {
  const chosen = made.get(model)?.get(scheme.id)
  if (!chosen) return { outputs: guessOutputs(model.outputs, scheme), context: model.readsContext }
  const has = (output: OutputMapping[number]): boolean => scheme.fields.some(({ id, labels }) => id === output?.field && labels.some((label) => label.id === output.label))
  return { ...chosen, outputs: chosen.outputs.map((output) => (has(output) ? output : null)) }
}

export function useClassifierChoice(model: AvailableModel, scheme: Scheme): ClassifierChoice {
  return classifierChoice(model, scheme, useStore(classifierChoices))
}

/** A model as a plan pins it: with what its outputs stand for, where it is a classifier. */
export function plannedModel(model: AvailableModel, ref: ModelRef, scheme: Scheme): PlannedModel {
  if (model.kind !== 'classifier') return { ref }
  const { outputs, context } = classifierChoice(model, scheme)
  return { ref, outputs, ...(context && { context }) }
}
