import { RegisterAnchored } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { registerAnchorAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, parseAbi, zeroAddress, type Address, type Hash } from 'viem'
import {
  CHAIN_NODE,
  Transactions,
  type ChainNode,
  type Confirmed,
  type Refused,
  type Settled,
} from '../chain/chain.api.js'
import { isRecent, PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { latestAttempt } from '../suite/attempts.js'
import { followUpOf } from '../suite/effects.js'
import { readContract } from '../suite/read-contract.js'
import { Suite } from '../suite/suite.js'
import { WaitingAnchorStore, type Published } from './waiting-anchor.store.js'

const KIND = 'anchor'
/** The root alone, because the contracts of earlier releases return no series. */
const ENTRY = parseAbi(['function entry(address register, uint64 sequence) view returns (bytes32 root)'])

/**
 * Anchors registers in the order of their numbers, each after the one before is confirmed, so that none overtakes
 * another. If someone who has stolen the key has used a number up, its register and the later ones wait until the owner
 * of the contract begins a new series, and are then anchored in it, as are those that it has set aside.
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

  /** Has a register wait for its turn, once. */
  async publish(published: Published, session: ClientSession): Promise<void> {
    const isPlanned = (await this.transactions.find(firstIdOf(published), session)) !== null
    if (!isPlanned) await this.waiting.add(published, session)
  }

  /** Plans the next register if the contract accepts it by now. Throws NodeUnavailable, NodeRefused, NodeFault. */
  async advance(): Promise<void> {
    // What waits for a new series, or may have been set aside by one, is looked at once in a while.
    const isDue = (await this.waiting.countDue()) > 0
    if (!isDue && isRecent(this.lookedAt, this.pace.retryMs, this.wall)) return
    this.lookedAt = this.wall.now()
    // Asked first: what is confirmed by now must be in the latest number, which is read afterwards.
    if (await this.transactions.hasOpen('anchor')) return
    const { anchor: to } = (await this.suite.plan()).addresses
    const read = { to, abi: registerAnchorAbi, functionName: 'latest', args: [zeroAddress] }
    const latest = Number((await readContract<{ sequence: bigint }>(this.node, read)).sequence)
    await this.putBack(latest)
    const [next] = await this.waiting.list()
    if (!next) return
    const isUsed = next.sequence <= latest
    const isAnchored = isUsed && (await this.storedRoot(to, next)) === next.root
    await transaction(this.connection, async (session) => {
      if (isUsed && !isAnchored) return this.waiting.refuseAll(session)
      if (isAnchored) return this.waiting.remove(next, session)
      // A refused call is repeated only after a while.
      const wait = { retryMs: this.pace.retryMs, wall: this.wall.now(), repeats: true }
      const { id, isPlanned } = await latestAttempt(this.transactions, firstIdOf(next), { ...wait, session })
      if (isPlanned) return
      await this.waiting.remove(next, session)
      await this.plan(id, next, session)
    })
  }

  /** Has anchored registers wait again that a new series has set aside. */
  private async putBack(latest: number): Promise<void> {
    const anchored = (await this.transactions.confirmedRefs('anchor')).map(publishedOf)
    const setAside = anchored.filter(({ sequence }) => sequence > latest)
    if (setAside.length === 0) return
    await transaction(this.connection, async (session) => {
      for (const published of setAside) await this.waiting.add(published, session)
    })
  }

  private storedRoot(to: Address, { sequence }: Published): Promise<string> {
    return readContract(this.node, { to, abi: ENTRY, functionName: 'entry', args: [zeroAddress, BigInt(sequence)] })
  }

  private async plan(id: string, { sequence, root, treeSize }: Published, session: ClientSession): Promise<void> {
    const { addresses } = await this.suite.plan()
    const args = [root as Hash, BigInt(sequence), BigInt(treeSize)] as const
    await this.transactions.plan(session, {
      ...{ id, role: 'anchor', to: addresses.anchor, kind: KIND },
      data: encodeFunctionData({ abi: registerAnchorAbi, functionName: 'anchor', args }),
      ref: { sequence, root, treeSize },
    })
  }

  /** The register waits again. Whether its number is used up is read from the contract at its turn. */
  private async failed({ id, ref, reason }: Refused, session: ClientSession): Promise<void> {
    this.logger.error({ alarm: 'REGISTER_NOT_ANCHORED', transaction: id, reason }, 'the chain refused a register')
    await this.waiting.add(publishedOf(ref), session)
  }

  private async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { ref, receipt } = settled
    const { addresses } = await this.suite.plan()
    const { sequence, root } = publishedOf(ref)
    // It waits if a reorganisation has removed its failure.
    await this.waiting.remove({ sequence }, session)
    const data = {
      sequence,
      root,
      contract: addresses.anchor,
      receipt,
      version: receipt.blockNumber,
    }
    const event = { aggregateId: String(sequence), version: receipt.blockNumber, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(RegisterAnchored, event))
  }
}

const firstIdOf = ({ sequence }: Published): string => `anchor:${sequence}`

const publishedOf = (ref: Settled['ref']): Published => ({
  sequence: Number(ref['sequence']),
  root: String(ref['root']),
  treeSize: Number(ref['treeSize']),
})
