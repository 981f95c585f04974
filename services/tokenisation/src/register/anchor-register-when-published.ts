import { RegisterPublished } from '@hissa/contracts/investment'
import { RegisterAnchored } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox, type Reaction, type ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { registerAnchorAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData, type Hash } from 'viem'
import { Transactions, type Confirmed, type Failed } from '../chain/chain.api.js'
import { Suite } from '../suite/suite.js'

const KIND = 'anchor'

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
    this.transactions.register({
      kind: KIND,
      confirmed: (settled, session) => this.confirmed(settled, session),
      failed: ({ id, reason }: Failed) => {
        this.logger.error({ alarm: 'REGISTER_NOT_ANCHORED', transaction: id, reason }, 'the chain refused a register')
        return Promise.resolve()
      },
      // Its receipt is reported again with the new block.
      takenBack: () => Promise.resolve(),
    })
  }

  async handle({ data }: ReceivedEvent<typeof RegisterPublished>, session: ClientSession): Promise<void> {
    const { sequence, root, treeSize } = data
    // An empty register has no entry to prove.
    if (treeSize === 0) return
    // Later deliveries find it deployed.
    if (!(await this.suite.advance())) throw new Error('the contracts are not deployed yet')
    const { addresses } = await this.suite.plan()
    const args = [root as Hash, BigInt(sequence), BigInt(treeSize)] as const
    await this.transactions.plan(session, {
      ...{ id: `anchor:${sequence}`, role: 'anchor', to: addresses.anchor, kind: KIND },
      data: encodeFunctionData({ abi: registerAnchorAbi, functionName: 'anchor', args }),
      ref: { sequence, root },
    })
  }

  private async confirmed({ ref, receipt }: Confirmed, session: ClientSession): Promise<void> {
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
