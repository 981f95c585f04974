import { TIMING, type Timing } from '@hissa/kernel'
import {
  authorityAbi,
  claimIssuerAbi,
  custodianAbi,
  keyOf,
  ROLES,
  timelockControllerAbi,
  type SuiteAddresses,
} from '@hissa/token-suite'
import { NOTES, type Notes } from '@hissa/messaging'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { keccak256, toBytes, zeroAddress, type Address, type Hex } from 'viem'
import { CHAIN_NODE, CHAIN_SIGNERS, type ChainNode, type Signers } from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { readContract } from './read-contract.js'
import { Suite } from './suite.js'

/** Who holds a role of a contract: addresses in lower case, or the hash of a key whose address is unknown. */
export interface HeldRole {
  contract: keyof SuiteAddresses
  role: string
  holders: readonly string[]
}

/** The roles of the timelock that together upgrade contracts. */
export const UPGRADE_ROLES = ['PROPOSER_ROLE', 'EXECUTOR_ROLE', 'CANCELLER_ROLE'] as const
/** Purposes of the claim issuer's keys, by ERC-734. */
export const CLAIM_PURPOSES = { MANAGEMENT: 1n, CLAIM_SIGNER: 3n } as const

const OWNED = [
  ...(['claimTopicsRegistry', 'trustedIssuersRegistry', 'identityRegistry', 'identityRegistryStorage'] as const),
  ...(['custodian', 'factory', 'anchor'] as const),
]

/** For how long `/readyz` repeats what was read: roles change once in years. */
const REPEATS_MS = 60_000

/** Returns the id of a role of the timelock. */
export const upgradeRoleId = (name: (typeof UPGRADE_ROLES)[number]): Hex => keccak256(toBytes(name))

/** Returns the holders of a role. */
export const holdersOf = (held: readonly HeldRole[], contract: HeldRole['contract'], role: string): readonly string[] =>
  held.find((each) => each.contract === contract && each.role === role)?.holders ?? []

/** Returns the key that is admin, upgrader and claim manager at once; undefined if there is none. */
export function holderOfAll(held: readonly HeldRole[]): string | undefined {
  const [admins, managers] = [holdersOf(held, 'authority', 'ADMIN'), holdersOf(held, 'claimIssuer', 'MANAGEMENT')]
  const upgraders = UPGRADE_ROLES.map((role) => holdersOf(held, 'timelock', role))
  return admins.find((holder) => [managers, ...upgraders].every((holders) => holders.includes(holder)))
}

/** Reads from the contracts who holds their roles. */
@Injectable()
export class RoleHolders implements OnModuleInit {
  private known: { held: HeldRole[]; names: ReadonlyMap<string, string>; atMs: number } | undefined
  private reading = false

  constructor(
    private readonly suite: Suite,
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
    @Inject(TIMING) private readonly timing: Timing,
    @Inject(NOTES) private readonly notes: Notes,
  ) {}

  onModuleInit(): void {
    this.notes.push(() => this.report())
  }

  /** Reads who holds which role. Throws NodeUnavailable, NodeRefused, NodeFault, SignerUnavailable. */
  async read(): Promise<HeldRole[]> {
    const { addresses, parameters } = await this.suite.plan()
    const names = await this.names()
    const candidates = [...new Set([...names.keys(), ...parameters.upgraders.map((each) => each.toLowerCase())])]
    const parts = await Promise.all([
      this.ofAuthority(addresses),
      this.ofTimelock(addresses, candidates),
      this.ofClaimIssuer(addresses, [...candidates, parameters.claimManager.toLowerCase()]),
      this.owners(addresses),
    ])
    const held = parts.flat()
    this.known = { held, names, atMs: this.timing.elapsedMs() }
    return held
  }

  /** Returns one line for each role, with the names of the keys that this deployment has. Reads nothing. */
  lines(): string[] {
    if (!this.known) return ['roles of the contracts: not read yet']
    const { held, names } = this.known
    const named = (holder: string) => (names.has(holder) ? `${holder} (${names.get(holder)})` : holder)
    return held.map(
      ({ contract, role, holders }) => `${contract} ${role}: ${holders.map(named).join(', ') || 'nobody'}`,
    )
  }

  /** Returns the lines as last read, and has them read again in the background once they are older than a minute. */
  private report(): string[] {
    const isOld = !this.known || this.timing.elapsedMs() - this.known.atMs > REPEATS_MS
    if (isOld && !this.reading) {
      this.reading = true
      // The senders report a node that is down.
      const done = () => void (this.reading = false)
      void this.read().then(done, done)
    }
    return this.lines()
  }

  /** Returns the addresses of this deployment's keys and of the admin, with their names. */
  private async names(): Promise<ReadonlyMap<string, string>> {
    const entries = Object.entries(this.signers).map(async ([role, signer]) => {
      return [(await signer.address()).toLowerCase(), `key of ${role}`] as const
    })
    const names = new Map<string, string>(await Promise.all(entries))
    const { CHAIN_ADMIN: admin } = this.config
    return admin ? names.set(admin.toLowerCase(), 'CHAIN_ADMIN') : names
  }

  private async ofAuthority({ authority: to }: SuiteAddresses): Promise<HeldRole[]> {
    const read = <T>(functionName: string, args: unknown[] = []) =>
      readContract<T>(this.node, { to, abi: authorityAbi, functionName, args })
    const [admin, [proposed]] = await Promise.all([
      read<Address>('defaultAdmin'),
      read<[Address, number]>('pendingDefaultAdmin'),
    ])
    const members = Object.entries(ROLES).map(async ([role, id]) => {
      return heldRole('authority', role, await read<Address[]>('getRoleMembers', [id]))
    })
    const admins = [heldRole('authority', 'ADMIN', [admin]), heldRole('authority', 'PROPOSED_ADMIN', [proposed])]
    return [...admins, ...(await Promise.all(members))]
  }

  /** The timelock doesn't list its members, so those who are known are looked for. */
  private ofTimelock({ timelock: to }: SuiteAddresses, candidates: readonly string[]): Promise<HeldRole[]> {
    const has = (role: Hex, account: string) =>
      readContract<boolean>(this.node, {
        to,
        abi: timelockControllerAbi,
        functionName: 'hasRole',
        args: [role, account],
      })
    const roles = UPGRADE_ROLES.map(async (role) => {
      const isHolder = await Promise.all(candidates.map((account) => has(upgradeRoleId(role), account)))
      const holders = candidates.filter((_account, n) => isHolder[n])
      return heldRole('timelock', role, holders)
    })
    return Promise.all(roles)
  }

  private ofClaimIssuer({ claimIssuer: to }: SuiteAddresses, candidates: readonly string[]): Promise<HeldRole[]> {
    const addressOf = new Map(candidates.map((address) => [keyOf(address as Address), address]))
    const purposes = Object.entries(CLAIM_PURPOSES).map(async ([name, purpose]) => {
      const read = { to, abi: claimIssuerAbi, functionName: 'getKeysByPurpose', args: [purpose] }
      const keys = await readContract<Hex[]>(this.node, read)
      const holders = keys.map((key) => addressOf.get(key) ?? key)
      return heldRole('claimIssuer', name, holders)
    })
    return Promise.all(purposes)
  }

  private owners(addresses: SuiteAddresses): Promise<HeldRole[]> {
    const owners = OWNED.map(async (contract) => {
      const owner = await readContract<Address>(this.node, {
        ...{ to: addresses[contract], abi: custodianAbi, functionName: 'owner' },
      })
      return heldRole(contract, 'OWNER', [owner])
    })
    return Promise.all(owners)
  }
}

const heldRole = (contract: HeldRole['contract'], role: string, holders: readonly string[]): HeldRole => {
  const known = holders.filter((holder) => holder !== zeroAddress)
  return { contract, role, holders: known.map((holder) => holder.toLowerCase()) }
}
