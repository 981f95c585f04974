import { CaseResubmissionRequested } from '@hissa/contracts/kyc'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** Back to `profile_complete`: something has to be handed in again. */
@Injectable()
export class MoveStatusWhenKycResubmissionRequested implements Reaction<typeof CaseResubmissionRequested> {
  readonly on = CaseResubmissionRequested
  readonly consumer = 'identity-move-status-when-kyc-resubmission-requested'

  constructor(private readonly status: MoveStatus) {}

  async handle(event: ReceivedEvent<typeof CaseResubmissionRequested>, session: ClientSession): Promise<void> {
    const { userId, caseId } = event.data
    const at = new Date(event.time)
    await this.status.learnAbout(
      userId,
      { kind: 'kyc', outcome: 'resubmission-requested', caseId, version: event.version, at },
      session,
    )
  }
}
