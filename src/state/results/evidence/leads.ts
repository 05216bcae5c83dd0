import type { FieldId } from '../../../domain/scheme.ts'
import { GOLD, type Relation } from '../besideFilter.ts'
import type { OverlapChoice } from '../overlapChoice.ts'
import type { SampleLink } from './evidenceService.ts'
import type { Member, RunSet, Task } from './runSet.ts'

/** Characters of a run's id in a reference, where they tell it from the others of its plan. */
const PART = 12

/** A run as a filter over another run's samples refers to it. */
function referenceTo(other: Member, from: Member): string {
  let length = PART
  while (length < other.run.id.length && other.runs.filter(({ id }) => id.startsWith(other.run.id.slice(0, length))).length > 1) length++
  const part = other.run.id.slice(0, length)
  return other.plan.id === from.plan.id ? part : `${other.plan.id}/${part}`
}

/**
 * Links to samples of a set's runs. Figures over several runs rest on the samples that all of them planned and, field by field, answered:
 * where that leaves any out, the link leaves them out as well.
 */
export class Leads {
  private readonly set: RunSet

  constructor(set: RunSet) {
    this.set = set
  }

  /** A run's samples that a task's figures rest on. */
  scored(member: Member, task: Pick<Task, 'field' | 'unanswered'>, more: Partial<SampleLink> = {}): SampleLink {
    return { plan: member.plan.id, run: member.run.id, field: task.field.id, verdict: 'scored', ...this.together(member, task.unanswered), ...more }
  }

  /** The samples of a task on which two runs stand so to each other. */
  beside(member: Member, other: Member, task: Pick<Task, 'field' | 'unanswered'>, relation: Relation, more: Partial<SampleLink> = {}): SampleLink {
    return { plan: member.plan.id, run: member.run.id, field: task.field.id, beside: referenceTo(other, member), relation, ...this.together(member, task.unanswered), ...more }
  }

  /** The samples that raters of one field label so. @param others members, or null: what the file says. */
  raters(member: Member, others: readonly (Member | null)[], field: FieldId, relation: Relation, more: Partial<SampleLink> = {}): SampleLink {
    const beside = others.map((other) => (other ? referenceTo(other, member) : GOLD)).join(' ')
    return { plan: member.plan.id, run: member.run.id, field, beside, relation, ...this.planned(member), ...more }
  }

  /** A run's samples that also stand there, or nowhere. */
  overlapping(member: Member, overlap: OverlapChoice): SampleLink {
    return { plan: member.plan.id, run: member.run.id, overlap, ...this.planned(member) }
  }

  private together(from: Member, unanswered: number): Partial<SampleLink> {
    return unanswered > 0 || this.set.apart > 0 ? { together: this.references(from) } : {}
  }

  /** Runs planned other samples: those that all have are meant, whether or not they are answered. */
  planned(from: Member): Partial<SampleLink> {
    return this.set.apart > 0 ? { planned: this.references(from) } : {}
  }

  private references(from: Member): string {
    return this.set.members.filter((member) => member !== from).map((member) => referenceTo(member, from)).join(' ')
  }
}
