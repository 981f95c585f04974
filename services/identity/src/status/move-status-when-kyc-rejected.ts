import { CaseRejected } from '@hissa/contracts/kyc'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** Back to `profile_complete`. */
@Injectable()
export class MoveStatusWhenKycRejected implements Reaction<typeof CaseRejected> {
  readonly on = CaseRejected
  readonly consumer = 'identity-move-status-when-kyc-rejected'

  constructor(private readonly status: MoveStatus) {}

  async handle(event: ReceivedEvent<typeof CaseRejected>, session: ClientSession): Promise<void> {
    const { userId, caseId } = event.data
    const at = new Date(event.time)
    await this.status.learnAbout(
      userId,
      { kind: 'kyc', outcome: 'rejected', caseId, version: event.version, at },
      session,
    )
  }
}
