import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import type { Model, QueryFilter } from 'mongoose'
import { caseModel, type CaseRow } from '../cases/case-rows.js'

/** Reads and marks the approved people who were screened against other lists than those that are loaded. */
@Injectable()
export class ScreenedPeople {
  private readonly model: Model<CaseRow>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = caseModel(connection)
  }

  /** Returns the sets of lists that people are due with; undefined is that of people of whom none is known. */
  async setsBefore(set: string): Promise<(string | undefined)[]> {
    const sets: string[] = await this.model.distinct('screenedSet', outdated(set))
    return [undefined, ...sets.filter((each) => typeof each === 'string')]
  }

  /** Returns up to `limit` cases of people with an earlier set, after a case in the order of ids. */
  async next(earlier: string | undefined, after: string, limit: number): Promise<string[]> {
    const rows = await this.model
      .find({ state: 'approved', screenedSet: earlier ?? null, _id: { $gt: after } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Pick<CaseRow, '_id'>[]>()
    return rows.map(({ _id }) => _id)
  }

  /** Returns the approved case of a person; undefined if there is none, as while a case is reviewed again. */
  async approvedCaseOf(userId: string, session: ClientSession): Promise<string | undefined> {
    const row = await this.model.findOne({ userId, state: 'approved' }, { _id: 1 }, { session }).lean<{ _id: string }>()
    return row?._id
  }

  count(set: string): Promise<number> {
    return this.model.countDocuments(outdated(set))
  }

  /** Records that a person was screened. The case stays as it is, so its version does too. */
  async mark(caseId: string, set: string, at: Date, session: ClientSession): Promise<void> {
    await this.model.updateOne({ _id: caseId }, { $set: { screenedSet: set, screenedAt: at } }, { session })
  }
}

const outdated = (set: string): QueryFilter<CaseRow> => ({ state: 'approved', screenedSet: { $ne: set } })
