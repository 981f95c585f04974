import { RegisterPublished } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { Anchors } from './anchors.js'

/** Stores the root of each published register on the chain. */
@Injectable()
export class AnchorRegisterWhenPublished implements Reaction<typeof RegisterPublished> {
  readonly on = RegisterPublished
  readonly consumer = 'tokenisation-anchor-register-when-published'

  constructor(private readonly anchors: Anchors) {}

  async handle({ data }: ReceivedEvent<typeof RegisterPublished>, session: ClientSession): Promise<void> {
    const { sequence, root, treeSize } = data
    // An empty register has no entry to prove.
    if (treeSize > 0) await this.anchors.publish({ sequence, root, treeSize }, session)
  }
}
