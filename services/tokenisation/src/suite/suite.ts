import { LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import {
  isStepDone,
  KYC_TOPIC,
  planSuite,
  type DeploymentStep,
  type SuiteAddresses,
  type SuiteParameters,
  type SuitePlan,
} from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { keccak256, toBytes, type Address, type Hex } from 'viem'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { isRecent, PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { HOLDER_OF } from './holders.js'
import { latestAttempt, type Attempt } from './attempts.js'
import { refuseOwnAdmin } from './own-admin.js'
import { SuiteStore } from './suite.store.js'
import {
  BlockFollower,
  CHAIN_NODE,
  CHAIN_SIGNERS,
  Transactions,
  type ChainNode,
  type Failed,
  type Signers,
} from '../chain/chain.api.js'

export const SUITE_KIND = 'suite'

/** Determines the addresses of the suite, together with its parameters and code. */
const SALT = keccak256(toBytes('hissa.suite.1'))
/** Seconds between proposing and accepting another admin, and between scheduling and executing an upgrade. */
const ADMIN_DELAY_S = 86_400
const UPGRADE_DELAY_S = 172_800n

/**
 * The contracts that all tokens share. Their addresses follow from their code and the first keys of the roles, so they are
 * recorded before anything is deployed, and apply from then on, whatever keys and releases follow.
 */
@Injectable()
export class Suite implements OnModuleInit {
  private planned: Promise<SuitePlan> | undefined
  private isComplete = false
  /** At which head, and when, steps were last found missing and planned. */
  private found: { head: string; at: Date } | undefined

  constructor(
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    private readonly follower: BlockFollower,
    private readonly transactions: Transactions,
    private readonly store: SuiteStore,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  /** Throws Error if this release can't work with the recorded suite, so that it doesn't start. */
  async onModuleInit(): Promise<void> {
    await this.store.find()
    const nothing = () => Promise.resolve()
    this.transactions.register({
      kind: SUITE_KIND,
      confirmed: nothing,
      failed: ({ id, reason }: Failed) => {
        this.logger.error({ alarm: 'SUITE_NOT_DEPLOYED', transaction: id, reason }, 'a shared contract was refused')
        return nothing()
      },
      takenBack: () => {
        this.isComplete = false
        this.found = undefined
        return nothing()
      },
    })
  }

  /**
   * Returns addresses and deployment of the suite. Throws SignerUnavailable while a role's key cannot be read, Error if
   * this release can't work with the recorded suite.
   */
  async plan(): Promise<SuitePlan> {
    this.planned ??= this.compute()
    try {
      return await this.planned
    } catch (error) {
      this.planned = undefined
      throw error
    }
  }

  /**
   * Plans the steps that are missing on the chain. Returns whether all contracts are deployed and set up. It looks again
   * with another block, or when it is time to plan again what was refused. Throws NodeUnavailable, NodeFault,
   * SignerUnavailable.
   */
  async advance(): Promise<boolean> {
    if (this.isComplete) return true
    const { steps, addresses } = await this.plan()
    if (steps.length === 0) return (this.isComplete = await this.isDeployed(addresses))
    const { hash: head } = await this.follower.head()
    const at = this.wall.now()
    if (this.found?.head === head && isRecent(this.found.at, this.pace.retryMs, this.wall)) return false
    const isDone = await Promise.all(steps.map((step) => isStepDone(this.reader(), step)))
    if (isDone.every(Boolean)) return (this.isComplete = true)
    const missing = steps.filter((_step, n) => !isDone[n])
    await transaction(this.connection, (session) => this.planMissing(missing, session))
    this.found = { head, at }
    return false
  }

  private async planMissing(missing: readonly DeploymentStep[], session: ClientSession): Promise<void> {
    const latest = new Map<DeploymentStep, Attempt>()
    const wait = { retryMs: this.pace.retryMs, wall: this.wall.now() }
    for (const step of missing)
      latest.set(step, await latestAttempt(this.transactions, idOf(step), { ...wait, session }))
    for (const [step, { id, isPlanned }] of latest) {
      if (isPlanned) continue
      const after = missing.filter((earlier) => needs(step, earlier)).map((earlier) => latest.get(earlier)!.id)
      const { to, data, name } = step
      const content = { to, data, kind: SUITE_KIND, ref: { step: name }, after }
      await this.transactions.plan(session, { id, role: 'deployer', ...content })
    }
  }

  /** Returns the recorded suite; without steps if the code of this release is not the one that it was planned with. */
  private async compute(): Promise<SuitePlan> {
    const recorded = (await this.store.find()) ?? (await this.store.record(planSuite(await this.parameters())))
    const plan = planSuite(recorded.parameters)
    const names = Object.keys(recorded.addresses) as (keyof SuiteAddresses)[]
    const isSame = names.every((name) => plan.addresses[name] === recorded.addresses[name])
    return isSame ? plan : { ...plan, addresses: recorded.addresses, steps: [] }
  }

  /**
   * Returns the parameters of a new suite. The deployer connects the contracts, and then proposes CHAIN_ADMIN as the
   * admin (`ReviewRoles`).
   */
  private async parameters(): Promise<SuiteParameters> {
    const address = (role: keyof Signers) => this.signers[role].address()
    const deployer = await address('deployer')
    const admin = this.config.CHAIN_ADMIN ?? deployer
    if (this.config.LOCAL_MODE !== '1') await refuseOwnAdmin(this.signers, this.config)
    const roles = Object.entries(HOLDER_OF).map(async ([name, role]) => [name, [await address(role)]] as const)
    return {
      ...{ salt: SALT, admin: deployer, adminDelay: ADMIN_DELAY_S, upgraders: [admin], upgradeDelay: UPGRADE_DELAY_S },
      ...{ claimManager: admin, claimSigner: await address('verifier'), claimTopic: KYC_TOPIC },
      roles: Object.fromEntries(await Promise.all(roles)),
    }
  }

  private async isDeployed(addresses: SuiteAddresses): Promise<boolean> {
    const codes = await Promise.all(Object.values(addresses).map((address) => this.node.code(address)))
    const isDeployed = codes.every((code) => code !== '0x')
    if (!isDeployed) {
      const fields = { alarm: 'SUITE_INCOMPLETE' }
      this.logger.error(
        fields,
        'shared contracts are missing, and this release has other code: deploy with the earlier one',
      )
    }
    return isDeployed
  }

  /** The part of a viem client that `isStepDone` reads with. */
  private reader() {
    const { node } = this
    const reader = {
      getCode: async ({ address }: { address: Address }) => {
        const code = await node.code(address)
        return code === '0x' ? undefined : code
      },
      call: async ({ to, data }: { to: Address; data: Hex }) => ({ data: await node.call({ to, data }) }),
    }
    return reader as unknown as Parameters<typeof isStepDone>[0]
  }
}

const idOf = ({ name, data }: DeploymentStep) => `suite:${name}:${keccak256(data).slice(2, 18)}`

/** Returns whether a step uses the address of a contract that the other one creates. */
const needs = (step: DeploymentStep, { creates }: DeploymentStep) =>
  creates !== undefined && step.creates !== creates && uses(step, creates)

const uses = ({ to, data }: DeploymentStep, address: Address) =>
  to === address || data.toLowerCase().includes(address.slice(2).toLowerCase())
