import { CaseResubmissionRequested } from '@hissa/contracts/kyc'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { SendQueue } from '../messages/send-queue.js'

@Injectable()
export class TellApplicantWhenResubmissionRequested implements Reaction<typeof CaseResubmissionRequested> {
  readonly on = CaseResubmissionRequested
  readonly consumer = 'notification-tell-applicant-when-resubmission-requested'

  constructor(private readonly queue: SendQueue) {}

  async handle(event: ReceivedEvent<typeof CaseResubmissionRequested>, session: ClientSession): Promise<void> {
    const { userId, reasonCodes } = event.data
    await this.queue.write(session, event, userId, { template: 'kyc-resubmission', reasonCodes })
  }
}
