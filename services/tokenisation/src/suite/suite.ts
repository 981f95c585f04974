import { LOGGER, type Logger } from '@hissa/kernel'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { isStepDone, KYC_TOPIC, planSuite, type DeploymentStep, type SuitePlan } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { keccak256, toBytes, type Address, type Hex } from 'viem'
import { PACE, type Pace } from '../pace.js'
import {
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
 * The contracts that all tokens share. Their addresses follow from the addresses of the roles alone, so they are known
 * before anything is deployed.
 */
@Injectable()
export class Suite implements OnModuleInit {
  private planned: Promise<SuitePlan> | undefined
  private isComplete = false

  constructor(
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    private readonly transactions: Transactions,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
  ) {}

  onModuleInit(): void {
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
        return nothing()
      },
    })
  }

  /** Returns addresses and deployment of the suite. Throws SignerUnavailable while a role's key cannot be read. */
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
   * Plans the steps that are missing on the chain. Returns whether all contracts are deployed and set up. Throws
   * NodeUnavailable, NodeFault, SignerUnavailable.
   */
  async advance(): Promise<boolean> {
    if (this.isComplete) return true
    const { steps } = await this.plan()
    const isDone = await Promise.all(steps.map((step) => isStepDone(this.reader(), step)))
    if (isDone.every(Boolean)) return (this.isComplete = true)
    const missing = steps.filter((_step, n) => !isDone[n])
    await transaction(this.connection, (session) => this.planMissing(missing, session))
    return false
  }

  private async planMissing(missing: readonly DeploymentStep[], session: ClientSession): Promise<void> {
    const latest = new Map<DeploymentStep, Attempt>()
    for (const step of missing) latest.set(step, await this.latestAttempt(step, session))
    for (const [step, { id, isPlanned }] of latest) {
      if (isPlanned) continue
      const after = missing.filter((earlier) => needs(step, earlier)).map((earlier) => latest.get(earlier)!.id)
      const { to, data, name } = step
      const content = { to, data, kind: SUITE_KIND, ref: { step: name }, after }
      await this.transactions.plan(session, { id, role: 'deployer', ...content })
    }
  }

  /** Returns the transaction of a step that is in progress, or the next one if the latest was refused a while ago. */
  private async latestAttempt(step: DeploymentStep, session: ClientSession): Promise<Attempt> {
    for (let attempt = 1; ; attempt += 1) {
      const id = attempt === 1 ? idOf(step) : `${idOf(step)}:${attempt}`
      const row = await this.transactions.find(id, session)
      const isRefused = row?.state === 'failed' || row?.state === 'rejected'
      const isOver = isRefused && Date.now() - (row.settledAt?.getTime() ?? 0) >= this.pace.retryMs
      if (!row || !isOver) return { id, isPlanned: row !== null }
    }
  }

  private async compute(): Promise<SuitePlan> {
    const address = (role: keyof Signers) => this.signers[role].address()
    const admin = await address('deployer')
    const enforcer = [await address('enforcer')]
    return planSuite({
      ...{ salt: SALT, admin, adminDelay: ADMIN_DELAY_S, upgraders: [admin], upgradeDelay: UPGRADE_DELAY_S },
      ...{ claimManager: admin, claimSigner: await address('verifier'), claimTopic: KYC_TOPIC },
      roles: {
        MINTER: [await address('minter')],
        TITLE_RECORDER: [await address('titler')],
        REGISTRAR: [await address('registrar')],
        ANCHOR: [await address('anchor')],
        PROPERTY_DEPLOYER: [admin],
        ...{ ENFORCER: enforcer, PAUSER: enforcer, CUSTODIAN: enforcer },
      },
    })
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

interface Attempt {
  id: string
  isPlanned: boolean
}

/** Returns whether a step uses the address of a contract that the other one creates. */
const needs = (step: DeploymentStep, { creates }: DeploymentStep) =>
  creates !== undefined && step.creates !== creates && uses(step, creates)

const uses = ({ to, data }: DeploymentStep, address: Address) =>
  to === address || data.toLowerCase().includes(address.slice(2).toLowerCase())
