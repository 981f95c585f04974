import { CLOCK, type Clock, LOGGER, type Logger } from '@hissa/kernel'
import { type Balance, Committer } from '@hissa/ledger'
import { sumUnits, units } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { type HoldingDifference, HoldingDifferenceStore } from '../differences/differences.api.js'
import { holdingId, HoldingStore } from '../holdings/holdings.api.js'

const AT_A_TIME = 200
/** How often shares that move while they are read are read again; the next run finds what differs still. */
const MOST_READS = 3
/** Open differences that are compared again at the end of a run. */
const MOST_OPEN = 10_000

const UNITS_OF_INVESTOR = /^units-(.+):(?:investor|holder):(.+)$/

type Shares = Pick<HoldingDifference, 'ledgerUnits' | 'ledgerRegistered' | 'holdingUnits' | 'holdingRegistered'>

/** Compares investors' shares in the ledger with their holdings, in both directions. */
@Injectable()
export class CompareHoldings {
  constructor(
    private readonly ledger: Committer,
    private readonly holdings: HoldingStore,
    private readonly differences: HoldingDifferenceStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Compares the next holdings, after a holding's id. Returns where to continue; undefined after the last. */
  async holdingsAfter(after: string): Promise<{ next: string | undefined; compared: number }> {
    const rows = await this.holdings.after(after, AT_A_TIME)
    for (const { userId, propertyId } of rows) await this.compare(userId, propertyId)
    return { next: rows.length < AT_A_TIME ? undefined : rows.at(-1)!._id, compared: rows.length }
  }

  /** Looks for shares in the ledger without a holding, in the accounts after one. Returns where to continue. */
  async accountsAfter(after: string, seq: number): Promise<string | undefined> {
    const found: { userId: string; propertyId: string }[] = []
    let last: string | undefined
    let read = 0
    for await (const { id, balance } of this.ledger.balancesAt('units-', { seq }, after || undefined)) {
      const [, propertyId, userId] = UNITS_OF_INVESTOR.exec(id) ?? []
      if (propertyId !== undefined && userId !== undefined && net(balance) > 0) found.push({ userId, propertyId })
      last = id
      if ((read += 1) === AT_A_TIME) break
    }
    const known = await this.holdings.ofOrders(found)
    for (const { userId, propertyId } of found)
      if (!known.has(holdingId(userId, propertyId))) await this.compare(userId, propertyId)
    return read < AT_A_TIME ? undefined : last
  }

  /** Compares again what differed, so that a difference is resolved even if neither side has the shares any more. */
  async compareOpen(): Promise<void> {
    for (const { userId, propertyId } of await this.differences.listOpen(MOST_OPEN))
      await this.compare(userId, propertyId)
  }

  private async compare(userId: string, propertyId: string): Promise<void> {
    const shares = await this.sharesOf(userId, propertyId)
    if (!shares) return
    const { ledgerUnits, ledgerRegistered, holdingUnits, holdingRegistered } = shares
    const _id = holdingId(userId, propertyId)
    const at = this.clock.now()
    if (ledgerUnits === holdingUnits && ledgerRegistered === holdingRegistered) return this.differences.resolve(_id, at)
    const isNew = await this.differences.open({ _id, userId, propertyId, ...shares }, at)
    const log = { itemId: _id, kind: 'holding_difference', propertyId, alarm: 'SUSPENSE_OPENED' }
    if (isNew) this.logger.error(log, 'the ledger and a holding disagree')
  }

  /** Returns both sides as of one moment: the ledger is the same before and after the holding is read. */
  private async sharesOf(userId: string, propertyId: string): Promise<Shares | undefined> {
    for (let attempt = 0; attempt < MOST_READS; attempt += 1) {
      const before = await this.inLedger(userId, propertyId)
      const holding = await this.holdings.of(userId, propertyId)
      const after = await this.inLedger(userId, propertyId)
      if (before.ledgerUnits !== after.ledgerUnits || before.ledgerRegistered !== after.ledgerRegistered) continue
      return { ...after, holdingUnits: holding?.units ?? NONE, holdingRegistered: holding?.allottedUnits ?? NONE }
    }
    return undefined
  }

  private async inLedger(userId: string, propertyId: string) {
    const [paid, registered] = await Promise.all([
      this.ledger.balance(accounts.unitsOf(propertyId, userId)),
      this.ledger.balance(accounts.unitsHeld(propertyId, userId)),
    ])
    return { ledgerUnits: sumUnits(net(paid), net(registered)), ledgerRegistered: net(registered) }
  }
}

const NONE = units(0)
const net = ({ creditsPosted, debitsPosted }: Balance) => units(creditsPosted - debitsPosted)
