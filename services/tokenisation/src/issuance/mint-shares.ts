import { SharesMinted } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { subtractUnits, sumUnits, units, type Units } from '@hissa/money'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { propertyTokenAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData } from 'viem'
import type { Account } from '../accounts/account.js'
import { AccountStore } from '../accounts/account.store.js'
import {
  MOST_DEPENDENCIES,
  Transactions,
  type Confirmed,
  type Refused,
  type Settled,
  type SettledReceipt,
} from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { forEach } from '../for-each.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { commitmentKey, commitmentOf } from '../suite/commitment.js'
import { followUpOf } from '../suite/effects.js'
import { isLive, type Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { AllotmentStore } from '../holdings/allotment.store.js'
import { unmintedState, type Allotment } from '../holdings/allotment.js'
import { batchOf } from './batch.js'
import { Holds } from './holds.js'

const KIND = 'mint'
/** The largest batch; its gas stays below the limit of one transaction (EIP-7825), with a margin. */
export const MINT_BATCH = 100
/** Allotments read for one batch. Those of investors who can't receive shares now are skipped. */
const PAGE = 500
const MOST_PAGES = 20
/** An allotment that the contract names waits this many times longer than the others of its batch. */
const NAMED_FACTOR = 10

/**
 * Mints the shares of allotted orders, a batch per token at a time. Each allotment gets the next sequence number of its
 * token in the transaction that plans its mint, and the contract accepts each number once. So no allotment is minted
 * twice, whatever happens to the service, the node or the chain.
 */
@Injectable()
export class MintShares implements OnModuleInit {
  private readonly key: Buffer
  private readonly alarmedAtMs = new Map<string, number>()

  constructor(
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
    private readonly accounts: AccountStore,
    private readonly holds: Holds,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(TOKENISATION_CONFIG) config: TokenisationConfig,
  ) {
    this.key = commitmentKey(config.TOKENISATION_MASTER_KEY)
  }

  onModuleInit(): void {
    this.transactions.register(
      followUpOf({
        kind: KIND,
        proof: async (settled, session) => ({
          contract: (await this.tokens.ofCall(settled, session)).deployment!.address,
          event: 'AllotmentsMinted',
        }),
        confirmed: (settled, session) => this.confirmed(settled, session),
        failed: (failure, session) => this.failed(failure, session),
        takenBack: (settled, session) => this.takenBack(settled, session),
      }),
    )
  }

  /** Plans the next batch of each token that is live and mints nothing at the moment. */
  async advance(): Promise<void> {
    const now = this.wall.now()
    const waiting = await this.allotments.propertiesWaiting(now)
    if (waiting.length === 0) return
    const [tokens, paused] = await Promise.all([this.tokens.byIds(waiting), this.holds.tokens()])
    await forEach(tokens, async (token) => {
      if (!isLive(token) || paused.has(token._id)) return
      if (token.minting !== undefined || (token.mintAfter && token.mintAfter > now)) return
      const batch = await this.next(token, now)
      if (batch.length > 0) await transaction(this.connection, (session) => this.plan(token, batch, session))
    })
  }

  /** Returns the earliest allotments that can be minted now: of investors with an address, not frozen, within the units. */
  private async next(token: Token, at: Date): Promise<Allotment[]> {
    const found: Allotment[] = []
    for (let page = 0; page < MOST_PAGES && found.length < MINT_BATCH; page += 1) {
      const waiting = await this.allotments.waiting(token._id, { at, skip: page * PAGE, limit: PAGE })
      const userIds = userIdsOf(waiting)
      const [ready, held] = await Promise.all([this.accounts.ready(userIds), this.holds.investors(token._id, userIds)])
      found.push(...waiting.filter(({ userId }) => ready.has(userId) && !held.has(userId)))
      if (waiting.length < PAGE) break
    }
    if (found.length === 0) return []
    const minting = await this.allotments.unitsIn(token._id, 'minting')
    const taken = sumUnits(minting, await this.allotments.unitsMinted(token._id))
    const { batch, tooMany } = batchOf(found, { left: remaining(token.unitsTotal, taken), most: MINT_BATCH })
    if (tooMany > 0) this.report(token, tooMany)
    return batch
  }

  /** Reports that more units are allotted than the property has. The excess isn't minted, so a person must act. */
  private report({ _id: propertyId }: Token, tooMany: number): void {
    const now = this.wall.now().getTime()
    if (now - (this.alarmedAtMs.get(propertyId) ?? 0) < this.pace.retryMs) return
    this.alarmedAtMs.set(propertyId, now)
    const fields = { alarm: 'ALLOTTED_OVER_SUPPLY', propertyId, allotments: tooMany }
    this.logger.error(fields, 'allotted units exceed the units of the property; they are not minted')
  }

  private async plan(token: Token, batch: readonly Allotment[], session: ClientSession): Promise<void> {
    const { _id: propertyId, planned: first } = token
    // One of them may have been frozen since; the next pass chooses again.
    if ((await this.holds.investors(propertyId, userIdsOf(batch), session)).size > 0) return
    const accounts = await this.accounts.use(userIdsOf(batch), session)
    // The shares of one of them have begun to move. The next batch is without them.
    if (accounts.size < new Set(userIdsOf(batch)).size) return
    const after = await this.neededBy(token, [...accounts.values()], session)
    // With so many, it waits until a reorganisation can't remove some of them.
    if (after.length > MOST_DEPENDENCIES) return
    const id = `mint:${propertyId}:${first}:${newId()}`
    const isOurs = await this.tokens.change(token, { set: { minting: id, planned: first + batch.length } }, session)
    if (!isOurs) return
    for (const allotment of batch) {
      const account = accounts.get(allotment.userId)!.address
      const set = { state: 'minting' as const, transaction: id, account }
      if (!(await this.allotments.change(allotment, { set, unset: ['after'] }, session)))
        throw new Error(`the allotment ${allotment._id} changed while its mint was planned`)
    }
    const to = batch.map(({ userId }) => accounts.get(userId)!.address)
    const amounts = batch.map(({ units }) => BigInt(units))
    const orders = batch.map(({ _id }) => _id)
    // Identifies the batch in the contract's event.
    const plan = commitmentOf(this.key, 'mint', orders.join('\n'))
    const args = [BigInt(first), plan, to, amounts] as const
    await this.transactions.plan(session, {
      ...{ id, role: 'minter', to: token.deployment!.address, kind: KIND },
      data: encodeFunctionData({ abi: propertyTokenAbi, functionName: 'mintAllotments', args }),
      // The orders are found by it even after a refusal that a reorganisation undoes.
      ref: { propertyId, first, count: batch.length, orders: orders.join(' ') },
      after,
    })
  }

  /** Returns what a mint builds on, as far as a reorganisation could remove it: the contract, its title, registrations. */
  private neededBy(token: Token, accounts: readonly Account[], session: ClientSession): Promise<string[]> {
    const registrations = accounts.map(({ onboarding }) => onboarding)
    return this.transactions.removable([token.deployment?.id, token.titling, ...registrations], session)
  }

  private async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { id, ref, receipt } = settled
    const token = await this.tokens.ofCall(settled, session)
    if (token.minting === id) await this.tokens.change(token, { unset: ['minting'] }, session)
    for (const allotment of await this.ordersOf(ref, session)) {
      const isBurned = allotment.state === 'burning' || allotment.state === 'burned'
      const state = isBurned ? {} : { state: 'minted' as const }
      await this.allotments.change(allotment, { set: { ...state, minted: receipt, transaction: id } }, session)
      if (!isBurned) await this.publish(token, allotment, receipt, session)
    }
  }

  private async publish(token: Token, allotment: Allotment, receipt: SettledReceipt, session: ClientSession) {
    const { _id: orderId, userId, propertyId, units, account } = allotment
    const version = allotment.version + 1
    const data = { orderId, userId, propertyId, units, token: token.deployment!.address, account, receipt, version }
    const event = { aggregateId: orderId, version, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(SharesMinted, event))
  }

  /** The contract refused the batch, so none of it was minted: it is planned again under the same sequence numbers. */
  private async failed(refused: Refused, session: ClientSession): Promise<void> {
    const { id, ref, reason } = refused
    this.logger.error({ alarm: 'MINT_REFUSED', transaction: id, reason }, 'the chain refused to mint; it is retried')
    const token = await this.tokens.ofCall(refused, session)
    const mintAfter = new Date(this.wall.now().getTime() + this.pace.retryMs)
    const planned = token.planned - Number(ref['count'])
    const unset = token.minting === id ? (['minting'] as const) : []
    await this.tokens.change(token, { set: { planned, mintAfter }, unset }, session)
    const blocked = reason.detail?.toLowerCase() ?? ''
    for (const allotment of await this.ordersOf(ref, session)) {
      if (allotment.transaction !== id) continue
      // The others are minted without the one that the contract names.
      const isNamed = blocked.includes(allotment.account.toLowerCase())
      const after = isNamed ? { after: new Date(this.wall.now().getTime() + NAMED_FACTOR * this.pace.retryMs) } : {}
      const isBurned = allotment.state === 'burning' || allotment.state === 'burned'
      const set = { ...(isBurned ? {} : { state: unmintedState(allotment) }), ...after }
      await this.allotments.change(allotment, { set, unset: ['transaction', 'minted'] }, session)
    }
  }

  /** While the batch is on its way again, its numbers are taken, and no other may be planned. */
  private async takenBack(settled: Settled, session: ClientSession): Promise<void> {
    const { id, ref } = settled
    const token = await this.tokens.ofCall(settled, session)
    const batch = await this.ordersOf(ref, session)
    const wasRefused = batch.every(({ transaction: own }) => own !== id)
    const planned = token.planned + (wasRefused ? Number(ref['count']) : 0)
    await this.tokens.change(token, { set: { minting: token.minting ?? id, planned } }, session)
    for (const allotment of batch) {
      const isOn = wasRefused ? ['waiting', 'withdrawn'] : ['minted']
      const state = isOn.includes(allotment.state) ? { state: 'minting' as const, transaction: id } : {}
      const isOurs = allotment.transaction === id || 'state' in state
      if (isOurs) await this.allotments.change(allotment, { set: state, unset: ['minted'] }, session)
    }
  }

  private ordersOf(ref: Settled['ref'], session: ClientSession): Promise<Allotment[]> {
    return this.allotments.byIds(String(ref['orders']).split(' '), session)
  }
}

const userIdsOf = (allotments: readonly Allotment[]) => allotments.map(({ userId }) => userId)

/** Nothing is left while the contract holds more than it may, which the comparison with the chain reports. */
const remaining = (total: Units, taken: Units) => (taken > total ? units(0) : subtractUnits(total, taken))
