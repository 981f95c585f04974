import { NOT_FOUND, ok, refuse, type Answer, type Input as In } from '@hissa/contracts'
import { GetEnquiry, SendEnquiry as SendCall } from '@hissa/contracts/identity'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { EnquiryStore } from './enquiry.store.js'
import { SendEnquiry } from './send-enquiry.js'

@Controller()
export class EnquiriesController {
  constructor(
    private readonly sendEnquiry: SendEnquiry,
    private readonly enquiries: EnquiryStore,
  ) {}

  @Rpc(SendCall)
  send(@Input() form: In<typeof SendCall>): Promise<Answer<typeof SendCall>> {
    return this.sendEnquiry.run(form)
  }

  @Rpc(GetEnquiry)
  async get(@Input() { enquiryId }: In<typeof GetEnquiry>): Promise<Answer<typeof GetEnquiry>> {
    const enquiry = await this.enquiries.find(enquiryId)
    if (!enquiry) return refuse(NOT_FOUND, 'There is no such message.')
    const { id: _id, receivedAt, ...rest } = enquiry
    return ok({ ...rest, receivedAt: receivedAt.toISOString() })
  }
}
