import { RegisterAnchored } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { registerAnchorAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, zeroAddress, type Hash } from 'viem'
import { CHAIN_NODE, Transactions, type ChainNode, type Confirmed, type Refused } from '../chain/chain.api.js'
import { isRecent, PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { followUpOf } from '../suite/effects.js'
import { readContract } from '../suite/read-contract.js'
import { Suite } from '../suite/suite.js'
import { WaitingAnchorStore, type Published } from './waiting-anchor.store.js'

const KIND = 'anchor'
const AGAIN: readonly string[] = ['NO_EFFECT', 'NONCE_TAKEN', 'OUT_OF_GAS']
/** Someone else has anchored this number or a later one with the same key. */
const USED = 'SequenceNotAfter'

/**
 * Anchors registers in the order of their numbers. If someone who has stolen the key has used numbers up, registers wait
 * until the owner of the contract begins a new series, and are then anchored in it.
 */
@Injectable()
export class Anchors implements OnModuleInit {
  private lookedAt: Date | undefined

  constructor(
    private readonly suite: Suite,
    private readonly transactions: Transactions,
    private readonly waiting: WaitingAnchorStore,
    private readonly outbox: Outbox,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  onModuleInit(): void {
    this.transactions.register(
      followUpOf({
        kind: KIND,
        proof: async () => ({ contract: (await this.suite.plan()).addresses.anchor, event: 'Anchored' }),
        confirmed: (settled, session) => this.confirmed(settled, session),
        failed: (failure, session) => this.failed(failure, session),
        // Its receipt is reported again with the new block.
        takenBack: () => Promise.resolve(),
      }),
    )
  }

  /** Plans the anchoring of a register, after those that wait. */
  async publish(published: Published, session: ClientSession): Promise<void> {
    if ((await this.waiting.list(session)).length > 0) await this.waiting.add(published, session)
    else await this.plan(`anchor:${published.sequence}`, published, session)
  }

  /** Plans waiting registers that the contract accepts by now. Throws NodeUnavailable, NodeRefused, NodeFault. */
  async advance(): Promise<void> {
    if (isRecent(this.lookedAt, this.pace.retryMs, this.wall)) return
    this.lookedAt = this.wall.now()
    if ((await this.waiting.count()) === 0) return
    const { anchor: to } = (await this.suite.plan()).addresses
    const read = { to, abi: registerAnchorAbi, functionName: 'latest', args: [zeroAddress] }
    const latest = await readContract<{ sequence: bigint }>(this.node, read)
    await transaction(this.connection, async (session) => {
      for (const published of await this.waiting.list(session)) {
        if (BigInt(published.sequence) <= latest.sequence) continue
        await this.waiting.remove(published, session)
        await this.plan(`anchor:${published.sequence}:${newId()}`, published, session)
      }
    })
  }

  /** The transaction waits until the contract is deployed. */
  private async plan(id: string, { sequence, root, treeSize }: Published, session: ClientSession): Promise<void> {
    const { addresses } = await this.suite.plan()
    const args = [root as Hash, BigInt(sequence), BigInt(treeSize)] as const
    await this.transactions.plan(session, {
      ...{ id, role: 'anchor', to: addresses.anchor, kind: KIND },
      data: encodeFunctionData({ abi: registerAnchorAbi, functionName: 'anchor', args }),
      ref: { sequence, root, treeSize },
    })
  }

  /** A call that had no effect, or whose nonce was taken, is planned again; the contract accepts each number once. */
  private async failed({ id, ref, reason }: Refused, session: ClientSession): Promise<void> {
    this.logger.error({ alarm: 'REGISTER_NOT_ANCHORED', transaction: id, reason }, 'the chain refused a register')
    const published = {
      sequence: Number(ref['sequence']),
      root: String(ref['root']),
      treeSize: Number(ref['treeSize']),
    }
    if (reason.code === USED) await this.waiting.add(published, session)
    if (AGAIN.includes(reason.code)) await this.plan(`anchor:${published.sequence}:${newId()}`, published, session)
  }

  private async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { ref, receipt } = settled
    const { addresses } = await this.suite.plan()
    const sequence = Number(ref['sequence'])
    const data = {
      sequence,
      root: String(ref['root']),
      contract: addresses.anchor,
      receipt,
      version: receipt.blockNumber,
    }
    const event = { aggregateId: String(sequence), version: receipt.blockNumber, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(RegisterAnchored, event))
  }
}
