import { DistributionDeclared, DistributionPaid } from '@hissa/contracts/investment'
import { CLOCK, type Clock, Deadlines, type Sweep } from '@hissa/kernel'
import { type Change, Committer, type OutgoingEvent, type Save, single, type TransferInput } from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import { type Fils, subtractUnits, sum, sumUnits, units as unitsOf, ZERO } from '@hissa/money'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { HoldingDifferenceStore } from '../differences/differences.api.js'
import { holdingId, HoldingStore } from '../holdings/holdings.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { distributionSave } from './decide-distribution.js'
import {
  amountOf,
  type Distribution,
  factOfShare,
  leftOf,
  placeOf,
  recordMoment,
  type Share,
  shareOf,
  SHARES,
} from './distribution.js'
import { DistributionStore } from './distribution.store.js'

/** How long one sweep works before the other sweeps run. */
const SLICE_MS = 2_000
/** Holders that are processed at a time; the service never has more of them in memory. */
const CHUNK = 256
/** More are never unfinished, because a property has one at a time. */
const MOST_UNFINISHED = 1_000

type Investor = Share & { userId: string }
const isInvestor = <S extends Share>(share: S): share is S & Investor => share.userId !== undefined

/**
 * Divides and pays approved distributions, in three passes over the holders.
 * 1. Collects every holding as of the end of the record date, with its quota rounded down.
 * 2. Declares each amount. The fils that remain go one by one to the first shares in order: largest remainder, then
 *    oldest holding, then id.
 * 3. Pays each amount, in the same order.
 * A chunk and the position after it are one commit, whose key names the distribution and the position. So any replica
 * continues where another one stopped, and no holder is paid twice. Events: `investment.distribution.declared.v1` and
 * `investment.distribution.paid.v1`.
 */
@Injectable()
export class PayDistribution implements Sweep, OnModuleInit {
  readonly name = 'investment-pay-distribution'

  constructor(
    private readonly ledger: Committer,
    private readonly distributions: DistributionStore,
    private readonly holdings: HoldingStore,
    private readonly differences: HoldingDifferenceStore,
    private readonly deadlines: Deadlines,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  async nextDueAt(): Promise<Date | null> {
    return (await this.payable())?.declaredAt ?? null
  }

  async sweep(): Promise<boolean> {
    const untilMs = this.wall.now().getTime() + SLICE_MS
    do {
      const distribution = await this.payable()
      if (!distribution) return false
      if (distribution.work === 'collecting') await this.collect(distribution)
      else await this.process(distribution)
    } while (this.wall.now().getTime() < untilMs)
    return true
  }

  /** Returns the oldest distribution that is not paid in full, and whose property has no holding that differs. */
  private async payable(): Promise<Distribution | undefined> {
    for (const distribution of await this.distributions.unfinished(MOST_UNFINISHED))
      if (!(await this.differences.blocksProperty(distribution.propertyId))) return distribution
    return undefined
  }

  /** Stores the next chunk of holdings; after the last one the company's share. */
  private async collect(distribution: Distribution): Promise<void> {
    const { propertyId, recordDate, after } = distribution
    const prefix = accounts.unitsHeld(propertyId, '')
    const balances = []
    const at = recordMoment(recordDate)
    for await (const balance of this.ledger.balancesAt(prefix, { at }, after || undefined)) {
      balances.push(balance)
      if (balances.length === CHUNK) break
    }
    if (balances.length === 0) return this.endCollection(distribution)
    const held = balances.flatMap(({ id, balance: { creditsPosted, debitsPosted } }) => {
      const userId = id.slice(prefix.length)
      return creditsPosted > debitsPosted ? [{ userId, propertyId, units: unitsOf(creditsPosted - debitsPosted) }] : []
    })
    const known = await this.holdings.ofOrders(held)
    const shares = held.map(({ userId, units }) => {
      const since = known.get(holdingId(userId, propertyId))?.firstPaidAt ?? at
      return shareOf(distribution, { userId, units, since })
    })
    await this.distributions.collect(distribution, shares, {
      after: balances.at(-1)!.id,
      units: sumUnits(...shares.map(({ units }) => units)),
      floorFils: sum(...shares.map(({ floorFils }) => floorFils)),
    })
  }

  /** The units that no investor holds are the company's. */
  private async endCollection(distribution: Distribution): Promise<void> {
    const { unitsIssued, collectedUnits = unitsOf(0) } = distribution
    const units = subtractUnits(unitsIssued, collectedUnits)
    const company = units > 0 ? shareOf(distribution, { units }) : undefined
    await this.distributions.endCollection(distribution, company, leftOf(distribution, company?.floorFils ?? ZERO))
  }

  /** Declares or pays the next chunk of shares; after the last one the next pass begins. */
  private async process(distribution: Distribution): Promise<void> {
    const shares = await this.distributions.inOrder(distribution, distribution.place, CHUNK)
    const change =
      distribution.work === 'declaring' ? this.declare(distribution, shares) : this.pay(distribution, shares)
    const outcome = await this.ledger.commit(change)
    // Another replica has processed the chunk.
    if (outcome.ok || outcome.reason === 'STALE' || outcome.reason === 'KEY_REUSED') return
    throw new Error(`the distribution ${distribution._id} was not ${distribution.work}: ${outcome.reason}`)
  }

  private declare(distribution: Distribution, shares: readonly Share[]): Change {
    const { position = 0, leftFils = ZERO } = distribution
    const declaredAt = distribution.declaredAt!
    const amounts = shares.map((share, index) => {
      return { ...share, amountFils: amountOf(share, position + index, leftFils), declaredAt }
    })
    // A part of less than a fil is none, and its holder is told nothing.
    const saves = amounts.map(({ _id: id, version, amountFils }): Save => {
      const set = { amountFils, state: 'declared', ...(amountFils > 0 ? { declaredAt } : {}) }
      return { collection: SHARES, id, version, set }
    })
    const company = amounts.find((share) => !isInvestor(share))
    const isLast = shares.length < CHUNK
    const next = isLast ? { work: 'paying' as const, state: 'paying' as const, position: 0 } : undefined
    return this.step(distribution, shares, {
      transfers: [],
      saves,
      events: amounts.filter(isInvestor).flatMap((share) => this.event(DistributionDeclared, distribution, share)),
      set: { ...(company ? { companyFils: company.amountFils } : {}), ...next },
      ...(isLast ? { unset: ['place'] as const } : {}),
    })
  }

  private pay(distribution: Distribution, shares: readonly Share[]): Change {
    const { _id: distributionId, propertyId, paidInvestors = 0, paidFils = ZERO } = distribution
    const paidAt = this.clock.now()
    const from = accounts.distributions(distributionId)
    const investors = shares.filter(isInvestor)
    const transfers = shares.flatMap((share) => {
      const { userId, amountFils } = share
      const to = isInvestor(share) ? accounts.investorCash(userId!) : accounts.company(propertyId)
      return single('distribution.pay', from, to, amountFils!, { distributionId, propertyId })
    })
    const paid = sum(...investors.map(({ amountFils }): Fils => amountFils ?? ZERO))
    const isLast = shares.length < CHUNK
    return this.step(distribution, shares, {
      transfers,
      saves: shares.map(({ _id: id, version }) => {
        return { collection: SHARES, id, version, set: { state: 'paid', paidAt } }
      }),
      events: investors.flatMap((share) => this.event(DistributionPaid, distribution, share)),
      set: {
        ...{ paidInvestors: paidInvestors + investors.length, paidFils: sum(paidFils, paid) },
        ...(isLast ? { state: 'paid' as const, paidAt } : {}),
      },
      ...(isLast ? { unset: ['work', 'place'] as const } : {}),
    })
  }

  /** Returns the commit of a chunk with the position after it. */
  private step(
    distribution: Distribution,
    shares: readonly Share[],
    chunk: {
      transfers: TransferInput[]
      saves: Save[]
      events: OutgoingEvent[]
      set: Partial<Distribution>
      unset?: readonly (keyof Distribution)[]
    },
  ): Change {
    const { _id, work, position = 0 } = distribution
    const { set, unset = [], saves, ...rest } = chunk
    const last = shares.at(-1)
    const moved = { position: position + shares.length, ...(last ? { place: placeOf(last) } : {}), ...set }
    const kept = Object.fromEntries(
      Object.entries(moved).filter(([field]) => !unset.includes(field as keyof Distribution)),
    )
    return {
      key: `distribution:${_id}:${work}:${position}`,
      inputHash: `${position}`,
      ...rest,
      saves: [...saves, { ...distributionSave(distribution, kept), unset }],
    }
  }

  private event(contract: typeof DistributionPaid, distribution: Distribution, share: Investor): OutgoingEvent[] {
    if (share.amountFils === 0) return []
    const version = share.version + 1
    const data = factOfShare(distribution, share, version)
    const about = { aggregateId: share._id, version, data, time: this.clock.now(), eventId: this.ids.next() }
    return [{ row: outboxRow(newEvent(contract, about)) }]
  }
}
