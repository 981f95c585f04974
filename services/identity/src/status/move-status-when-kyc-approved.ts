import { CaseApproved } from '@hissa/contracts/kyc'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** To `kyc_complete`, and on to `investor_active` when an order was paid already. */
@Injectable()
export class MoveStatusWhenKycApproved implements Reaction<typeof CaseApproved> {
  readonly on = CaseApproved
  readonly consumer = 'identity-move-status-when-kyc-approved'

  constructor(private readonly status: MoveStatus) {}

  async handle(event: ReceivedEvent<typeof CaseApproved>, session: ClientSession): Promise<void> {
    const { userId, caseId } = event.data
    const at = new Date(event.time)
    await this.status.learnAbout(
      userId,
      { kind: 'kyc', outcome: 'approved', caseId, version: event.version, at },
      session,
    )
  }
}
