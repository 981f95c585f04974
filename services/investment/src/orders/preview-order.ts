import type { Input, Output } from '@hissa/contracts'
import type { PreviewOrder as Contract } from '@hissa/contracts/investment'
import { CLOCK, type Clock, problem } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { parseAed, partsPerMillion } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { isOpen, type Raise, RaiseStore, readCounts } from '../raises/raises.api.js'
import { LEAST_HOLD_MS } from '../rules/rules.api.js'
import { allowance, allowanceSince, largestSmallUnits } from './large-reservations.js'
import { COOLING_OFF_HOURS, RESERVATION_MS } from './order.js'
import { OrderStore } from './order.store.js'
import { isRefusal, quote } from './quote.js'
import { notOpen, statusOf, tooLarge } from './refusals.js'

/** What an amount would buy and cost now. Errors: as placing the order, as far as they do not depend on who asks. */
@Injectable()
export class PreviewOrder {
  constructor(
    private readonly ledger: Committer,
    private readonly raises: RaiseStore,
    private readonly orders: OrderStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(input: Input<typeof Contract>): Promise<Output<typeof Contract>> {
    const raise = await this.raises.byRef(input.propertyId)
    if (!raise) throw problem('NOT_FOUND', 404, 'There is no such property.')
    if (!isOpen(raise, this.clock.now())) throw notOpen(raise)
    const { unitsAvailable } = await readCounts(this.ledger, raise._id)
    const quoted = quote(raise, parseAed(input.amount), unitsAvailable)
    if (isRefusal(quoted)) throw problem(quoted.code, statusOf(quoted.code), quoted.detail, quoted.extra)
    const holdMs = await this.holdMs(raise, quoted.units, unitsAvailable)
    const { _id: propertyId, slug, title, unitPriceFils, unitsTotal, feeBasisPoints, expectedReturnBasisPoints } = raise
    return {
      property: { propertyId, slug, title },
      raiseState: raise.state,
      ...quoted,
      ...{ unitPriceFils, unitsTotal, unitsAvailable, feeBasisPoints },
      expectedReturnBasisPoints: expectedReturnBasisPoints ?? null,
      sharePartsPerMillion: partsPerMillion(quoted.units, raise.unitsIssued),
      coolingOffHours: COOLING_OFF_HOURS,
      reservationMinutes: Math.floor(holdMs / 60_000),
    }
  }

  /** How long this many units would be reserved. Errors: RESERVATION_TOO_LARGE. */
  private async holdMs(raise: Raise, units: number, unitsAvailable: number): Promise<number> {
    const most = largestSmallUnits(raise, unitsAvailable)
    if (units <= most) return RESERVATION_MS
    const at = this.clock.now()
    const { leftMs, retryAt } = allowance(await this.orders.largeUnpaidOf(raise._id, allowanceSince(at)), at)
    if (leftMs < LEAST_HOLD_MS) throw tooLarge(raise, most, retryAt)
    return Math.min(RESERVATION_MS, leftMs)
  }
}
