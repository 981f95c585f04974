import { SharesBurned } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { propertyTokenAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData } from 'viem'
import { AccountStore } from '../accounts/account.store.js'
import { Transactions, type Confirmed, type Refused, type Settled } from '../chain/chain.api.js'
import { forEach } from '../for-each.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { followUpOf } from '../suite/effects.js'
import { TokenStore } from '../tokens/token.store.js'
import { TransferStore } from '../holdings/transfer.store.js'
import { leftAfterTransfers } from '../holdings/units-at.js'
import { unitsToBurn, unmintedState, type Allotment } from '../holdings/allotment.js'
import { AllotmentStore } from '../holdings/allotment.store.js'

const KIND = 'burn'
const BATCH = 50

/** Burns the shares of orders that were reversed after their mint, each by its own transaction. */
@Injectable()
export class BurnShares implements OnModuleInit {
  constructor(
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
    private readonly accounts: AccountStore,
    private readonly transfers: TransferStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  onModuleInit(): void {
    this.transactions.register(
      followUpOf({
        kind: KIND,
        proof: async (settled, session) => ({
          contract: (await this.tokens.ofCall(settled, session)).deployment!.address,
          event: 'Transfer',
        }),
        confirmed: (settled, session) => this.confirmed(settled, session),
        failed: (failure, session) => this.failed(failure, session),
        takenBack: (settled, session) => this.takenBack(settled, session),
      }),
    )
  }

  /** Plans burns. Those of investors whose shares are being moved wait until they are. */
  async advance(): Promise<void> {
    const exceptOf = await this.accounts.moving()
    await forEach(await this.allotments.toBurn({ limit: BATCH, at: this.wall.now(), exceptOf }), async (allotment) => {
      if ((await this.mayStillBurn(allotment)) || !(await this.hasEnough(allotment))) return
      await transaction(this.connection, (session) => this.plan(allotment, session))
    })
  }

  /** A reorganisation could still execute a burn that has failed; a second one would burn shares of another order. */
  private async mayStillBurn({ burning }: Allotment): Promise<boolean> {
    return burning !== undefined && (await this.transactions.find(burning))?.isWatched === true
  }

  /** Transfers come first: a later one may bring what an earlier one still needs, and what is left is burned. */
  private async hasEnough(allotment: Allotment): Promise<boolean> {
    const { userId, propertyId } = allotment
    const transfers = await this.transfers.ofInvestor(userId, propertyId)
    if (transfers.length === 0) return true
    const allotments = await this.allotments.ofUser(userId)
    const own = allotments.filter((one) => one.propertyId === propertyId)
    return leftAfterTransfers(userId, own, transfers) >= unitsToBurn(allotment)
  }

  private async plan(allotment: Allotment, session: ClientSession): Promise<void> {
    const { _id: orderId, propertyId, userId } = allotment
    const token = await this.tokens.byId(propertyId, session)
    const account = (await this.accounts.use([userId], session)).get(userId)?.address
    if (!account) return
    const id = `burn:${orderId}:${newId()}`
    const set = { state: 'burning' as const, burning: id }
    if (!token?.deployment || !(await this.allotments.change(allotment, { set, unset: ['after'] }, session))) return
    const call = {
      abi: propertyTokenAbi,
      functionName: 'burn',
      args: [account, BigInt(unitsToBurn(allotment))],
    } as const
    const to = token.deployment.address
    const content = { role: 'enforcer' as const, to, data: encodeFunctionData(call), kind: KIND }
    const after = await this.transactions.removable([allotment.transaction], session)
    await this.transactions.plan(session, { id, ...content, ref: { propertyId, orderId, account }, after })
  }

  private async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { ref, receipt } = settled
    const allotment = await this.read(ref, session)
    const token = await this.tokens.ofCall(settled, session)
    await this.allotments.change(allotment, { set: { state: 'burned', burned: receipt } }, session)
    const { _id: orderId, userId, propertyId } = allotment
    const units = unitsToBurn(allotment)
    const account = String(ref['account'] ?? allotment.account)
    const version = allotment.version + 1
    const data = { orderId, userId, propertyId, units, token: token.deployment!.address, account, receipt, version }
    const event = { aggregateId: orderId, version, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(SharesBurned, event))
  }

  private async failed({ id, ref, reason }: Refused, session: ClientSession): Promise<void> {
    this.logger.error({ alarm: 'BURN_REFUSED', transaction: id, reason }, 'the chain refused to burn; it is retried')
    const allotment = await this.read(ref, session)
    if (allotment.burning !== id) return
    const state = allotment.minted ? ('minted' as const) : unmintedState(allotment)
    const set = { state, after: new Date(this.wall.now().getTime() + this.pace.retryMs) }
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
