import { CaseApproved } from '@hissa/contracts/kyc'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { SendQueue } from '../messages/send-queue.js'

@Injectable()
export class TellApplicantWhenKycApproved implements Reaction<typeof CaseApproved> {
  readonly on = CaseApproved
  readonly consumer = 'notification-tell-applicant-when-kyc-approved'

  constructor(private readonly queue: SendQueue) {}

  async handle(event: ReceivedEvent<typeof CaseApproved>, session: ClientSession): Promise<void> {
    await this.queue.write(session, event, event.data.userId, { template: 'kyc-approved' })
  }
}
