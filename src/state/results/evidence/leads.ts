import type { FieldId } from '../../../domain/scheme.ts'
import { GOLD, type Relation } from '../besideFilter.ts'
import type { OverlapChoice } from '../overlapChoice.ts'
import { referenceAcross } from '../runReference.ts'
import type { SampleLink } from './evidenceService.ts'
import type { Member, RunSet, Task } from './runSet.ts'

/** Characters of a run's id in a reference, where they tell it from the others of its plan. */
const PART = 12

/** A run as a filter over another run's samples refers to it. */
function referenceTo(other: Member, from: Member): string {
  let length = PART
  while (length < other.run.id.length && other.runs.filter(({ id }) => id.startsWith(other.run.id.slice(0, length))).length > 1) length++
  const part = other.run.id.slice(0, length)
  return other.plan.id === from.plan.id ? part : referenceAcross(other.plan, part, other.reading)
}

/**
 * Links to samples of runs set side by side. Figures over several runs rest on the samples that all of them planned and, field by field, answered:
 * where that leaves any out, the link leaves them out as well.
 */
export class Leads {
  private readonly set: RunSet
  private readonly whole: RunSet

  /** @param set whose members' answers the figures are of. @param whole of which it is a part: samples that one of its other runs did not plan are in no figure either. */
  constructor(set: RunSet, whole = set) {
    this.set = set
    this.whole = whole
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
    const others = this.references(this.set, from)
    return { ...(unanswered > 0 && others !== '' && { together: others }), ...this.planned(from) }
  }

  /** Runs planned other samples: those that all have are meant, whether or not they are answered. */
  planned(from: Member): Partial<SampleLink> {
    return this.whole.apart > 0 ? { planned: this.references(this.whole, from) } : {}
  }

  private references({ members }: RunSet, from: Member): string {
    return members.filter((member) => member.run.id !== from.run.id || member.plan.id !== from.plan.id).map((member) => referenceTo(member, from)).join(' ')
  }
}
