import type { AnnualLimit } from '@hissa/contracts/investment'
import { Committer } from '@hissa/ledger'
import { fils, type Fils } from '@hissa/money'
import { Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { leftOf, startOfYear } from '../rules/rules.api.js'
import type { AnnualCap } from './order.model.js'

/** Reads and grants what investors may invest in a calendar year. The ledger's limit makes it atomic. */
@Injectable()
export class AnnualLimits {
  constructor(private readonly ledger: Committer) {}

  /** Returns what is reserved and used in a year, as of the last commit. Advisory: the account's limit decides. */
  async usedFils(userId: string, year: number): Promise<Fils> {
    const used = await this.ledger.balance(accounts.capUsed(year, userId))
    return fils(used.creditsPosted + used.creditsPending - used.debitsPosted)
  }

  async view(userId: string, { year, limitFils }: AnnualCap): Promise<AnnualLimit> {
    const usedFils = await this.usedFils(userId, year)
    const resetsAt = startOfYear(year + 1).toISOString()
    return { year, limitFils, usedFils, leftFils: leftOf(limitFils, usedFils), resetsAt }
  }

  /** Returns whether the limit of a year was granted as of the last commit. It is never taken back. */
  async isGranted(userId: string, year: number): Promise<boolean> {
    return (await this.ledger.balance(accounts.capLeft(year, userId))).creditsPosted > 0
  }

  /** Credits the account of an investor and year with its limit, once however often it is called. */
  async grant(userId: string, { year, limitFils: amount }: AnnualCap): Promise<void> {
    const credit = accounts.capLeft(year, userId)
    const outcome = await this.ledger.commit({
      key: `cap:${year}:${userId}`,
      inputHash: String(amount),
      transfers: [{ kind: 'single', code: 'cap.grant', debit: accounts.capGranted(year), credit, amount }],
      saves: [],
      events: [],
    })
    // KEY_REUSED: another release granted a different limit at the same time, which applies this year.
    if (!outcome.ok && outcome.reason !== 'KEY_REUSED') throw new Error(`not granted: ${outcome.reason}`)
  }
}
