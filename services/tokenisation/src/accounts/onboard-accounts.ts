import { GetResidence } from '@hissa/contracts/identity'
import { LOGGER, newId, type Logger } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { claimPayload, KYC_TOPIC, suiteFactoryAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, hashMessage, keccak256, serializeSignature, toBytes, type Hex } from 'viem'
import { CHAIN_SIGNERS, Transactions, type Signers } from '../chain/chain.api.js'
import { PACE, type Pace } from '../pace.js'
import { Suite } from '../suite/suite.js'
import { numericOf } from '../tokens/countries.js'
import type { Account } from './account.js'
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
 * with an allotted order, so the identity has been verified. The country is read from identity and not stored.
 */
@Injectable()
export class OnboardAccounts implements OnModuleInit {
  constructor(
    private readonly accounts: AccountStore,
    private readonly suite: Suite,
    private readonly transactions: Transactions,
    private readonly rpc: RpcClient,
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
  ) {}

  onModuleInit(): void {
    this.transactions.register({
      kind: KIND,
      confirmed: ({ id }, session) => this.accounts.endOnboarding(id, 'registered', session),
      failed: ({ id, reason }, session) => {
        this.logger.error({ alarm: 'ACCOUNTS_NOT_REGISTERED', transaction: id, reason }, 'the chain refused accounts')
        return this.accounts.retryOnboarding(id, new Date(Date.now() + this.pace.retryMs), session)
      },
      takenBack: ({ id }, session) => this.accounts.endOnboarding(id, 'onboarding', session),
    })
  }

  /** Plans the registration of the next accounts. */
  async advance(): Promise<void> {
    const waiting = await this.accounts.unregistered(BATCH, new Date())
    const prepared = await Promise.all(waiting.map(async (account) => ({ account, investor: await this.prepare(account) })))
    const ready = prepared.filter((one): one is { account: Account; investor: Investor } => one.investor !== undefined)
    if (ready.length === 0) return
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

  /** Returns what the contract needs, or undefined and postpones an account whose country is not known. */
  private async prepare({ _id: userId, salt, address }: Account): Promise<Investor | undefined> {
    const residence = await this.rpc.ask(GetResidence, { userId })
    const country = residence.ok && residence.value.country ? numericOf(residence.value.country) : undefined
    if (country === undefined) {
      this.logger.error({ alarm: 'ACCOUNT_WITHOUT_COUNTRY', userId }, 'an account cannot be registered without a country')
      await this.accounts.postpone(userId, new Date(Date.now() + this.pace.retryMs))
      return undefined
    }
    // A commitment that only the platform can connect with the person.
    const data = keccak256(toBytes(`${salt}:${userId}`))
    const payload = claimPayload({ identity: address, topic: KYC_TOPIC, data })
    const signature = serializeSignature(await this.signers.verifier.sign(hashMessage({ raw: payload })))
    return { salt, country, signature, data }
  }
}
