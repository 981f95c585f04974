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
import { readTransfer, type Movement } from './movement.js'
import { MovementStore } from './movement.store.js'

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
  ) {}

  /**
   * Reads a token's movements up to the confirmed block, and returns that block's number. If the chain no longer has the
   * last block that was read, everything is read again. Returns undefined while the node is behind that block. Throws
   * NodeUnavailable and NodeFault.
   */
  async upTo(token: Token & { deployment: { receipt: SettledReceipt } }): Promise<number | undefined> {
    const { number: to, hash } = await this.follower.confirmedBlock()
    if (token.scanned && to < token.scanned.number) return undefined
    const from = await this.start(token)
    if (to < from) return to
    for await (const logs of this.follower.logsOf(token.deployment.address, from, to)) {
      const found = await this.movementsIn(token, logs)
      const last = found.at(-1)
      if (last) await this.save(token._id, found, { number: last.blockNumber, hash: last.blockHash })
    }
    await this.save(token._id, [], { number: to, hash })
    return to
  }

  private async start(token: Token & { deployment: { receipt: SettledReceipt } }): Promise<number> {
    const first = token.deployment.receipt.blockNumber
    const { scanned } = token
    if (!scanned) return first
    if (await this.follower.isCanonical(scanned.number, scanned.hash)) return scanned.number + 1
    await transaction(this.connection, async (session) => {
      await this.movements.clear(token._id, session)
      const current = await this.tokens.byId(token._id, session)
      await this.tokens.change(current!, { unset: ['scanned'] }, session)
    })
    return first
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
        ...{ _id: `${transactionHash}:${logIndex}`, propertyId, units: units(Number(amount)) },
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

  /** Another replica may have read the same blocks; then the commit fails, and the next pass continues from there. */
  private async save(propertyId: string, movements: readonly Movement[], scanned: Scanned): Promise<void> {
    await transaction(this.connection, async (session) => {
      const token = await this.tokens.byId(propertyId, session)
      if (!token || (token.scanned?.number ?? -1) >= scanned.number) return
      await this.movements.add(propertyId, movements, session)
      await this.tokens.change(token, { set: { scanned } }, session)
    })
  }
}
