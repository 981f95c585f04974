import { TokenDeployed } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { deployedAddress, encodeDeployProperty, propertyTokenAbi, type SuitePlan } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, type Hash } from 'viem'
import { Transactions, type Confirmed, type Failed, type Settled } from '../chain/chain.api.js'
import { Suite } from '../suite/suite.js'
import { ALLOWED_COUNTRIES } from './countries.js'
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
  ) {}

  onModuleInit(): void {
    const failed = (failure: Failed) => this.failed(failure)
    this.transactions.register({
      kind: TOKEN_KIND,
      failed,
      confirmed: (settled, session) => this.deployed(settled, session),
      takenBack: (settled, session) => this.undeployed(settled, session),
    })
    this.transactions.register({
      kind: TITLE_KIND,
      failed,
      confirmed: (settled, session) => this.titled(settled, session),
      takenBack: (settled, session) => this.untitled(settled, session),
    })
  }

  /** Plans what is missing: the deployment and the title of every token whose title is on file. */
  async advance(): Promise<void> {
    const missing = (await this.tokens.titled()).filter(({ deployment }) => deployment === undefined)
    if (missing.length === 0) return
    const plan = await this.suite.plan()
    for (const token of missing) await transaction(this.connection, (session) => this.plan(token, plan, session))
  }

  private async plan(token: Token, { addresses }: SuitePlan, session: ClientSession): Promise<void> {
    const { _id: propertyId, title, symbol, unitsTotal } = token
    const salt = saltOf(propertyId)
    const { factory, propertyTokenBeacon, modularComplianceBeacon } = addresses
    const address = deployedAddress({ factory, beacon: propertyTokenBeacon, salt })
    const compliance = deployedAddress({ factory, beacon: modularComplianceBeacon, salt })
    const cap = BigInt(unitsTotal)
    const limits = { cap, maxBalance: cap, maxHolders: BigInt(MOST_HOLDERS), lockedUntil: 0n }
    const data = encodeDeployProperty(addresses, { salt, name: title, symbol, countries: ALLOWED_COUNTRIES, ...limits })
    const id = `token:${propertyId}`
    const isChanged = await this.tokens.change(token, { set: { deployment: { id, address, compliance } } }, session)
    if (!isChanged) return
    const ref = { propertyId }
    await this.transactions.plan(session, { id, role: 'deployer', to: factory, data, kind: TOKEN_KIND, ref })
    const record = { abi: propertyTokenAbi, functionName: 'recordTitle', args: [token.titleHash as Hash] } as const
    await this.transactions.plan(session, {
      ...{ id: `title:${propertyId}`, role: 'titler', to: address, data: encodeFunctionData(record) },
      ...{ kind: TITLE_KIND, ref, after: [id] },
    })
  }

  private async deployed({ ref, receipt }: Confirmed, session: ClientSession): Promise<void> {
    const token = await this.read(ref, session)
    const deployment = { ...token.deployment!, receipt }
    await this.tokens.change(token, { set: { deployment } }, session)
    const { _id: propertyId, version } = token
    const data = { propertyId, address: deployment.address, receipt, version: version + 1 }
    const event = { aggregateId: propertyId, version: version + 1, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(TokenDeployed, event))
  }

  private async undeployed({ ref }: Settled, session: ClientSession): Promise<void> {
    const token = await this.read(ref, session)
    const { id, address, compliance } = token.deployment!
    await this.tokens.change(token, { set: { deployment: { id, address, compliance } } }, session)
  }

  private async titled({ ref, receipt }: Confirmed, session: ClientSession): Promise<void> {
    const token = await this.read(ref, session)
    await this.tokens.change(token, { set: { titleRecordedAt: new Date(receipt.at) } }, session)
  }

  private async untitled({ ref }: Settled, session: ClientSession): Promise<void> {
    await this.tokens.change(await this.read(ref, session), { unset: ['titleRecordedAt'] }, session)
  }

  private failed({ id, reason }: Failed): Promise<void> {
    this.logger.error(
      { alarm: 'TOKEN_NOT_DEPLOYED', transaction: id, reason },
      'the chain refused a token or its title',
    )
    return Promise.resolve()
  }

  private async read(ref: Settled['ref'], session: ClientSession): Promise<Token> {
    const token = await this.tokens.byId(String(ref['propertyId']), session)
    if (!token) throw new Error(`no token of ${ref['propertyId']}`)
    return token
  }
}
