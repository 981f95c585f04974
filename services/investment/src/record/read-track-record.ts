import { ok, type Answer } from '@hissa/contracts'
import type { GetTrackRecord } from '@hissa/contracts/investment'
import { Committer } from '@hissa/ledger'
import { fils, type Fils, sum, sumUnits, type Units, units, ZERO } from '@hissa/money'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import type { Distribution } from '../income/distribution.js'
import { DistributionStore } from '../income/distribution.store.js'
import { type Raise, RaiseStore, readCounts } from '../raises/raises.api.js'
import { registerView } from '../register/register.js'
import { RegisterStore } from '../register/register.store.js'

const PAGE = 100

/** Reads what the platform has done so far, from the ledger and from what is published. */
@Injectable()
export class ReadTrackRecord {
  constructor(
    private readonly raises: RaiseStore,
    private readonly distributions: DistributionStore,
    private readonly registers: RegisterStore,
    private readonly ledger: Committer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(): Promise<Answer<typeof GetTrackRecord>> {
    const [registered, released, incomePaid, [register]] = await Promise.all([
      this.registered(),
      this.released(),
      this.incomePaid(),
      this.registers.list(1),
    ])
    const asOf = this.clock.now().toISOString()
    return ok({ asOf, registered, released, incomePaid, register: register ? registerView(register) : null })
  }

  private async registered(): Promise<{ units: Units; properties: number }> {
    let [total, properties] = [units(0), 0]
    for await (const page of this.raisesIn('completed')) {
      const counts = await Promise.all(page.map((raise) => readCounts(this.ledger, raise)))
      for (const { unitsPaid } of counts.filter((each) => each.unitsPaid > 0)) {
        total = sumUnits(total, unitsPaid)
        properties += 1
      }
    }
    return { units: total, properties }
  }

  /** What has left the escrow of a failed raise went back to its buyers: a failed raise pays nobody else. */
  private async released(): Promise<{ amountFils: Fils; raises: number }> {
    let [total, raises] = [ZERO, 0]
    for await (const page of this.raisesIn('failed')) {
      const ids = page.flatMap(({ _id }) => [accounts.escrow(_id), accounts.pendingFees(_id)])
      const balances = await Promise.all(ids.map((id) => this.ledger.balance(id)))
      page.forEach((_, index) => {
        const [escrow, fees] = [balances[2 * index]!, balances[2 * index + 1]!]
        const amount = escrow.debitsPosted + fees.debitsPosted
        if (amount === 0) return
        total = sum(total, fils(amount))
        raises += 1
      })
    }
    return { amountFils: total, raises }
  }

  private async incomePaid() {
    let [total, distributions] = [ZERO, 0]
    let last: Date | undefined
    let after: readonly [Date, string] | undefined
    for (let page: Distribution[] | undefined; !page || page.length === PAGE;) {
      page = await this.distributions.list({ state: 'paid' }, PAGE, after)
      for (const { paidFils = ZERO, paidAt } of page.filter((each) => (each.paidFils ?? 0) > 0)) {
        total = sum(total, paidFils)
        distributions += 1
        if (paidAt && (!last || paidAt > last)) last = paidAt
      }
      const end = page.at(-1)
      if (end) after = [end.requestedAt, end._id]
    }
    return { amountFils: total, distributions, ...(last && { lastPaidAt: last.toISOString() }) }
  }

  private async *raisesIn(state: Raise['state']): AsyncGenerator<Raise[]> {
    let after: readonly [Date, string] | undefined
    for (;;) {
      const page = await this.raises.list(state, PAGE, after)
      yield page
      const end = page.at(-1)
      if (!end || page.length < PAGE) return
      after = [end.openedAt, end._id]
    }
  }
}
