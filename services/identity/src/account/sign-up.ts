import type { Locale } from '@hissa/contracts'
import type { Request, SignUpRequest } from '@hissa/contracts/pool'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, isDuplicateKey, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { issueCode } from '../codes/code.js'
import { SETTINGS, type Settings } from '../config.js'
import { passwordFault } from '../passwords/policy.js'
import { RequestCode } from '../delivery/request-code.js'
import { emailDelivery } from '../delivery/code-delivery.js'
import { invalidParameter, invalidPassword, tooManyRequests } from '../errors/pool-error.js'
import { PasswordArithmetic } from '../srp/password-arithmetic.js'
import { pageLanguage } from '../codes/page-language.js'
import { checkedEmail, languageOf, readAttributes } from '../users/attributes.js'
import { newUser } from '../users/new-user.js'
import type { Personal, User } from '../users/user.js'
import { foldUsername, plain } from '../identifiers/username.js'
import { codeRequested, registered } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'
import { ConfirmationTries } from './confirmation-tries.js'

const MAX_RACES = 10

/** What the page of the sign-up says. */
interface PageFacts {
  language: Locale | undefined
  referralCode: string | undefined
}

/** Creates a sign-up attempt with its own password and code, to be confirmed by the owner of the address. */
@Injectable()
export class SignUp {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly users: UserStore,
    private readonly arithmetic: PasswordArithmetic,
    private readonly codes: RequestCode,
    private readonly tries: ConfirmationTries,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Creates the attempt and requests its code.
   * Errors: InvalidParameter, NotAuthorized (attribute), InvalidPassword, UsernameExists (confirmed), TooManyRequests.
   * Events: identity.user.registered.v1, identity.code.requested.v1.
   */
  async run(request: Request<typeof SignUpRequest>) {
    const personal = readPersonal(request)
    const fault = passwordFault(request.Password, personal)
    if (fault) throw invalidPassword(fault)
    const { referralCode } = request.ClientMetadata ?? {}
    const from = { language: pageLanguage(request.ClientMetadata), referralCode }
    const user = await this.create(personal, request.Password, from)
    return { UserConfirmed: false, UserSub: user.userId, CodeDeliveryDetails: emailDelivery(personal.email) }
  }

  private async create(personal: Personal, password: string, from: PageFacts): Promise<User> {
    const now = this.clock.now()
    const draft = newUser({
      personal,
      language: languageOf(personal.locale) ?? 'en',
      roles: ['investor'],
      now,
    })
    const verifier = await this.arithmetic.makeVerifier(this.settings.poolName, draft.userId, password)
    const { language, referralCode } = from
    const codes = { 'sign-up': issueCode(undefined, now) }
    const user = { ...draft, codes, ...(referralCode === undefined ? {} : { referralCode }) }
    const subjectId = await this.codes.subjectOf(personal.email)
    const time = this.businessClock.now()
    const code = { purpose: 'sign-up', issue: 1, language } as const
    for (let race = 0; race < MAX_RACES; race += 1) {
      try {
        await transaction(this.connection, async (session) => {
          await this.users.insertAttempt(user, verifier, session)
          await this.tries.reset(subjectId, session)
          await this.outbox.append(session, registered(user, time), codeRequested(user, code, time))
        })
        return user
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    }
    throw tooManyRequests()
  }
}

/** Reads the attributes. The username is the email address; an `email` attribute is optional but must match. */
function readPersonal(request: Request<typeof SignUpRequest>): Personal {
  const username = plain(request.Username)
  if (!username.includes('@')) throw invalidParameter('Username should be an email.')
  const attributes = readAttributes(request.UserAttributes ?? [])
  const email = checkedEmail(username)
  if (attributes.email !== undefined && foldUsername(attributes.email) !== foldUsername(email)) {
    throw invalidParameter('The email attribute must be the username.')
  }
  return { ...attributes, email }
}
