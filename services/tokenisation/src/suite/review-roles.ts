import { Gauge, LOGGER, METRICS, type Clock, type Logger, type MetricsRegistry } from '@hissa/kernel'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { CHAIN_SIGNERS, type Signers } from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { isRecent, PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { HandOver } from './hand-over.js'
import { HOLDER_OF } from './holders.js'
import { holdersOf, RoleHolders, UPGRADE_ROLES, type HeldRole } from './role-holders.js'

/**
 * Compares the roles that the contracts grant with the keys of this deployment, and proposes CHAIN_ADMIN as the admin. What
 * a rotated key signs is refused until the admin has granted it the role.
 */
@Injectable()
export class ReviewRoles implements OnModuleInit {
  private missing: string[] | undefined
  private reviewedAt: Date | undefined

  constructor(
    private readonly holders: RoleHolders,
    private readonly handOver: HandOver,
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(METRICS) private readonly registry: MetricsRegistry,
  ) {}

  onModuleInit(): void {
    const roles = () => this.missing
    new Gauge({
      name: 'tokenisation_roles_missing',
      help: 'Roles that the contracts do not grant to the keys of this deployment; ADMIN, UPGRADER and CLAIM_MANAGER until CHAIN_ADMIN alone has them.',
      ...{ labelNames: ['role'], registers: [this.registry] },
      collect() {
        this.reset()
        for (const role of roles() ?? []) this.set({ role }, 1)
      },
    })
  }

  /** Reviews the roles once in a while. Throws NodeUnavailable, NodeRefused, NodeFault, SignerUnavailable. */
  async advance(): Promise<void> {
    if (isRecent(this.reviewedAt, this.pace.reviewMs, this.wall)) return
    const held = await this.holders.read()
    const missing = [...(await this.missingRoles(held)), ...(await this.keptRights(held))]
    if (missing.length > 0 && missing.join() !== this.missing?.join())
      this.logger.error({ alarm: 'ROLES_MISSING', roles: missing }, 'the admin of the contracts has to act')
    this.missing = missing
    this.reviewedAt = this.wall.now()
  }

  /** Returns the roles that the keys of this deployment lack. */
  private async missingRoles(held: readonly HeldRole[]): Promise<string[]> {
    const lacks = async (contract: HeldRole['contract'], role: string, key: keyof Signers) => {
      const address = (await this.signers[key].address()).toLowerCase()
      return holdersOf(held, contract, role).includes(address) ? [] : [role]
    }
    const granted = Object.entries(HOLDER_OF).map(([role, key]) => lacks('authority', role, key))
    return (await Promise.all([...granted, lacks('claimIssuer', 'CLAIM_SIGNER', 'verifier')])).flat()
  }

  /** Returns the rights that CHAIN_ADMIN lacks or shares with another account, and proposes CHAIN_ADMIN as the admin. */
  private async keptRights(held: readonly HeldRole[]): Promise<string[]> {
    const admin = this.config.CHAIN_ADMIN?.toLowerCase()
    if (admin === undefined) return []
    const isKept = (holders: readonly string[]) => holders.join() !== admin
    const { state } = await this.handOver.proposeAdmin(held)
    const upgraders = UPGRADE_ROLES.map((role) => holdersOf(held, 'timelock', role))
    return [
      ...(state === 'done' ? [] : ['ADMIN']),
      ...(upgraders.some(isKept) ? ['UPGRADER'] : []),
      ...(isKept(holdersOf(held, 'claimIssuer', 'MANAGEMENT')) ? ['CLAIM_MANAGER'] : []),
    ]
  }
}
