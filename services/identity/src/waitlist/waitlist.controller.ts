import { NOT_FOUND, ok, refuse, type Answer, type Input as In } from '@hissa/contracts'
import {
  ConfirmWaitlist,
  GetWaitlistEntry,
  JoinWaitlist,
  LeaveWaitlist,
  TOO_MANY_MESSAGES,
  WAITLIST_LINK_INVALID,
  WaitlistConfirmed,
  WaitlistRequested,
} from '@hissa/contracts/identity'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import { Input, newEvent, Outbox, Rpc } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Controller, Inject } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { Keyring } from '../crypto/keyring.js'
import { FormLimits } from '../enquiries/form-limits.js'
import { confirmBefore, confirmTokenOf, leaveTokenOf, readConfirmToken, readLeaveToken } from './waitlist-link.js'
import { WaitlistStore } from './waitlist.store.js'

/** Serves the waitlist of early access. */
@Controller()
export class WaitlistController {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly businessClock: Clock,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly entries: WaitlistStore,
    private readonly limits: FormLimits,
    private readonly keys: Keyring,
    private readonly outbox: Outbox,
  ) {}

  /** Events: identity.waitlist.requested.v1, also for an address that is on the list, so that both do the same work. */
  @Rpc(JoinWaitlist)
  async join(@Input() form: In<typeof JoinWaitlist>): Promise<Answer<typeof JoinWaitlist>> {
    const { network, website, email, language } = form
    if (website) return ok({})
    if (!(await this.limits.admitNetwork(network)))
      return refuse(TOO_MANY_MESSAGES, 'Several requests have been sent already. Please try again in an hour.')
    // Silently, because a refusal would say that someone has asked for this address before.
    if (!(await this.limits.admitEmail(email))) return ok({})
    await transaction(this.connection, async (session) => {
      const place = { newId: newId(), email, language, now: this.clock.now() }
      const entryId = await this.entries.request(place, session)
      await this.outbox.append(session, this.event(WaitlistRequested, entryId, 1))
    })
    return ok({})
  }

  /** Events: identity.waitlist.confirmed.v1, once. */
  @Rpc(ConfirmWaitlist)
  async confirm(@Input() { token }: In<typeof ConfirmWaitlist>): Promise<Answer<typeof ConfirmWaitlist>> {
    const entryId = readConfirmToken(this.keys, token, this.clock.now())
    if (entryId === undefined) return linkInvalid()
    const { exists } = await transaction(this.connection, async (session) => {
      const confirmed = await this.entries.confirm(entryId, this.clock.now(), session)
      if (confirmed.isNew) await this.outbox.append(session, this.event(WaitlistConfirmed, entryId, 2))
      return confirmed
    })
    return exists ? ok({}) : linkInvalid()
  }

  @Rpc(LeaveWaitlist)
  async leave(@Input() { token }: In<typeof LeaveWaitlist>): Promise<Answer<typeof LeaveWaitlist>> {
    const entryId = readLeaveToken(this.keys, token)
    if (entryId === undefined) return linkInvalid()
    await this.entries.delete(entryId)
    return ok({})
  }

  @Rpc(GetWaitlistEntry)
  async get(@Input() { entryId }: In<typeof GetWaitlistEntry>): Promise<Answer<typeof GetWaitlistEntry>> {
    const entry = await this.entries.find(entryId)
    if (!entry) return refuse(NOT_FOUND, 'There is no such place on the waitlist.')
    const { email, language, requestedAt, confirmedAt } = entry
    return ok({
      ...{ email, language, isConfirmed: confirmedAt !== undefined },
      confirmToken: confirmTokenOf(this.keys, entryId, requestedAt),
      confirmBefore: confirmBefore(requestedAt).toISOString(),
      leaveToken: leaveTokenOf(this.keys, entryId),
    })
  }

  private event(type: typeof WaitlistRequested | typeof WaitlistConfirmed, entryId: string, version: number) {
    return newEvent(type, { aggregateId: entryId, version, time: this.businessClock.now(), data: { entryId } })
  }
}

const linkInvalid = () => refuse(WAITLIST_LINK_INVALID, 'This link is incomplete or has expired.')
