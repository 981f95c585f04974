import { RegisterAnchored } from '@hissa/contracts/tokenisation'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { prefixed } from './register.js'
import { RegisterStore } from './register.store.js'

/**
 * Records where the root of a register is stored on the chain. An unknown register, or another root than the published
 * one, throws, so that the event ends in the dead-letter queue, where an operator finds it.
 */
@Injectable()
export class RecordAnchorWhenRegisterAnchored implements Reaction<typeof RegisterAnchored> {
  readonly on = RegisterAnchored
  readonly consumer = 'investment-record-anchor-when-register-anchored'

  constructor(private readonly registers: RegisterStore) {}

  async handle({ data }: ReceivedEvent<typeof RegisterAnchored>, session: ClientSession): Promise<void> {
    const { sequence, root, contract, receipt, version } = data
    const register = await this.registers.published(sequence)
    if (!register || prefixed(register.root) !== root)
      throw new Error(`the anchor of register ${sequence} does not have its root`)
    const { chainId, transactionHash, blockNumber, at } = receipt
    const anchor = { chainId, contract, transactionHash, blockNumber, at: new Date(at), version }
    await this.registers.recordAnchor(sequence, anchor, session)
  }
}
