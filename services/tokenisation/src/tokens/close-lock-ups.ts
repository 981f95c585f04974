import { LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { lockUpModuleAbi, modularComplianceAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, maxUint256 } from 'viem'
import { Transactions, type Confirmed, type Refused, type Settled } from '../chain/chain.api.js'
import { forEach } from '../for-each.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { followUpOf } from '../suite/effects.js'
import { Suite } from '../suite/suite.js'
import type { Token } from './token.js'
import { TokenStore } from './token.store.js'

const KIND = 'lock_up'
/** The largest time that the contract accepts: holders can never transfer on the chain. */
export const CLOSED = maxUint256

/**
 * Closes the lock-up of tokens that earlier releases deployed without one, so that holders with their own wallet can't
 * transfer on the chain, past the share register. Later tokens are deployed with a closed lock-up.
 */
@Injectable()
export class CloseLockUps implements OnModuleInit {
  constructor(
    private readonly tokens: TokenStore,
    private readonly suite: Suite,
    private readonly transactions: Transactions,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  onModuleInit(): void {
    this.transactions.register(
      followUpOf({
        kind: KIND,
        proof: async () => ({ contract: (await this.suite.plan()).addresses.lockUpModule, event: 'LockUpSet' }),
        confirmed: (settled, session) => this.closed(settled, session),
        failed: (failure, session) => this.failed(failure, session),
        takenBack: (settled, session) => this.reopened(settled, session),
      }),
    )
  }

  async advance(): Promise<void> {
    const now = this.wall.now()
    await forEach(await this.tokens.titled(), async (token) => {
      const isDue = !(token.deployAfter && token.deployAfter > now)
      if (token.deployment?.receipt && token.lockUp === undefined && isDue)
        await transaction(this.connection, (session) => this.plan(token, session))
    })
  }

  private async plan(token: Token, session: ClientSession): Promise<void> {
    const { lockUpModule } = (await this.suite.plan()).addresses
    const id = `lock-up:${token._id}:${newId()}`
    if (!(await this.tokens.change(token, { set: { lockUp: { id } }, unset: ['deployAfter'] }, session))) return
    const setting = encodeFunctionData({ abi: lockUpModuleAbi, functionName: 'setLockUp', args: [CLOSED] })
    const call = { abi: modularComplianceAbi, functionName: 'callModuleFunction' } as const
    const data = encodeFunctionData({ ...call, args: [setting, lockUpModule] })
    const content = { role: 'deployer' as const, to: token.deployment!.compliance, data, kind: KIND }
    await this.transactions.plan(session, { id, ...content, ref: { propertyId: token._id } })
  }

  private async closed(settled: Confirmed, session: ClientSession): Promise<void> {
    const token = await this.tokens.ofCall(settled, session)
    await this.tokens.change(token, { set: { lockUp: { id: settled.id, isClosed: true } } }, session)
  }

  private async failed(failure: Refused, session: ClientSession): Promise<void> {
    const { id, reason } = failure
    const fields = { alarm: 'LOCK_UP_NOT_CLOSED', transaction: id, reason }
    this.logger.error(fields, 'the chain refused to close the lock-up of a token; it is retried')
    const token = await this.tokens.ofCall(failure, session)
    if (token.lockUp?.id !== id) return
    const deployAfter = new Date(this.wall.now().getTime() + this.pace.retryMs)
    await this.tokens.change(token, { set: { deployAfter }, unset: ['lockUp'] }, session)
  }

  private async reopened(settled: Settled, session: ClientSession): Promise<void> {
    const token = await this.tokens.ofCall(settled, session)
    await this.tokens.change(token, { set: { lockUp: { id: settled.id } } }, session)
  }
}
