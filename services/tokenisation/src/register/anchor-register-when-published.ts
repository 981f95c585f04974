import { RegisterPublished } from '@hissa/contracts/investment'
import { RegisterAnchored } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox, type Reaction, type ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { registerAnchorAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, type Hash } from 'viem'
import { Transactions, type Confirmed, type Refused } from '../chain/chain.api.js'
import { followUpOf } from '../suite/effects.js'
import { Suite } from '../suite/suite.js'

const KIND = 'anchor'
const AGAIN: readonly string[] = ['NO_EFFECT', 'NONCE_TAKEN', 'OUT_OF_GAS']

interface Published {
  sequence: number
  root: string
  treeSize: number
}

/** Stores the root of each published register on the chain. */
@Injectable()
export class AnchorRegisterWhenPublished implements Reaction<typeof RegisterPublished>, OnModuleInit {
  readonly on = RegisterPublished
  readonly consumer = 'tokenisation-anchor-register-when-published'

  constructor(
    private readonly suite: Suite,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
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

  async handle({ data }: ReceivedEvent<typeof RegisterPublished>, session: ClientSession): Promise<void> {
    const { sequence, root, treeSize } = data
    // An empty register has no entry to prove.
    if (treeSize === 0) return
    await this.plan(`anchor:${sequence}`, { sequence, root, treeSize }, session)
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
    if (!AGAIN.includes(reason.code)) return
    const published = {
      sequence: Number(ref['sequence']),
      root: String(ref['root']),
      treeSize: Number(ref['treeSize']),
    }
    await this.plan(`anchor:${published.sequence}:${newId()}`, published, session)
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
