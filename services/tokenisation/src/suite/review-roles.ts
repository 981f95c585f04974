import { Gauge, LOGGER, METRICS, type Clock, type Logger, type MetricsRegistry } from '@hissa/kernel'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { authorityAbi, claimIssuerAbi, keyOf, ROLES, type RoleName, type SuiteAddresses } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { decodeFunctionResult, encodeFunctionData, isAddressEqual, type Abi, type Address } from 'viem'
import {
  CHAIN_NODE,
  CHAIN_SIGNERS,
  NodeFault,
  Transactions,
  type ChainNode,
  type Failed,
  type Signers,
} from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { isRecent, PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { latestAttempt } from './attempts.js'
import { HOLDER_OF } from './holders.js'
import { Suite } from './suite.js'

const KIND = 'admin'
/** Purpose of keys that sign claims, by ERC-734. */
const CLAIM_SIGNER = 3n

/**
 * Compares the roles that the contracts grant with the keys of this deployment, and proposes CHAIN_ADMIN as the admin. What
 * a rotated key signs is refused until the admin has granted it the role.
 */
@Injectable()
export class ReviewRoles implements OnModuleInit {
  private missing: string[] | undefined
  private reviewedAt: Date | undefined

  constructor(
    private readonly suite: Suite,
    private readonly transactions: Transactions,
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
  ) {}

  onModuleInit(): void {
    const nothing = () => Promise.resolve()
    const failed = ({ id, reason }: Failed) => {
      this.logger.error({ alarm: 'ADMIN_NOT_PROPOSED', transaction: id, reason }, 'the admin could not be proposed')
      return nothing()
    }
    this.transactions.register({ kind: KIND, confirmed: nothing, failed, takenBack: nothing })
    const roles = () => this.missing
    new Gauge({
      name: 'tokenisation_roles_missing',
      help: 'Roles that the contracts do not grant to the keys of this deployment; ADMIN until CHAIN_ADMIN has accepted.',
      ...{ labelNames: ['role'], registers: [this.registry] },
      collect() {
        this.reset()
        for (const role of roles() ?? []) this.set({ role }, 1)
      },
    })
  }

  /** Reviews the roles once in a while. Throws NodeUnavailable, NodeFault, SignerUnavailable. */
  async advance(): Promise<void> {
    if (isRecent(this.reviewedAt, this.pace.retryMs, this.wall)) return
    const { addresses } = await this.suite.plan()
    const hasAdmin = await this.reviewAdmin(addresses)
    const missing = [...(await this.missingRoles(addresses)), ...(hasAdmin ? [] : ['ADMIN'])]
    if (missing.length > 0 && missing.join() !== this.missing?.join())
      this.logger.error({ alarm: 'ROLES_MISSING', roles: missing }, 'the admin of the contracts has to act')
    this.missing = missing
    this.reviewedAt = this.wall.now()
  }

  private async missingRoles({ authority, claimIssuer }: SuiteAddresses): Promise<string[]> {
    const granted = Object.entries(HOLDER_OF).map(async ([name, role]) => {
      const args = [ROLES[name as RoleName], await this.signers[role].address()]
      return (await this.read(authority, authorityAbi, 'hasRole', args)) ? [] : [name]
    })
    const signs = async () => {
      const args = [keyOf(await this.signers.verifier.address()), CLAIM_SIGNER]
      return (await this.read(claimIssuer, claimIssuerAbi, 'keyHasPurpose', args)) ? [] : ['CLAIM_SIGNER']
    }
    return (await Promise.all([...granted, signs()])).flat()
  }

  /** Returns whether the admin is the configured one. One that is not proposed yet is proposed by the deployer. */
  private async reviewAdmin({ authority }: SuiteAddresses): Promise<boolean> {
    const wanted = this.config.CHAIN_ADMIN
    if (wanted === undefined) return true
    const admin = (await this.read(authority, authorityAbi, 'defaultAdmin')) as Address
    if (isAddressEqual(admin, wanted)) return true
    const [proposed] = (await this.read(authority, authorityAbi, 'pendingDefaultAdmin')) as [Address, number]
    const isDeployer = isAddressEqual(admin, await this.signers.deployer.address())
    if (isDeployer && !isAddressEqual(proposed, wanted)) await this.propose(authority, wanted)
    return false
  }

  private async propose(to: Address, admin: Address): Promise<void> {
    const call = { abi: authorityAbi, functionName: 'beginDefaultAdminTransfer', args: [admin] } as const
    const content = { role: 'deployer' as const, to, data: encodeFunctionData(call), kind: KIND, ref: { admin } }
    const wait = { retryMs: this.pace.retryMs, wall: this.wall.now() }
    await transaction(this.connection, async (session) => {
      const { id, isPlanned } = await latestAttempt(this.transactions, `admin:${admin}`, { ...wait, session })
      if (!isPlanned) await this.transactions.plan(session, { id, ...content })
    })
  }

  private async read(to: Address, abi: Abi, functionName: string, args: unknown[] = []): Promise<unknown> {
    const call = { abi, functionName, args }
    const data = await this.node.call({ to, data: encodeFunctionData(call) })
    try {
      return decodeFunctionResult({ ...call, data })
    } catch {
      throw new NodeFault('SHAPE', `the node returned no ${functionName}`)
    }
  }
}
