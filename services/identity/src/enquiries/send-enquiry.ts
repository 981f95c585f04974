import { ok, refuse, type Answer, type Input } from '@hissa/contracts'
import { EnquiryReceived, TOO_MANY_MESSAGES, type SendEnquiry as SendCall } from '@hissa/contracts/identity'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { randomBytes } from 'node:crypto'
import { EnquiryStore } from './enquiry.store.js'
import { FormLimits } from './form-limits.js'

// Crockford's alphabet, which has no letters that look like digits.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const REFERENCE_LENGTH = 8

/** Stores a message from the contact page. */
@Injectable()
export class SendEnquiry {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly enquiries: EnquiryStore,
    private readonly limits: FormLimits,
    private readonly outbox: Outbox,
  ) {}

  /** Errors: TOO_MANY_MESSAGES. Events: identity.enquiry.received.v1. */
  async run({ network, website, ...form }: Input<typeof SendCall>): Promise<Answer<typeof SendCall>> {
    const reference = newReference()
    if (website) return ok({ reference })
    if (!(await this.limits.admitNetwork(network)) || !(await this.limits.admitSender(form.email)))
      return refuse(TOO_MANY_MESSAGES, 'Several messages have been sent already. Please try again in an hour.')
    const [id, now] = [newId(), this.clock.now()]
    await transaction(this.connection, async (session) => {
      await this.enquiries.insert({ id, reference, receivedAt: now, ...form }, session)
      const event = newEvent(EnquiryReceived, { aggregateId: id, version: 1, time: now, data: { enquiryId: id } })
      await this.outbox.append(session, event)
    })
    return ok({ reference })
  }
}

/** Returns 40 random bits as `HQ-` and eight characters. */
function newReference(): string {
  const characters = [...randomBytes(REFERENCE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return `HQ-${characters.join('')}`
}
