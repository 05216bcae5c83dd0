import { useSyncExternalStore } from 'react'
import { guessOutputs } from '../answer/outputMapping.ts'
import type { ModelRef, OutputMapping } from '../domain/model.ts'
import type { PlannedModel } from '../domain/plan.ts'
import { builtInScheme } from '../domain/builtInScheme.ts'
import type { Scheme } from '../domain/scheme.ts'
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

/** The choice for a model over the built-in scheme: made by hand, or guessed. Over another it is guessed: choices by hand name the built-in scheme's labels. */
export function classifierChoice(model: AvailableModel, scheme: Scheme, made = classifierChoices.get()): ClassifierChoice {
  const guessed = { outputs: guessOutputs(model.outputs, scheme), context: model.readsContext }
  const chosen = made.get(model)
  if (!chosen) return guessed
  return scheme.id === builtInScheme.id ? chosen : { ...guessed, context: chosen.context }
}

export function useClassifierChoice(model: AvailableModel): ClassifierChoice {
  return classifierChoice(model, builtInScheme, useSyncExternalStore(classifierChoices.subscribe, classifierChoices.get))
}

/** A model as a plan pins it: with what its outputs stand for, where it is a classifier. */
export function plannedModel(model: AvailableModel, ref: ModelRef, scheme: Scheme): PlannedModel {
  if (model.kind !== 'classifier') return { ref }
  const { outputs, context } = classifierChoice(model, scheme)
  return { ref, outputs, ...(context && { context }) }
}
