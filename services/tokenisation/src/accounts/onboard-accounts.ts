import { GetResidence } from '@hissa/contracts/identity'
import { LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { claimPayload, KYC_TOPIC, suiteFactoryAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import {
  encodeFunctionData,
  hashMessage,
  isAddressEqual,
  parseEventLogs,
  serializeSignature,
  type Address,
  type Hex,
} from 'viem'
import { CHAIN_SIGNERS, Transactions, type Confirmed, type Refused, type Signers } from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { commitmentKey, commitmentOf } from '../suite/commitment.js'
import { followUpOf } from '../suite/effects.js'
import { Suite } from '../suite/suite.js'
import { ALLOWED_COUNTRIES, numericOf } from '../suite/countries.js'
import { identityOf, type Account } from './account.js'
import { AccountStore } from './account.store.js'

const KIND = 'onboard'
/** About 12 million gas, below the limit of one transaction. */
const BATCH = 20

interface Investor {
  salt: Hex
  country: number
  signature: Hex
  data: Hex
}

/**
 * Deploys and registers the identity contracts of new accounts, a batch at a time. An account exists only for an investor
 * with an allotted order, or who has received shares by a transfer, so the identity has been verified. The country is read
 * from identity and not stored.
 */
@Injectable()
export class OnboardAccounts implements OnModuleInit {
  private readonly key: Buffer

  constructor(
    private readonly accounts: AccountStore,
    private readonly suite: Suite,
    private readonly transactions: Transactions,
    private readonly rpc: RpcClient,
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(MONGO) private readonly connection: Connection,
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
        proof: async () => ({ contract: (await this.suite.plan()).addresses.factory, event: 'InvestorOnboarded' }),
        confirmed: (settled, session) => this.confirmed(settled, session),
        failed: (failure, session) => this.failed(failure, session),
        takenBack: ({ id }, session) => this.accounts.endOnboarding(id, 'onboarding', session),
      }),
    )
  }

  /** Plans the registration of the next accounts. */
  async advance(): Promise<void> {
    const waiting = await this.accounts.unregistered(BATCH, this.wall.now())
    // What was refused or postponed before is registered alone, so that it delays no one.
    const isAgain = waiting[0]?.after !== undefined
    const together = isAgain ? waiting.slice(0, 1) : waiting.filter(({ after }) => after === undefined)
    const prepared = await Promise.all(
      together.map(async (account) => ({ account, investor: await this.prepare(account) })),
    )
    const ready = prepared.filter((one): one is { account: Account; investor: Investor } => one.investor !== undefined)
    if (ready.length > 0) await this.plan(ready)
  }

  private async plan(ready: readonly { account: Account; investor: Investor }[]): Promise<void> {
    const { addresses } = await this.suite.plan()
    const args = [KYC_TOPIC, addresses.claimIssuer, ready.map(({ investor }) => investor)] as const
    const data = encodeFunctionData({ abi: suiteFactoryAbi, functionName: 'onboard', args })
    const id = `onboard:${newId()}`
    await transaction(this.connection, async (session) => {
      const userIds = ready.map(({ account }) => account._id)
      const begun = await this.accounts.beginOnboarding(userIds, id, session)
      if (begun !== ready.length) throw new Error('another replica registers these accounts')
      const ref = { accounts: begun }
      await this.transactions.plan(session, { id, role: 'registrar', to: addresses.factory, data, kind: KIND, ref })
    })
  }

  private async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { addresses } = await this.suite.plan()
    await this.accounts.settle(settled.id, onboardedBy(settled, addresses.factory), session)
  }

  private failed({ id, reason }: Refused, session: ClientSession): Promise<void> {
    this.logger.error({ alarm: 'ACCOUNTS_NOT_REGISTERED', transaction: id, reason }, 'the chain refused accounts')
    return this.accounts.retryOnboarding(id, new Date(this.wall.now().getTime() + this.pace.retryMs), session)
  }

  /** Returns what the contract needs, or undefined and postpones an account whose country is not known or excluded. */
  private async prepare(account: Account): Promise<Investor | undefined> {
    const { _id: userId, salt } = account
    const residence = await this.rpc.ask(GetResidence, { userId })
    const country = residence.ok && residence.value.country ? numericOf(residence.value.country) : undefined
    if (country === undefined) return this.postpone(userId, 'ACCOUNT_WITHOUT_COUNTRY')
    // The token would refuse to mint for the account, and with it everything that is minted together.
    if (!ALLOWED_COUNTRIES.includes(country)) return this.postpone(userId, 'ACCOUNT_COUNTRY_EXCLUDED')
    const data = commitmentOf(this.key, 'claim', userId)
    const payload = claimPayload({ identity: identityOf(account), topic: KYC_TOPIC, data })
    const signature = serializeSignature(await this.signers.verifier.sign(hashMessage({ raw: payload })))
    return { salt, country, signature, data }
  }

  private async postpone(userId: string, alarm: 'ACCOUNT_WITHOUT_COUNTRY' | 'ACCOUNT_COUNTRY_EXCLUDED') {
    this.logger.error({ alarm, userId }, 'an account waits for a country whose residents may hold shares')
    await this.accounts.postpone(userId, new Date(this.wall.now().getTime() + this.pace.retryMs))
    return undefined
  }
}

/** Returns the identities that a transaction has deployed and registered, by the events of the factory. */
const onboardedBy = ({ logs }: Confirmed, factory: Address): Address[] =>
  parseEventLogs({ abi: suiteFactoryAbi, eventName: 'InvestorOnboarded', logs: logs as never })
    .filter(({ address }) => isAddressEqual(address, factory))
    .map(({ args }) => args.identity)
