import { SharesMinted } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { propertyTokenAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, keccak256, toBytes, type Hash } from 'viem'
import { AccountStore } from '../accounts/account.store.js'
import { Transactions, type Confirmed, type Failed, type Settled } from '../chain/chain.api.js'
import { PACE, type Pace } from '../pace.js'
import { isLive, type Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { AllotmentStore } from './allotment.store.js'
import type { Allotment } from './allotment.js'

const KIND = 'mint'
/** The largest batch that fits into one transaction (EIP-7825) with a margin. */
export const MINT_BATCH = 100

/**
 * Mints the shares of allotted orders, a batch per token at a time. Each allotment gets the next sequence number of its
 * token in the transaction that plans its mint, and the contract accepts each number once. So no allotment is minted
 * twice, whatever happens to the service, the node or the chain.
 */
@Injectable()
export class MintShares implements OnModuleInit {
  constructor(
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
    private readonly accounts: AccountStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
  ) {}

  onModuleInit(): void {
    this.transactions.register({
      kind: KIND,
      confirmed: (settled, session) => this.confirmed(settled, session),
      failed: (failure, session) => this.failed(failure, session),
      takenBack: (settled, session) => this.takenBack(settled, session),
    })
  }

  /** Plans the next batch of each token that is live and mints nothing at the moment. */
  async advance(): Promise<void> {
    const now = new Date()
    for (const token of await this.tokens.titled()) {
      if (!isLive(token) || token.minting !== undefined || (token.mintAfter && token.mintAfter > now)) continue
      const waiting = await this.allotments.waiting(token._id, MINT_BATCH, now)
      const registered = await this.accounts.registered(waiting.map(({ userId }) => userId))
      const batch = waiting.filter(({ userId }) => registered.has(userId))
      if (batch.length > 0) await transaction(this.connection, (session) => this.plan(token, batch, session))
    }
  }

  private async plan(token: Token, batch: readonly Allotment[], session: ClientSession): Promise<void> {
    const { _id: propertyId, planned: first } = token
    const id = `mint:${propertyId}:${first}:${newId()}`
    const isOurs = await this.tokens.change(token, { set: { minting: id, planned: first + batch.length } }, session)
    if (!isOurs) return
    for (const allotment of batch) {
      const set = { state: 'minting' as const, transaction: id }
      if (!(await this.allotments.change(allotment, { set, unset: ['after'] }, session)))
        throw new Error(`the allotment ${allotment._id} changed while its mint was planned`)
    }
    const [to, amounts] = [batch.map(({ account }) => account), batch.map(({ units }) => BigInt(units))]
    const args = [BigInt(first), planHash(batch), to, amounts] as const
    await this.transactions.plan(session, {
      ...{ id, role: 'minter', to: token.deployment!.address, kind: KIND },
      data: encodeFunctionData({ abi: propertyTokenAbi, functionName: 'mintAllotments', args }),
      ref: { propertyId, first, count: batch.length },
    })
  }

  private async confirmed({ id, ref, receipt }: Confirmed, session: ClientSession): Promise<void> {
    const token = await this.read(ref, session)
    if (token.minting === id) await this.tokens.change(token, { unset: ['minting'] }, session)
    for (const allotment of await this.allotments.ofTransaction(id, session)) {
      if (allotment.state !== 'minting') continue
      await this.allotments.change(allotment, { set: { state: 'minted', minted: receipt } }, session)
      const { _id: orderId, userId, propertyId, units, account } = allotment
      const version = allotment.version + 1
      const data = { orderId, userId, propertyId, units, token: token.deployment!.address, account, receipt, version }
      const event = { aggregateId: orderId, version, data, time: this.clock.now() }
      await this.outbox.append(session, newEvent(SharesMinted, event))
    }
  }

  /** The contract refused the batch, so none of it was minted: it is planned again under the same sequence numbers. */
  private async failed({ id, ref, reason }: Failed, session: ClientSession): Promise<void> {
    this.logger.error({ alarm: 'MINT_REFUSED', transaction: id, reason }, 'the chain refused to mint; it is retried')
    const token = await this.read(ref, session)
    const mintAfter = new Date(Date.now() + this.pace.retryMs)
    const planned = token.planned - Number(ref['count'])
    await this.tokens.change(token, { set: { planned, mintAfter }, unset: ['minting'] }, session)
    const blocked = reason.detail?.toLowerCase() ?? ''
    for (const allotment of await this.allotments.ofTransaction(id, session)) {
      // The others are minted without the one that the contract names.
      const isNamed = blocked.includes(allotment.account.toLowerCase())
      const after = isNamed ? { after: new Date(Date.now() + 10 * this.pace.retryMs) } : {}
      const state = allotment.isReversed ? ('withdrawn' as const) : ('waiting' as const)
      await this.allotments.change(allotment, { set: { state, ...after }, unset: ['transaction', 'minted'] }, session)
    }
  }

  private async takenBack({ id, ref }: Settled, session: ClientSession): Promise<void> {
    const token = await this.read(ref, session)
    // While the batch is on its way again, its numbers are taken, and no other may be planned.
    if (token.minting === undefined) await this.tokens.change(token, { set: { minting: id } }, session)
    for (const allotment of await this.allotments.ofTransaction(id, session)) {
      if (allotment.state !== 'minted') continue
      await this.allotments.change(allotment, { set: { state: 'minting' }, unset: ['minted'] }, session)
    }
  }

  private async read(ref: Settled['ref'], session: ClientSession): Promise<Token> {
    const token = await this.tokens.byId(String(ref['propertyId']), session)
    if (!token) throw new Error(`no token of ${ref['propertyId']}`)
    return token
  }
}

/** Identifies the batch in the contract's event: the hash of its orders, which only the platform knows. */
const planHash = (batch: readonly Allotment[]): Hash => keccak256(toBytes(batch.map(({ _id }) => _id).join('\n')))
