import { NOT_FOUND, ok, refuse, type Answer, type Input as In } from '@hissa/contracts'
import {
  CODE_SUPERSEDED,
  DescribeSubject,
  FindUserByEmail,
  GetCode,
  GetStaffName,
  GetResidence,
  GetSubjectFacts,
  IsSamePerson,
  GetMember,
  ListNames,
} from '@hissa/contracts/identity'
import { Input, Rpc } from '@hissa/messaging'
import { Controller, Inject } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { codeDigits, codeExpiresAt } from '../codes/code.js'
import { Keyring } from '../crypto/keyring.js'
import { ResetCodeStore } from '../passwords/reset-code.store.js'
import { isEmail } from '../emails/email.js'
import { previousEmail } from '../emails/previous-emails.js'
import { LockIdentity } from '../profile/lock-identity.js'
import { signEmailLink } from '../email-links/email-link.js'
import { quietTopicsOf } from '../users/settings.js'
import type { Personal, User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'
import { isSamePerson } from './same-person.js'

/** Serves personal data that other services request when they need it and do not store. */
@Controller()
export class SubjectsController {
  constructor(
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly users: UserStore,
    private readonly keys: Keyring,
    private readonly resets: ResetCodeStore,
    private readonly lockIdentity: LockIdentity,
  ) {}

  @Rpc(DescribeSubject)
  async describe(@Input() input: In<typeof DescribeSubject>): Promise<Answer<typeof DescribeSubject>> {
    const user = await this.users.findById(input.userId)
    if (!user) return noSuchUser()
    const { userId, personal } = user
    const { emailChange, unsubscribeFrom: topic } = input
    const email = emailChange ? previousEmail(personal.previousEmails, emailChange) : addressOfUse(personal)
    if (email === undefined) return noSuchUser()
    const { phone_number: phoneNumber } = personal
    const link = topic && { unsubscribeToken: signEmailLink(this.keys, { userId, topic }, this.clock.now()) }
    return ok({ ...addressOf(user), email, userId, phoneNumber, quietTopics: quietTopicsOf(user), ...link })
  }

  @Rpc(GetSubjectFacts)
  async facts(@Input() { userId, lock }: In<typeof GetSubjectFacts>): Promise<Answer<typeof GetSubjectFacts>> {
    const user = lock ? await this.lockIdentity.run(userId) : await this.users.findById(userId)
    if (!user) return noSuchUser()
    const { personal, facts } = user
    return ok({
      fullName: personal.name ?? '',
      dateOfBirth: personal.dateOfBirth ?? null,
      nationality: personal.nationality ?? null,
      countryOfResidence: personal.countryOfResidence ?? null,
      profileComplete: facts.profileSaved,
    })
  }

  @Rpc(GetResidence)
  async residence(@Input() { userId }: In<typeof GetResidence>): Promise<Answer<typeof GetResidence>> {
    const user = await this.users.findById(userId)
    return user ? ok({ country: user.personal.countryOfResidence ?? null }) : noSuchUser()
  }

  @Rpc(IsSamePerson)
  async samePerson(@Input() { userIds }: In<typeof IsSamePerson>): Promise<Answer<typeof IsSamePerson>> {
    const [one, other] = await this.users.findByIds(userIds)
    return ok({ same: one !== undefined && other !== undefined && isSamePerson(one.personal, other.personal) })
  }

  @Rpc(GetStaffName)
  async staffName(@Input() { userId }: In<typeof GetStaffName>): Promise<Answer<typeof GetStaffName>> {
    const user = await this.users.findById(userId)
    if (!user || !isStaff(user)) return noSuchUser()
    return ok({ name: user.personal.name || addressOfUse(user.personal) })
  }

  @Rpc(ListNames)
  async names(@Input() { userIds }: In<typeof ListNames>): Promise<Answer<typeof ListNames>> {
    const users = await this.users.findByIds(userIds)
    const named = users.map((user) => ({
      userId: user.userId,
      name: user.personal.name || (isStaff(user) ? addressOfUse(user.personal) : ''),
    }))
    return ok({ names: named.filter(({ name }) => name !== '') })
  }

  @Rpc(GetMember)
  async member(@Input() { userId }: In<typeof GetMember>): Promise<Answer<typeof GetMember>> {
    const user = await this.users.findById(userId)
    if (!user?.personal.name) return noSuchUser()
    return ok({ name: user.personal.name, joinedAt: user.createdAt.toISOString() })
  }

  @Rpc(FindUserByEmail)
  async byEmail(@Input() { email }: In<typeof FindUserByEmail>): Promise<Answer<typeof FindUserByEmail>> {
    const user = isEmail(email) ? await this.users.findByName(email) : undefined
    return ok({ userId: user?.confirmed ? user.userId : null })
  }

  /** Returns the code only if it is currently valid. */
  @Rpc(GetCode)
  async code(@Input() { userId, purpose, issue }: In<typeof GetCode>): Promise<Answer<typeof GetCode>> {
    const user = await this.users.findById(userId)
    if (!user) return noSuchUser()
    const state = purpose === 'reset' ? await this.resets.find(userId) : user.codes[purpose]
    if (!state?.open || state.issue !== issue || this.clock.now() >= codeExpiresAt(state, purpose)) {
      return refuse(CODE_SUPERSEDED, 'This code has been used, replaced or has expired.')
    }
    const expiresAt = codeExpiresAt(state, purpose).toISOString()
    const code = codeDigits(this.keys, userId, purpose, issue)
    // Only the code that verifies a new address is sent to that address before verification.
    return ok({ ...addressOf(user), ...(purpose === 'attribute' && { email: user.personal.email }), code, expiresAt })
  }
}

const isStaff = ({ groups }: User) => groups.some((group) => group !== 'investor')
const noSuchUser = () => refuse(NOT_FOUND, 'There is no such user.')
/** Returns the verified address, because an unverified one may belong to someone else. */
const addressOfUse = ({ email, verifiedEmail }: Personal) => verifiedEmail ?? email
const addressOf = ({ personal, language }: User) => ({
  email: addressOfUse(personal),
  fullName: personal.name ?? '',
  language,
})
