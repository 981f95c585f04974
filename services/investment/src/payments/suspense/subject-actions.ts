import type { ErrorOf, NOT_FOUND, Result } from '@hissa/contracts'
import type {
  RESOLUTION_NOT_POSSIBLE,
  ResolutionAction,
  ResolutionRefusal,
  WORK_NOT_REJECTED,
} from '@hissa/contracts/investment'
import type { Change } from '@hissa/ledger'
import type { Subject } from './resolution.js'

export type NotPossible = ErrorOf<typeof RESOLUTION_NOT_POSSIBLE>
export type ResolutionError = NotPossible | ErrorOf<typeof NOT_FOUND>

/** The key of a change and its business time. */
export interface Moment {
  key: string
  at: Date
}

export const SUBJECT_ACTIONS = Symbol('SUBJECT_ACTIONS')

/** What staff decide about orders, raises and holdings, besides resolving rejected work. */
export interface SubjectActions {
  /** Returns whether a subject and action are decided here. */
  handles(subject: Subject, action: ResolutionAction): boolean
  /** Returns the evidence that maker and checker must both have seen, or why the action is not possible. */
  evidence(subject: Subject, action: ResolutionAction): Promise<Result<Record<string, unknown>, ResolutionError>>
  /** Returns why an action that its evidence allows is not possible for now, or undefined. */
  obstacle(subject: Subject, action: ResolutionAction): Promise<ResolutionRefusal | undefined>
  /** Builds the change of an approved action; refuses as `evidence` and `obstacle` do. */
  change(subject: Subject, action: ResolutionAction, moment: Moment): Promise<Result<Change, ResolutionError>>
  /** Builds the change that returns the rejected work of a raise to the queue. */
  retryRaise(propertyId: string): Promise<Result<Change, ErrorOf<typeof NOT_FOUND> | ErrorOf<typeof WORK_NOT_REJECTED>>>
}
