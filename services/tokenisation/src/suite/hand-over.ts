import { LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { authorityAbi, claimIssuerAbi, keyOf, timelockControllerAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, isAddressEqual, keccak256, toBytes, zeroHash, type Address, type Hex } from 'viem'
import {
  CHAIN_NODE,
  CHAIN_SIGNERS,
  Transactions,
  type ChainNode,
  type Failed,
  type Signers,
} from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { latestAttempt } from './attempts.js'
import { readContract } from './read-contract.js'
import { CLAIM_PURPOSES, holdersOf, RoleHolders, UPGRADE_ROLES, upgradeRoleId, type HeldRole } from './role-holders.js'
import { Suite } from './suite.js'

const KIND = 'admin'
/** Type of a key that is an address, by ERC-734. */
const ADDRESS_KEY = 1n

/** What is left of handing over one kind of right. `sent`: a transaction of ours is on its way. */
export interface HandOverStep {
  right: 'ADMIN' | 'CLAIM_MANAGER' | 'UPGRADER'
  state: 'done' | 'sent' | 'waiting'
  words: string
}

/** Between whom, as addresses in lower case. */
interface Parties {
  from: Address
  to: Address
}

/**
 * Hands the rights of the deployer's key over to CHAIN_ADMIN. Every step follows from what the contracts say, so it can end
 * anywhere and be repeated. Rights that can't be taken back are handed over only once the admin has accepted, which proves
 * that it can act.
 */
@Injectable()
export class HandOver implements OnModuleInit {
  constructor(
    private readonly suite: Suite,
    private readonly holders: RoleHolders,
    private readonly transactions: Transactions,
    @Inject(CHAIN_SIGNERS) private readonly signers: Signers,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  onModuleInit(): void {
    const nothing = () => Promise.resolve()
    const failed = ({ id, reason }: Failed) => {
      this.logger.error({ alarm: 'ROLES_NOT_HANDED_OVER', transaction: id, reason }, 'a right could not be handed over')
      return nothing()
    }
    this.transactions.register({ kind: KIND, confirmed: nothing, failed, takenBack: nothing })
  }

  /**
   * Plans what can be done now, and returns what is left. Throws Error without CHAIN_ADMIN, NodeUnavailable, NodeRefused,
   * NodeFault, SignerUnavailable.
   */
  async advance(): Promise<HandOverStep[]> {
    const parties = await this.parties()
    const held = await this.holders.read()
    const admin = await this.admin(held, parties)
    if (admin.state !== 'done') {
      const words = 'handed over once the admin has accepted'
      const later = (['CLAIM_MANAGER', 'UPGRADER'] as const).map((right) => ({
        right,
        state: 'waiting' as const,
        words,
      }))
      return [admin, ...later]
    }
    return [admin, await this.claimManager(held, parties), await this.upgrader(held, parties)]
  }

  /** Proposes the admin unless it is proposed, and returns what is left of it. Throws the same as `advance`. */
  async proposeAdmin(held: readonly HeldRole[]): Promise<HandOverStep> {
    return this.admin(held, await this.parties())
  }

  private async parties(): Promise<Parties> {
    const { CHAIN_ADMIN: admin } = this.config
    if (admin === undefined) throw new Error('CHAIN_ADMIN must name the address that the roles are handed over to')
    const to = admin.toLowerCase() as Address
    return { from: (await this.signers.deployer.address()).toLowerCase() as Address, to }
  }

  private async admin(held: readonly HeldRole[], { from, to }: Parties): Promise<HandOverStep> {
    const { authority } = (await this.suite.plan()).addresses
    const right = 'ADMIN'
    const [current] = holdersOf(held, 'authority', 'ADMIN')
    if (current === to) return done(right)
    const read = { to: authority, abi: authorityAbi, functionName: 'pendingDefaultAdmin' }
    const [proposed, fromS] = await readContract<[Address, number]>(this.node, read)
    if (isAddressEqual(proposed, to))
      return waiting(right, `CHAIN_ADMIN accepts it by acceptDefaultAdminTransfer after ${timeOf(fromS)}`)
    if (current !== from) return waiting(right, `${current} has to propose CHAIN_ADMIN: the deployer isn’t the admin`)
    const data = encodeFunctionData({ abi: authorityAbi, functionName: 'beginDefaultAdminTransfer', args: [to] })
    return this.send(right, { name: `admin:${this.config.CHAIN_ADMIN}`, to: authority, data })
  }

  private async claimManager(held: readonly HeldRole[], { from, to }: Parties): Promise<HandOverStep> {
    const right = 'CLAIM_MANAGER'
    const managers = holdersOf(held, 'claimIssuer', 'MANAGEMENT')
    const { claimIssuer } = (await this.suite.plan()).addresses
    const purpose = CLAIM_PURPOSES.MANAGEMENT
    if (!managers.includes(from) && !managers.includes(to))
      return waiting(right, 'another claim manager has to add CHAIN_ADMIN')
    if (!managers.includes(from)) return handedOver(right, managers, to)
    const isAdded = managers.includes(to)
    const data = isAdded
      ? encodeFunctionData({ abi: claimIssuerAbi, functionName: 'removeKey', args: [keyOf(from), purpose] })
      : encodeFunctionData({ abi: claimIssuerAbi, functionName: 'addKey', args: [keyOf(to), purpose, ADDRESS_KEY] })
    return this.send(right, { name: `claim-manager:${isAdded ? 'remove' : 'add'}:${to}`, to: claimIssuer, data })
  }

  /** The timelock changes its own members, after its delay. */
  private async upgrader(held: readonly HeldRole[], { from, to }: Parties): Promise<HandOverStep> {
    const right = 'UPGRADER'
    const { timelock } = (await this.suite.plan()).addresses
    const lists = UPGRADE_ROLES.map((role) => holdersOf(held, 'timelock', role))
    if (lists.every((holders) => holders.includes(to) && !holders.includes(from)))
      return handedOver(right, lists.flat(), to)
    const canAct = lists.slice(0, 2).every((holders) => holders.includes(from))
    if (!canAct) return waiting(right, 'an upgrader has to schedule it: the deployer isn’t one')
    const batch = batchFor(timelock, { from, to })
    const { salt, id, dueS } = await this.operation(timelock, batch)
    const send = (verb: string, data: Hex) => this.send(right, { name: `upgraders:${verb}:${id}`, to: timelock, data })
    const abi = timelockControllerAbi
    if (dueS === 0n) {
      const delay = await readContract<bigint>(this.node, { to: timelock, abi, functionName: 'getMinDelay' })
      const args = [...batch, zeroHash, salt, delay] as const
      return send('schedule', encodeFunctionData({ abi, functionName: 'scheduleBatch', args }))
    }
    if (dueS > (await this.node.latestBlock()).timestamp)
      return waiting(right, `scheduled in the timelock; run this again after ${timeOf(Number(dueS))}`)
    return send('execute', encodeFunctionData({ abi, functionName: 'executeBatch', args: [...batch, zeroHash, salt] }))
  }

  /** Returns the operation of the timelock that isn't executed yet, with the time from which it can be; 0 if unscheduled. */
  private async operation(timelock: Address, batch: Batch): Promise<{ salt: Hex; id: Hex; dueS: bigint }> {
    const abi = timelockControllerAbi
    for (let count = 1; ; count += 1) {
      const salt = keccak256(toBytes(`hissa.hand-over.${count}`))
      const args = [...batch, zeroHash, salt]
      const id = await readContract<Hex>(this.node, { to: timelock, abi, functionName: 'hashOperationBatch', args })
      const read = { to: timelock, abi, functionName: 'getTimestamp', args: [id] }
      const dueS = await readContract<bigint>(this.node, read)
      if (dueS !== EXECUTED) return { salt, id, dueS }
    }
  }

  private async send(
    right: HandOverStep['right'],
    { name, ...content }: { name: string; to: Address; data: Hex },
  ): Promise<HandOverStep> {
    // What was done before can have been undone: the contracts say what is left.
    const wait = { retryMs: this.pace.retryMs, wall: this.wall.now(), repeats: true }
    return transaction(this.connection, async (session) => {
      const { id, isPlanned } = await latestAttempt(this.transactions, name, { ...wait, session })
      const plan = { id, role: 'deployer' as const, ...content, kind: KIND, ref: { right } }
      if (!isPlanned) await this.transactions.plan(session, plan)
      const row = await this.transactions.find(id, session)
      if (row?.state === 'rejected' || row?.state === 'failed')
        return waiting(right, `refused by the contract: ${row.reason?.code}; run this again in a minute`)
      if (row?.state === 'confirmed') return waiting(right, 'was confirmed a moment ago; run this again in a minute')
      return { right, state: 'sent', words: `transaction ${id}` }
    })
  }
}

/** What the timelock returns as the time of an operation that has been executed. */
const EXECUTED = 1n

type Batch = readonly [targets: Address[], values: bigint[], payloads: Hex[]]

/** Returns the calls by which the timelock makes one account its upgrader and removes the other. */
function batchFor(timelock: Address, { from, to }: Parties): Batch {
  const call = (functionName: 'grantRole' | 'revokeRole', account: Address) =>
    UPGRADE_ROLES.map((role) =>
      encodeFunctionData({ abi: timelockControllerAbi, functionName, args: [upgradeRoleId(role), account] }),
    )
  const payloads = [...call('grantRole', to), ...call('revokeRole', from)]
  return [payloads.map(() => timelock), payloads.map(() => 0n), payloads]
}

const done = (right: HandOverStep['right']): HandOverStep => ({ right, state: 'done', words: 'CHAIN_ADMIN has it' })
/** A right that other accounts have too, for example a key that the deployer had before, isn't handed over. */
const handedOver = (right: HandOverStep['right'], holders: readonly string[], to: Address): HandOverStep => {
  const others = [...new Set(holders)].filter((holder) => holder !== to)
  return others.length === 0 ? done(right) : waiting(right, `CHAIN_ADMIN has to take it from ${others.join(', ')}`)
}
const waiting = (right: HandOverStep['right'], words: string): HandOverStep => ({ right, state: 'waiting', words })
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()
