import { TokenDeployed } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { deployedAddress, encodeDeployProperty, propertyTokenAbi, type SuitePlan } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, type Address, type Hash, type Hex } from 'viem'
import { Transactions, type Confirmed, type Refused, type Settled } from '../chain/chain.api.js'
import { forEach } from '../for-each.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { followUpOf } from '../suite/effects.js'
import { Suite } from '../suite/suite.js'
import { ALLOWED_COUNTRIES } from '../suite/countries.js'
import { CLOSED } from './close-lock-ups.js'
import { saltOf, type Token } from './token.js'
import { TokenStore } from './token.store.js'

const TOKEN_KIND = 'token'
const TITLE_KIND = 'title'
/** Most wallets with shares of one token. */
export const MOST_HOLDERS = 100_000

/** Deploys the token of each property whose title is on file, and records the title's hash in it. */
@Injectable()
export class DeployTokens implements OnModuleInit {
  constructor(
    private readonly tokens: TokenStore,
    private readonly suite: Suite,
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
        kind: TOKEN_KIND,
        proof: async () => ({ contract: (await this.suite.plan()).addresses.factory, event: 'PropertyDeployed' }),
        failed: (refused, session) => this.notDeployed(refused, session),
        confirmed: (settled, session) => this.deployed(settled, session),
        takenBack: (settled, session) => this.undeployed(settled, session),
      }),
    )
    this.transactions.register(
      followUpOf({
        kind: TITLE_KIND,
        proof: async (settled, session) => {
          const { deployment } = await this.tokens.ofCall(settled, session)
          return deployment ? { contract: deployment.address, event: 'TitleRecorded' } : null
        },
        failed: (refused, session) => this.notTitled(refused, session),
        confirmed: (settled, session) => this.titled(settled, session),
        takenBack: (settled, session) => this.untitled(settled, session),
      }),
    )
  }

  /** Plans what is missing: the deployment and the title of every token whose title is on file. */
  async advance(): Promise<void> {
    const now = this.wall.now()
    const missing = (await this.tokens.titled()).filter(
      ({ deployment, titling, deployAfter }) =>
        (deployment === undefined || titling === undefined) && !(deployAfter && deployAfter > now),
    )
    if (missing.length === 0) return
    const { addresses } = await this.suite.plan()
    await forEach(missing, (token) => transaction(this.connection, (session) => this.plan(token, addresses, session)))
  }

  private async plan(token: Token, addresses: SuitePlan['addresses'], session: ClientSession): Promise<void> {
    const { _id: propertyId } = token
    const known = token.deployment
    const deployment = known ?? { id: `token:${propertyId}:${newId()}`, ...addressesOf(propertyId, addresses) }
    const titling = token.titling ?? `title:${propertyId}:${newId()}`
    const lockUp = known ? {} : { lockUp: { id: deployment.id, isClosed: true as const } }
    const change = { set: { deployment, titling, ...lockUp }, unset: ['deployAfter'] as const }
    if (!(await this.tokens.change(token, change, session))) return
    const ref = { propertyId }
    if (!known) {
      const content = { to: addresses.factory, data: deploymentOf(token, addresses), kind: TOKEN_KIND, ref }
      await this.transactions.plan(session, { id: deployment.id, role: 'deployer', ...content })
    }
    if (token.titling) return
    const call = { abi: propertyTokenAbi, functionName: 'recordTitle', args: [token.titleHash as Hash] } as const
    const content = { to: deployment.address, data: encodeFunctionData(call), kind: TITLE_KIND, ref }
    await this.transactions.plan(session, { id: titling, role: 'titler', ...content, after: [deployment.id] })
  }

  private async deployed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { id, receipt } = settled
    const token = await this.tokens.ofCall(settled, session)
    const { addresses } = await this.suite.plan()
    const { _id: propertyId, version } = token
    const deployment = { id, ...addressesOf(propertyId, addresses), receipt }
    await this.tokens.change(token, { set: { deployment } }, session)
    const data = { propertyId, address: deployment.address, receipt, version: version + 1 }
    const event = { aggregateId: propertyId, version: version + 1, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(TokenDeployed, event))
  }

  private async undeployed(settled: Settled, session: ClientSession): Promise<void> {
    const token = await this.tokens.ofCall(settled, session)
    if (token.deployment?.id !== settled.id) return
    const { receipt: _lost, ...deployment } = token.deployment
    await this.tokens.change(token, { set: { deployment } }, session)
  }

  private async titled(settled: Confirmed, session: ClientSession): Promise<void> {
    const { id, receipt } = settled
    const token = await this.tokens.ofCall(settled, session)
    await this.tokens.change(token, { set: { titleRecordedAt: new Date(receipt.at), titling: id } }, session)
  }

  private async untitled(settled: Settled, session: ClientSession): Promise<void> {
    const token = await this.tokens.ofCall(settled, session)
    if (token.titling === settled.id) await this.tokens.change(token, { unset: ['titleRecordedAt'] }, session)
  }

  private async notDeployed(refused: Refused, session: ClientSession): Promise<void> {
    const token = await this.tokens.ofCall(refused, session)
    if (token.deployment?.id !== refused.id) return
    const unset = ['deployment', 'lockUp'] as const
    await this.tokens.change(token, { set: { deployAfter: this.later(refused) }, unset }, session)
  }

  private async notTitled(refused: Refused, session: ClientSession): Promise<void> {
    const token = await this.tokens.ofCall(refused, session)
    if (token.titling !== refused.id) return
    const unset = ['titling', 'titleRecordedAt'] as const
    await this.tokens.change(token, { set: { deployAfter: this.later(refused) }, unset }, session)
  }

  /** Reports a refusal, and returns when the same is planned again. */
  private later({ id, reason }: Refused): Date {
    const fields = { alarm: 'TOKEN_NOT_DEPLOYED', transaction: id, reason }
    this.logger.error(fields, 'the chain refused a token or its title; it is retried')
    return new Date(this.wall.now().getTime() + this.pace.retryMs)
  }
}

function addressesOf(propertyId: string, addresses: SuitePlan['addresses']): { address: Address; compliance: Address } {
  const { factory, propertyTokenBeacon, modularComplianceBeacon } = addresses
  const salt = saltOf(propertyId)
  const at = (beacon: Address) => deployedAddress({ factory, beacon, salt })
  return { address: at(propertyTokenBeacon), compliance: at(modularComplianceBeacon) }
}

function deploymentOf({ _id, title, symbol, unitsTotal }: Token, addresses: SuitePlan['addresses']): Hex {
  const cap = BigInt(unitsTotal)
  const limits = { cap, maxBalance: cap, maxHolders: BigInt(MOST_HOLDERS), lockedUntil: CLOSED }
  return encodeDeployProperty(addresses, {
    ...{ salt: saltOf(_id), name: title, symbol, countries: ALLOWED_COUNTRIES },
    ...limits,
  })
}
