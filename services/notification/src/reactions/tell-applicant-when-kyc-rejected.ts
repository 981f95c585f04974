import { CaseRejected } from '@hissa/contracts/kyc'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { SendQueue } from '../messages/send-queue.js'

@Injectable()
export class TellApplicantWhenKycRejected implements Reaction<typeof CaseRejected> {
  readonly on = CaseRejected
  readonly consumer = 'notification-tell-applicant-when-kyc-rejected'

  constructor(private readonly queue: SendQueue) {}

  async handle(event: ReceivedEvent<typeof CaseRejected>, session: ClientSession): Promise<void> {
    const { userId, reasonCodes } = event.data
    await this.queue.write(session, event, userId, { template: 'kyc-rejected', reasonCodes })
  }
}
