import { type Answer, type ErrorOf, type Input, ok, type Result } from '@hissa/contracts'
import type { PreviewOrder as Contract, RESERVATION_TOO_LARGE } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { parseAed, partsPerMillion, type Units } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { COOLING_OFF_HOURS, noProperty, type Raise, RaiseStore, readCounts } from '../raises/raises.api.js'
import { LEAST_HOLD_MS } from '../rules/rules.api.js'
import { allowance, allowanceSince, largestSmallUnits } from './large-reservations.js'
import { RESERVATION_MS } from './order.model.js'
import { OrderStore } from './order.store.js'
import { quote } from './quote.js'
import { refuseNotOpen, tooLarge } from './refusals.js'

/**
 * Returns what an amount would buy and cost now, with the same refusals as placing the order that don't depend on the
 * caller.
 */
@Injectable()
export class PreviewOrder {
  constructor(
    private readonly ledger: Committer,
    private readonly raises: RaiseStore,
    private readonly orders: OrderStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(input: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const raise = await this.raises.byRef(input.propertyId)
    if (!raise) return noProperty()
    const notOpen = refuseNotOpen(raise, this.clock.now())
    if (notOpen) return notOpen
    const { unitsAvailable } = await readCounts(this.ledger, raise)
    const quoted = quote(raise, parseAed(input.amount), unitsAvailable)
    if (!quoted.ok) return quoted
    const { units } = quoted.value
    const held = await this.holdMs(raise, units, unitsAvailable)
    if (!held.ok) return held
    const { _id: propertyId, slug, title, unitPriceFils, unitsTotal, feeBasisPoints, expectedReturnBasisPoints } = raise
    return ok({
      property: { propertyId, slug, title },
      raiseState: raise.state,
      ...quoted.value,
      ...{ unitPriceFils, unitsTotal, unitsAvailable, feeBasisPoints },
      expectedReturnBasisPoints: expectedReturnBasisPoints ?? null,
      sharePartsPerMillion: partsPerMillion(units, raise.unitsIssued),
      coolingOffHours: COOLING_OFF_HOURS,
      reservationMinutes: Math.floor(held.value / 60_000),
    })
  }

  /** Returns how long this many units would be reserved. */
  private async holdMs(
    raise: Raise,
    units: Units,
    unitsAvailable: Units,
  ): Promise<Result<number, ErrorOf<typeof RESERVATION_TOO_LARGE>>> {
    const most = largestSmallUnits(raise, unitsAvailable)
    if (units <= most) return ok(RESERVATION_MS)
    const at = this.clock.now()
    const { holdMs, retryAt } = allowance(await this.orders.largeUnpaidOf(raise._id, allowanceSince(at)), at)
    if (holdMs < LEAST_HOLD_MS) return tooLarge(raise, most, retryAt)
    return ok(Math.min(RESERVATION_MS, holdMs))
  }
}
