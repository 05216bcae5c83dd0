import { useSyncExternalStore } from 'react'
import { guessOutputs } from '../answer/outputMapping.ts'
import { builtInScheme } from '../domain/builtInScheme.ts'
import type { ModelRef, OutputMapping } from '../domain/model.ts'
import type { PlannedModel } from '../domain/plan.ts'
import type { AvailableModel } from './availableModels.ts'

/** How a classifier is asked: what its outputs stand for, and whether it reads the context. */
export interface ClassifierChoice {
  readonly outputs: OutputMapping
  readonly context: boolean
}

/** Choices made by hand, while this page lives; without one, what the outputs' names say. By model, not by id: another folder may have the same name. */
class ClassifierChoices {
  private choices: ReadonlyMap<AvailableModel, ClassifierChoice> = new Map()
  private readonly listeners = new Set<() => void>()

  readonly get = (): ReadonlyMap<AvailableModel, ClassifierChoice> => this.choices

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  set(model: AvailableModel, choice: ClassifierChoice): void {
    this.choices = new Map(this.choices).set(model, choice)
    for (const changed of this.listeners) changed()
  }
}

export const classifierChoices = new ClassifierChoices()

/** The choice for a model: made by hand, or guessed. */
export function classifierChoice(model: AvailableModel, made = classifierChoices.get()): ClassifierChoice {
  return made.get(model) ?? { outputs: guessOutputs(model.outputs, builtInScheme), context: model.readsContext }
}

export function useClassifierChoice(model: AvailableModel): ClassifierChoice {
  return classifierChoice(model, useSyncExternalStore(classifierChoices.subscribe, classifierChoices.get))
}

/** A model as a plan pins it: with what its outputs stand for, where it is a classifier. */
export function plannedModel(model: AvailableModel, ref: ModelRef): PlannedModel {
  if (model.kind !== 'classifier') return { ref }
  const { outputs, context } = classifierChoice(model)
  return { ref, outputs, ...(context && { context }) }
}
