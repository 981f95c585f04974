import { CaseSubmitted } from '@hissa/contracts/kyc'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** To `kyc_pending`. */
@Injectable()
export class MoveStatusWhenKycSubmitted implements Reaction<typeof CaseSubmitted> {
  readonly on = CaseSubmitted
  readonly consumer = 'identity-move-status-when-kyc-submitted'

  constructor(private readonly status: MoveStatus) {}

  async handle(event: ReceivedEvent<typeof CaseSubmitted>, session: ClientSession): Promise<void> {
    const { userId, caseId } = event.data
    const at = new Date(event.time)
    await this.status.learnAbout(
      userId,
      { kind: 'kyc', outcome: 'submitted', caseId, version: event.version, at },
      session,
    )
  }
}
