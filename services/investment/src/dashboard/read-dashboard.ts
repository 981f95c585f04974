import type { UserStatus } from '@hissa/contracts'
import type { Dashboard, HoldingView, TodoView } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { partsPerMillion, sum, sumUnits, times, units as unitsOf } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { type Holding, holdingState, HoldingStore } from '../holdings/holdings.api.js'
import { ReadIncome } from '../income/income.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { type Order, orderView, OrderStore } from '../orders/orders.api.js'
import {
  COOLING_OFF_HOURS,
  filedDeed,
  type Raise,
  RaiseStore,
  readCounts,
  type UnitCounts,
} from '../raises/raises.api.js'
import { isEligible } from '../rules/rules.api.js'
import { ShareTransferStore, shareTransferView } from '../transfers/transfers.api.js'
import { type Counted, ValuationStore, worthOf } from '../valuations/valuations.api.js'
import { nextDates } from './next-dates.js'

const RECENT_ORDERS = 10
const RECENT_TRANSFERS = 10

/** Reads an investor's dashboard: totals, holdings with their next dates, recent orders and transfers, and open tasks. */
@Injectable()
export class ReadDashboard {
  constructor(
    private readonly ledger: Committer,
    private readonly holdings: HoldingStore,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    private readonly transfers: ShareTransferStore,
    private readonly income: ReadIncome,
    private readonly valuations: ValuationStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(userId: string): Promise<Dashboard> {
    const [rows, recent, reserved, transfers, income, userStatus] = await Promise.all([
      this.holdings.ofUser(userId),
      this.orders.ofUser(userId, { limit: RECENT_ORDERS }),
      this.orders.ofUser(userId, { limit: 100, state: 'reserved' }),
      this.transfers.ofUser(userId, RECENT_TRANSFERS),
      this.income.totalsOf(userId),
      this.investors.statusOf(userId),
    ])
    const now = this.clock.now()
    const holdings = await this.views(rows)
    return {
      totals: { ...totals(rows, reserved), valueFils: sum(...holdings.map(valueFilsOf)), ...income },
      holdings,
      recentOrders: recent.map((order) => orderView(order, { eligible: isEligible(userStatus), at: now })),
      transfers: transfers.map((transfer) => shareTransferView(transfer, userId)),
      todo: todo(userStatus, reserved, rows),
      userStatus,
      asOf: now.toISOString(),
    }
  }

  async listHoldings(userId: string): Promise<HoldingView[]> {
    return this.views(await this.holdings.ofUser(userId))
  }

  private async views(rows: readonly Holding[]): Promise<HoldingView[]> {
    const propertyIds = rows.map((row) => row.propertyId)
    const [raises, valuations] = await Promise.all([
      this.raises.byIds(propertyIds),
      this.valuations.latestOf(propertyIds),
    ])
    const known = rows.flatMap((row) => {
      const raise = raises.get(row.propertyId)
      return raise ? [{ row, raise }] : []
    })
    const now = this.clock.now()
    return Promise.all(
      known.map(async ({ row, raise }) => {
        const counts = await readCounts(this.ledger, raise)
        return { ...view(row, raise, counts, now), ...valuationOf(row, raise, valuations.get(raise._id)) }
      }),
    )
  }
}

function totals(holdings: readonly Holding[], reserved: readonly Order[]): Dashboard['totals'] {
  return {
    investedFils: sum(...holdings.map((row) => row.amountFils)),
    pendingFils: sum(...holdings.map(pendingFilsOf)),
    reservedFils: sum(...reserved.map((order) => order.amountFils)),
    feesFils: sum(...holdings.map((row) => row.feeFils)),
    units: sumUnits(...holdings.map((row) => row.units)),
    properties: holdings.length,
  }
}

/** Returns the cost of a holding's units that are not on the register yet. */
function pendingFilsOf({ units, allottedUnits = unitsOf(0), unitPriceFils }: Holding) {
  return times(unitPriceFils, unitsOf(units - allottedUnits))
}

/** Returns what a holding was worth at a property's valuation; nothing if there is none. */
function valuationOf({ units }: Holding, { unitsIssued }: Raise, latest: Counted | undefined) {
  if (!latest) return {}
  return { valuation: { date: latest.date, valueFils: worthOf(latest.valueFils, units, unitsIssued) } }
}

/** Returns what a holding is worth: at its valuation, or without one at cost. */
const valueFilsOf = ({ valuation, amountFils }: HoldingView) => valuation?.valueFils ?? amountFils

function view(row: Holding, raise: Raise, counts: UnitCounts, now: Date): HoldingView {
  const {
    propertyId,
    slug,
    title,
    units,
    allottedUnits = unitsOf(0),
    issuedUnits = unitsOf(0),
    onChain,
    unitPriceFils,
    amountFils,
    feeFils,
    firstPaidAt,
    lastPaidAt,
  } = row
  const { unitsTotal } = raise
  return {
    property: { propertyId, slug, title },
    ...{ units, allottedUnits, issuedUnits, unitPriceFils, amountFils, feeFils, unitsTotal },
    ...(onChain && issuedUnits > 0 ? { onChain } : {}),
    state: holdingState(row, raise),
    raiseState: raise.state,
    sharePartsPerMillion: partsPerMillion(units, raise.unitsIssued),
    unitsPaid: counts.unitsPaid,
    expectedReturnBasisPoints: raise.expectedReturnBasisPoints ?? null,
    firstPaidAt: firstPaidAt.toISOString(),
    lastPaidAt: lastPaidAt.toISOString(),
    coolingOffHours: COOLING_OFF_HOURS,
    nextDates: nextDates(row, raise, now),
    ...(allottedUnits > 0 && filedDeed(raise) ? { hasDeed: true as const } : {}),
  }
}

const STATUS_TODO: Partial<Record<UserStatus, TodoView['kind']>> = {
  registered: 'complete_profile',
  profile_complete: 'submit_kyc',
  kyc_pending: 'await_kyc',
}

function todo(userStatus: UserStatus, reserved: readonly Order[], holdings: readonly Holding[]): TodoView[] {
  const first = STATUS_TODO[userStatus] ?? (holdings.length + reserved.length === 0 ? 'first_investment' : undefined)
  const payable = isEligible(userStatus) ? reserved.filter((order) => !order.ending) : []
  const unpaid = payable.map(({ _id: orderId, propertyId, slug, title, expiresAt }): TodoView => {
    return { kind: 'pay_order', orderId, property: { propertyId, slug, title }, dueAt: expiresAt.toISOString() }
  })
  return [...unpaid, ...(first ? [{ kind: first }] : [])]
}
