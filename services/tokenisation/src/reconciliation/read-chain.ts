import { units } from '@hissa/money'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { BlockFollower, CHAIN_NODE, type ChainNode, type Log } from '../chain/chain.api.js'
import { isLive, type Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { readTransfer, type Movement } from './movement.js'
import { MovementStore } from './movement.store.js'

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
   * newest block that was read, everything is read again. Throws NodeUnavailable and NodeFault.
   */
  async upTo(token: Token): Promise<number> {
    if (!isLive(token) && !token.deployment?.receipt) throw new Error(`the token of ${token._id} is not deployed`)
    const { number: to } = await this.follower.confirmedBlock()
    const from = await this.start(token)
    if (to < from) return to
    for await (const logs of this.follower.logsOf(token.deployment!.address, from, to)) {
      const found = await this.movementsIn(token._id, logs)
      const last = Math.max(...logs.map(({ blockNumber }) => blockNumber))
      if (found.length > 0) await this.save(token._id, found, last)
    }
    await this.save(token._id, [], to)
    return to
  }

  private async start(token: Token): Promise<number> {
    const first = token.deployment!.receipt!.blockNumber
    const newest = await this.movements.newest(token._id)
    if (!newest || (await this.follower.isCanonical(newest.blockNumber, newest.blockHash)))
      return token.scannedTo === undefined ? first : token.scannedTo + 1
    await transaction(this.connection, async (session) => {
      await this.movements.clear(token._id, session)
      const current = await this.tokens.byId(token._id, session)
      await this.tokens.change(current!, { unset: ['scannedTo'] }, session)
    })
    return first
  }

  private async movementsIn(propertyId: string, logs: readonly Log[]): Promise<Movement[]> {
    const times = new Map<number, Date>()
    const movements: Movement[] = []
    for (const log of logs) {
      const transfer = readTransfer(log)
      if (!transfer) continue
      const { transactionHash, blockNumber, blockHash, logIndex } = log
      if (!times.has(blockNumber)) times.set(blockNumber, await this.timeOf(blockNumber))
      const { from, to, amount } = transfer
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
  private async save(propertyId: string, movements: readonly Movement[], scannedTo: number): Promise<void> {
    await transaction(this.connection, async (session) => {
      const token = await this.tokens.byId(propertyId, session)
      if (!token || (token.scannedTo ?? -1) >= scannedTo) return
      await this.movements.add(propertyId, movements, session)
      await this.tokens.change(token, { set: { scannedTo } }, session)
    })
  }
}
