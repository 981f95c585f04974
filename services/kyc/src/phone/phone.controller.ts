import type { Answer, Input as InputOf } from '@hissa/contracts'
import { AttachFromPhone, CreatePhoneLink, EndPhoneLink, GetPhoneTask, OpenPhoneLink } from '@hissa/contracts/kyc'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { PhoneLinks } from './phone-links.js'

/** Links with which a phone sends the pictures of a case. */
@Controller()
export class PhoneController {
  constructor(private readonly links: PhoneLinks) {}

  @Rpc(CreatePhoneLink)
  async create(
    @Input() { caseId }: InputOf<typeof CreatePhoneLink>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof CreatePhoneLink>> {
    return this.links.create(userId, caseId)
  }

  @Rpc(EndPhoneLink)
  async end(
    @Input() { caseId }: InputOf<typeof EndPhoneLink>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof EndPhoneLink>> {
    return this.links.end(userId, caseId)
  }

  @Rpc(OpenPhoneLink)
  async open(@Input() { token }: InputOf<typeof OpenPhoneLink>): Promise<Answer<typeof OpenPhoneLink>> {
    return this.links.open(token)
  }

  @Rpc(GetPhoneTask)
  async task(@Input() { uploadKey }: InputOf<typeof GetPhoneTask>): Promise<Answer<typeof GetPhoneTask>> {
    return this.links.task(uploadKey)
  }

  @Rpc(AttachFromPhone)
  async attach(@Input() input: InputOf<typeof AttachFromPhone>): Promise<Answer<typeof AttachFromPhone>> {
    return this.links.attach(input)
  }
}
