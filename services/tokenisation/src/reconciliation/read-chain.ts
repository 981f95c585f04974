import { LOGGER, type Logger } from '@hissa/kernel'
import { units } from '@hissa/money'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import {
  BlockFollower,
  CHAIN_NODE,
  NodeFault,
  type ChainNode,
  type Log,
  type SettledReceipt,
} from '../chain/chain.api.js'
import type { Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { movementId, readTransfer, TRANSFER_TOPIC, type Movement } from './movement.js'
import { MovementStore } from './movement.store.js'

/** A token whose contract is on the chain. */
export type Deployed = Token & { deployment: { receipt: SettledReceipt } }
export const isDeployed = (token: Token): token is Deployed => token.deployment?.receipt !== undefined

type Scanned = NonNullable<Token['scanned']>

/** Copies the movements of tokens from confirmed blocks into the store. */
@Injectable()
export class ReadChain {
  constructor(
    private readonly follower: BlockFollower,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    private readonly movements: MovementStore,
    private readonly tokens: TokenStore,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reads a token's movements up to the confirmed block, and returns that block's number. If the chain no longer has the
   * last block that was read, everything is read again. Returns undefined while the node's confirmed block is below that
   * block. Throws NodeUnavailable and NodeFault.
   */
  async upTo(token: Deployed): Promise<number | undefined> {
    const { number: to, hash } = await this.follower.confirmedBlock()
    if (token.scanned && to < token.scanned.number) return undefined
    if (token.scanned?.number === to && token.scanned.hash === hash) return to
    const from = await this.start(token)
    if (to < from) return to
    for await (const logs of this.follower.logsOf(token.deployment.address, [from, to], [TRANSFER_TOPIC])) {
      const found = await this.movementsIn(token, logs)
      const last = found.at(-1)
      if (last) await this.save(token._id, found, { number: last.blockNumber, hash: last.blockHash })
    }
    await this.save(token._id, [], { number: to, hash })
    return to
  }

  private async start(token: Deployed): Promise<number> {
    const first = token.deployment.receipt.blockNumber
    const { scanned } = token
    if (!scanned) return first
    const block = await this.node.blockAt(scanned.number)

    if (!block) throw new NodeFault('BEHIND', 'the node lacks a block that it had')
    if (block.hash === scanned.hash) return scanned.number + 1
    this.logger.warn({ propertyId: token._id, block: scanned.number }, 'the chain was reorganised; reading it again')
    await this.forget(token)
    return first
  }

  /**
   * Reads a token's events again up to the last block that was read, and returns whether they are the stored movements.
   * If not, the node omitted or invented some: the movements are forgotten, and the next pass stores them anew. Throws
   * NodeUnavailable and NodeFault.
   */
  async recheck(token: Deployed): Promise<boolean> {
    const { scanned, deployment } = token
    if (!scanned) return true
    const stored = await this.movements.idsUpTo(token._id, scanned.number)
    const blocks = [deployment.receipt.blockNumber, scanned.number] as const
    let isSame = true
    for await (const logs of this.follower.logsOf(deployment.address, blocks, [TRANSFER_TOPIC]))
      for (const log of logs.filter(readTransfer)) isSame = stored.delete(movementId(log)) && isSame
    if (isSame && stored.size === 0) return true
    await this.forget(token)
    return false
  }

  private async forget({ _id: propertyId }: Token): Promise<void> {
    await transaction(this.connection, async (session) => {
      await this.movements.clear(propertyId, session)
      const current = await this.tokens.byId(propertyId, session)
      await this.tokens.change(current!, { unset: ['scanned', 'comparison'] }, session)
    })
  }

  private async movementsIn({ _id: propertyId, unitsTotal }: Token, logs: readonly Log[]): Promise<Movement[]> {
    const times = new Map<number, Date>()
    const movements: Movement[] = []
    for (const log of logs) {
      const transfer = readTransfer(log)
      if (!transfer) continue
      const { transactionHash, blockNumber, blockHash, logIndex } = log
      if (!times.has(blockNumber)) times.set(blockNumber, await this.timeOf(blockNumber))
      const { from, to, amount } = transfer
      if (amount > BigInt(unitsTotal))
        throw new NodeFault('FALSE_LOGS', 'the node returned more shares than the token has')
      movements.push({
        ...{ _id: movementId(log), propertyId, units: units(Number(amount)) },
        kind: from === undefined ? 'mint' : to === undefined ? 'burn' : 'transfer',
        ...{ ...(from && { from }), ...(to && { to }) },
        ...{ transactionHash, blockNumber, blockHash, logIndex, at: times.get(blockNumber)! },
      })
    }
    return movements
  }

  private async timeOf(blockNumber: number): Promise<Date> {
    const block = await this.node.blockAt(blockNumber)
    return new Date((block?.timestamp ?? 0) * 1_000)
  }

  /** Another replica may have stored some or all of these blocks already. */
  private async save(propertyId: string, movements: readonly Movement[], scanned: Scanned): Promise<void> {
    await transaction(this.connection, async (session) => {
      const token = await this.tokens.byId(propertyId, session)
      const stored = token?.scanned?.number ?? -1
      if (!token || stored >= scanned.number) return
      const added = movements.filter(({ blockNumber }) => blockNumber > stored)
      await this.movements.add(propertyId, added, session)
      await this.tokens.change(token, { set: { scanned } }, session)
    })
  }
}
