import { SharesBurned } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { propertyTokenAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData } from 'viem'
import { Transactions, type Confirmed, type Failed, type Settled } from '../chain/chain.api.js'
import { PACE, type Pace } from '../pace.js'
import { hasEmitted, NO_EFFECT } from '../suite/effects.js'
import { TokenStore } from '../tokens/token.store.js'
import type { Allotment } from './allotment.js'
import { AllotmentStore } from './allotment.store.js'

const KIND = 'burn'
const BATCH = 50

/** Burns the shares of orders that were reversed after their mint, each by its own transaction. */
@Injectable()
export class BurnShares implements OnModuleInit {
  constructor(
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
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

  async advance(): Promise<void> {
    for (const allotment of await this.allotments.toBurn(BATCH, new Date())) {
      if (await this.mayStillBurn(allotment)) continue
      await transaction(this.connection, (session) => this.plan(allotment, session))
    }
  }

  /** A reorganisation could still execute a burn that has failed; a second one would burn shares of another order. */
  private async mayStillBurn({ burning }: Allotment): Promise<boolean> {
    return burning !== undefined && (await this.transactions.find(burning))?.isWatched === true
  }

  private async plan(allotment: Allotment, session: ClientSession): Promise<void> {
    const { _id: orderId, propertyId, account, units } = allotment
    const token = await this.tokens.byId(propertyId, session)
    const id = `burn:${orderId}:${newId()}`
    const set = { state: 'burning' as const, burning: id }
    if (!token?.deployment || !(await this.allotments.change(allotment, { set, unset: ['after'] }, session))) return
    const call = { abi: propertyTokenAbi, functionName: 'burn', args: [account, BigInt(units)] } as const
    const to = token.deployment.address
    const content = { role: 'enforcer' as const, to, data: encodeFunctionData(call), kind: KIND }
    await this.transactions.plan(session, { id, ...content, ref: { propertyId, orderId } })
  }

  private async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { ref, receipt } = settled
    const allotment = await this.read(ref, session)
    const token = await this.tokens.byId(allotment.propertyId, session)
    if (!hasEmitted(settled, token!.deployment!.address, 'Transfer'))
      return this.failed({ ...settled, reason: NO_EFFECT }, session)
    await this.allotments.change(allotment, { set: { state: 'burned', burned: receipt } }, session)
    const { _id: orderId, userId, propertyId, units, account } = allotment
    const version = allotment.version + 1
    const data = { orderId, userId, propertyId, units, token: token!.deployment!.address, account, receipt, version }
    const event = { aggregateId: orderId, version, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(SharesBurned, event))
  }

  private async failed({ id, ref, reason }: Failed, session: ClientSession): Promise<void> {
    this.logger.error({ alarm: 'BURN_REFUSED', transaction: id, reason }, 'the chain refused to burn; it is retried')
    const allotment = await this.read(ref, session)
    if (allotment.burning !== id) return
    const state = allotment.minted ? ('minted' as const) : ('withdrawn' as const)
    const set = { state, after: new Date(Date.now() + this.pace.retryMs) }
    await this.allotments.change(allotment, { set, unset: ['burned'] }, session)
  }

  private async takenBack({ ref }: Settled, session: ClientSession): Promise<void> {
    const allotment = await this.read(ref, session)
    await this.allotments.change(allotment, { set: { state: 'burning' }, unset: ['burned'] }, session)
  }

  private async read(ref: Settled['ref'], session: ClientSession): Promise<Allotment> {
    const allotment = await this.allotments.byId(String(ref['orderId']), session)
    if (!allotment) throw new Error(`no allotment of order ${ref['orderId']}`)
    return allotment
  }
}
