import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import type {
  GetDistribution,
  GetPropertyIncome,
  IncomeEstimateView,
  ListDistributions,
  ListIncome,
  ListIncomeEntries,
  PropertyQuarterView,
} from '@hissa/contracts/investment'
import { CLOCK, type Clock, defineCursor, instant, pageOf } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { fils, quotaOf } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { accounts } from '../accounts.js'
import { availableOf } from '../cash/cash.api.js'
import { HoldingStore } from '../holdings/holdings.api.js'
import { ConflictsOfInterest } from '../payments/payments.api.js'
import { noProperty, type Raise, RaiseStore } from '../raises/raises.api.js'
import { dubaiDay } from '../rules/rules.api.js'
import { DecideDistribution } from './decide-distribution.js'
import { type Distribution, distributionView, investorIncomeView } from './distribution.js'
import { DistributionStore } from './distribution.store.js'
import { actualOf, targetOf, targetYear } from './figures.js'
import { entryView } from './income.js'
import { IncomeStore } from './income.store.js'
import { dayAfter, lastDayOf, nextPeriod, periodOf, periodsBetween } from './period.js'

const PLACE = z.tuple([instant, z.string()])
const ENTRIES = defineCursor('income-entries', PLACE)
const DISTRIBUTIONS_PAGE = defineCursor('distributions', PLACE)
const INCOME = defineCursor('income', PLACE)

const MAX_QUARTERS = 40
const MAX_OVERDUE = 100
/** How long after the end of a quarter its income is to be distributed. */
export const DISTRIBUTION_DUE_MS = 30 * 86_400_000

/** Reads income and distributions, for the public, for investors and, audited, for finance staff. */
@Injectable()
export class ReadIncome {
  constructor(
    private readonly ledger: Committer,
    private readonly income: IncomeStore,
    private readonly distributions: DistributionStore,
    private readonly decisions: DecideDistribution,
    private readonly raises: RaiseStore,
    private readonly holdings: HoldingStore,
    private readonly conflicts: ConflictsOfInterest,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async entries(
    { propertyId, period, limit, cursor }: Input<typeof ListIncomeEntries>,
    by: Actor,
  ): Promise<Answer<typeof ListIncomeEntries>> {
    const after = ENTRIES.decode(cursor)
    if (!after.ok) return after
    const raise = await this.raises.byId(propertyId)
    if (!raise) return noProperty()
    await this.staff.record(by, { action: 'income.read', subject: `income:${propertyId}`, detail: { period } })
    const [rows, row, balances, distributions] = await Promise.all([
      this.income.list(propertyId, period, limit + 1, after.value),
      this.income.period(propertyId, period),
      this.decisions.balancesOf(propertyId),
      this.distributions.list({ propertyId }, MAX_OVERDUE),
    ])
    const { page, next } = pageOf(rows, limit, ({ recordedAt, _id }) => ENTRIES.encode([recordedAt, _id]))
    const active = distributions.find((one) => one.period === period && isActive(one))
    const periodState = row?.closedBy ? 'closed' : active ? 'proposed' : 'open'
    return ok({
      property: refOf(raise),
      ...{ raiseState: raise.state, period, periodState },
      waterfall: actualOf(raise, row, balances),
      target: targetOf(raise, period) ?? null,
      ...{ vacancyDays: row?.vacancyDays ?? 0, arrearsFils: row?.arrearsFils ?? fils(0) },
      balances: { ...balances, reserveTargetFils: raise.income?.reserveTargetFils ?? null },
      ...(active ? { distribution: await this.view(active, by) } : {}),
      ...{ entries: page.map(entryView), count: page.length, ...next },
    })
  }

  async list(
    { limit, cursor, ...filter }: Input<typeof ListDistributions>,
    by: Actor,
  ): Promise<Answer<typeof ListDistributions>> {
    const after = DISTRIBUTIONS_PAGE.decode(cursor)
    if (!after.ok) return after
    await this.staff.record(by, { action: 'distribution.listed', subject: 'distributions', detail: {} })
    const [rows, late] = await Promise.all([
      this.distributions.list(filter, limit + 1, after.value),
      this.income.overdue(this.dueBefore(), MAX_OVERDUE),
    ])
    const { page, next } = pageOf(rows, limit, ({ requestedAt, _id }) => DISTRIBUTIONS_PAGE.encode([requestedAt, _id]))
    const raises = await this.raises.byIds(late.map(({ propertyId }) => propertyId))
    const overdue = await Promise.all(
      late.map(async (row) => {
        const raise = raises.get(row.propertyId)!
        const { netIncomeFils } = actualOf(raise, row, await this.decisions.balancesOf(row.propertyId))
        return { property: refOf(raise), period: row.period, netIncomeFils }
      }),
    )
    const distributions = await Promise.all(page.map((row) => this.view(row, by)))
    return ok({ distributions, overdue, count: page.length, ...next })
  }

  async one({ distributionId }: Input<typeof GetDistribution>, by: Actor): Promise<Answer<typeof GetDistribution>> {
    const row = await this.distributions.byId(distributionId)
    if (!row) return refuse(NOT_FOUND, 'There is no such distribution.')
    await this.staff.record(by, { action: 'distribution.read', subject: `income:${row.propertyId}`, detail: {} })
    return ok({ distribution: await this.view(row, by) })
  }

  /** Returns the moment up to which quarters must have ended for their distribution to be overdue. */
  dueBefore(): Date {
    return new Date(this.clock.now().getTime() - DISTRIBUTION_DUE_MS)
  }

  private async view(row: Distribution, { userId }: Actor) {
    const subject = { kind: 'raise' as const, id: row.propertyId }
    const own = (await this.conflicts.refuseConflictOfInterest(userId, subject)) !== undefined
    const outdated = row.state === 'proposed' && (await this.decisions.isOutdated(row))
    return distributionView(row, { own, outdated })
  }

  async ofInvestor({ limit, cursor }: Input<typeof ListIncome>, userId: string): Promise<Answer<typeof ListIncome>> {
    const after = INCOME.decode(cursor)
    if (!after.ok) return after
    const [rows, totals, cash, next] = await Promise.all([
      this.distributions.ofUser(userId, limit + 1, after.value),
      this.distributions.totalsOf(userId),
      this.ledger.balance(accounts.investorCash(userId)),
      this.estimates(userId),
    ])
    const { page, next: more } = pageOf(rows, limit, ({ declaredAt, _id }) => INCOME.encode([declaredAt!, _id]))
    const distributions = await this.distributions.byIds(page.map(({ distributionId }) => distributionId))
    return ok({
      income: page.map((share) => investorIncomeView(share, distributions.get(share.distributionId)!)),
      totals: { ...totals, cashFils: availableOf(cash) },
      ...{ next, count: page.length, ...more },
    })
  }

  /** Returns what an investor has received and what the cash balance is, for the dashboard. */
  async totalsOf(userId: string) {
    const [{ receivedFils }, cash] = await Promise.all([
      this.distributions.totalsOf(userId),
      this.ledger.balance(accounts.investorCash(userId)),
    ])
    return { incomeFils: receivedFils, cashFils: availableOf(cash) }
  }

  private async estimates(userId: string): Promise<IncomeEstimateView[]> {
    const held = (await this.holdings.ofUser(userId)).filter(({ allottedUnits }) => (allottedUnits ?? 0) > 0)
    const raises = await this.raises.byIds(held.map(({ propertyId }) => propertyId))
    const found = await Promise.all(
      held.map(async ({ propertyId, allottedUnits }) => {
        const raise = raises.get(propertyId)
        if (!raise?.completedAt || !raise.income) return []
        const closed = (await this.income.periodsOf(propertyId, MAX_QUARTERS)).find(({ closedBy }) => closedBy)
        const period = closed ? nextPeriod(closed.period) : periodOf(dubaiDay(raise.completedAt))
        const { netIncomeFils: targetNetIncomeFils } = targetOf(raise, period)!
        const { unitsIssued } = raise
        const amountFils = fils(quotaOf(targetNetIncomeFils, allottedUnits!, unitsIssued).floor)
        const units = allottedUnits!
        const dueFrom = dayAfter(lastDayOf(period))
        return [{ property: refOf(raise), period, units, unitsIssued, targetNetIncomeFils, amountFils, dueFrom }]
      }),
    )
    return found.flat()
  }

  async ofProperty({ id }: Input<typeof GetPropertyIncome>): Promise<Answer<typeof GetPropertyIncome>> {
    const raise = await this.raises.byRef(id)
    if (!raise) return noProperty()
    const now = this.clock.now()
    const [rows, balances] = await Promise.all([
      this.income.periodsOf(raise._id, MAX_QUARTERS),
      this.decisions.balancesOf(raise._id),
    ])
    const distributions = await this.distributions.byIds(rows.flatMap(({ closedBy }) => closedBy ?? []))
    const byPeriod = new Map(rows.map((row) => [row.period, row]))
    const { completedAt } = raise
    const names = completedAt
      ? periodsBetween(periodOf(dubaiDay(completedAt)), periodOf(dubaiDay(now)), MAX_QUARTERS)
      : []
    const quarters = names.map((period): PropertyQuarterView => {
      const row = byPeriod.get(period)
      const distribution = row?.closedBy ? distributions.get(row.closedBy) : undefined
      return {
        period,
        target: targetOf(raise, period) ?? null,
        actual: row ? actualOf(raise, row, balances) : null,
        ...{ vacancyDays: row?.vacancyDays ?? 0, arrearsFils: row?.arrearsFils ?? fils(0) },
        ...(distribution ? { distribution: publicView(distribution) } : {}),
      }
    })
    return ok({
      property: refOf(raise),
      ...{ raiseState: raise.state, targetYear: targetYear(raise) ?? null, quarters, unitsIssued: raise.unitsIssued },
      ...{ reserveTargetFils: raise.income?.reserveTargetFils ?? null, reserveFils: balances.reserveFils },
      asOf: now.toISOString(),
    })
  }
}

const ACTIVE: ReadonlySet<string> = new Set(['proposed', 'declared', 'paying', 'paid'])
const isActive = ({ state }: Distribution) => ACTIVE.has(state)

const refOf = ({ _id: propertyId, slug, title }: Raise) => ({ propertyId, slug, title })

function publicView({ state, netIncomeFils, recordDate, declaredAt, paidAt }: Distribution) {
  return {
    ...{ state: state as 'declared' | 'paying' | 'paid', netIncomeFils, recordDate },
    declaredAt: declaredAt!.toISOString(),
    ...(paidAt ? { paidAt: paidAt.toISOString() } : {}),
  }
}
