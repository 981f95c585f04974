import { AuditModule } from '@hissa/audit'
import { MessagingModule, type Core } from '@hissa/messaging'
import { Module, type DynamicModule, type Provider } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from './clock.js'
import { RequestCode } from './delivery/request-code.js'
import { SETTINGS, type Settings } from './config.js'
import { Keyring } from './crypto/keyring.js'
import { SubjectVault } from './crypto/subject-vault.js'
import { EmailPreferenceController } from './email-links/email-preference.controller.js'
import { EnquiriesController } from './enquiries/enquiries.controller.js'
import { EnquiryStore } from './enquiries/enquiry.store.js'
import { FormLimits } from './enquiries/form-limits.js'
import { SendEnquiry } from './enquiries/send-enquiry.js'
import { Limiter } from './limits/limiter.js'
import { RequestLimits } from './limits/request-limits.js'
import { LocalSeed } from './local/seed.js'
import { LocalStanding } from './local/standing.js'
import { ChangePassword } from './passwords/change-password.js'
import { ForgotPassword } from './passwords/forgot-password.js'
import { ReplacePassword } from './passwords/replace-password.js'
import { ResetCodeStore } from './passwords/reset-code.store.js'
import { Actions } from './pool/actions.js'
import { Authentication } from './pool/authentication.js'
import { DiscoveryController, PoolController } from './pool/pool.controller.js'
import { PoolErrorFilter } from './pool/pool-error.filter.js'
import { LockIdentity } from './profile/lock-identity.js'
import { ProfileController } from './profile/profile.controller.js'
import { SaveProfile } from './profile/save-profile.js'
import { ChangeCurrentUser } from './settings/change-current-user.js'
import { CurrentUserController } from './settings/current-user.controller.js'
import { ActOnUser } from './staff/act-on-user.js'
import { ReadUsers } from './staff/read-users.js'
import { StaffUsersController } from './staff/staff-users.controller.js'
import { UserNoteStore } from './staff/user-note.store.js'
import { AnswerPasswordVerifier } from './sign-in/answer-password-verifier.js'
import { ChallengeStore } from './sign-in/challenge.store.js'
import { FailureStore } from './sign-in/failure.store.js'
import { StartSignIn } from './sign-in/start-sign-in.js'
import { Masking } from './srp/masking.js'
import { PasswordArithmetic } from './srp/password-arithmetic.js'
import { MoveStatus } from './status/move-status.js'
import { MoveStatusWhenKycChanges } from './status/move-status-when-kyc-changes.js'
import { MoveStatusWhenOrderPaid } from './status/move-status-when-order-paid.js'
import { SubjectsController } from './subjects/subjects.controller.js'
import { AccessTokens } from './tokens/access-tokens.js'
import { FamilyStore } from './tokens/family.store.js'
import { RefreshTokens } from './tokens/refresh-tokens.js'
import { RevocationsController } from './tokens/revocations.controller.js'
import { RevokeSessions } from './tokens/revoke-sessions.js'
import { SessionsController } from './tokens/sessions.controller.js'
import { SignOut } from './tokens/sign-out.js'
import { SigningKeyStore } from './tokens/signing-keys.js'
import { TokenIssuer } from './tokens/token-issuer.js'
import { ChangeStanding } from './account/change-standing.js'
import { ConfirmationTries } from './account/confirmation-tries.js'
import { ConfirmSignUp } from './account/confirm-sign-up.js'
import { GetUser } from './account/get-user.js'
import { ResendConfirmationCode } from './account/resend-confirmation-code.js'
import { SignUp } from './account/sign-up.js'
import { UpdateUserAttributes } from './account/update-user-attributes.js'
import { UserStore } from './users/user.store.js'
import { VerifyUserAttribute } from './account/verify-user-attribute.js'
import { WaitlistController } from './waitlist/waitlist.controller.js'
import { WaitlistMetrics } from './waitlist/waitlist-metrics.js'
import { WaitlistStore } from './waitlist/waitlist.store.js'

/** All subscriptions of this service. */
const REACTIONS = [MoveStatusWhenKycChanges, MoveStatusWhenOrderPaid]

const USE_CASES = [
  SignUp,
  ConfirmSignUp,
  ResendConfirmationCode,
  RequestCode,
  GetUser,
  UpdateUserAttributes,
  VerifyUserAttribute,
  StartSignIn,
  AnswerPasswordVerifier,
  Authentication,
  AccessTokens,
  RefreshTokens,
  RevokeSessions,
  SignOut,
  ForgotPassword,
  ReplacePassword,
  ChangePassword,
  ChangeStanding,
  ReadUsers,
  ActOnUser,
  SaveProfile,
  ChangeCurrentUser,
  LockIdentity,
  MoveStatus,
  RequestLimits,
  FormLimits,
  SendEnquiry,
  WaitlistMetrics,
  Actions,
  PoolErrorFilter,
  LocalSeed,
  LocalStanding,
]

const CONTROLLERS = [
  PoolController,
  DiscoveryController,
  ProfileController,
  CurrentUserController,
  EmailPreferenceController,
  SessionsController,
  SubjectsController,
  RevocationsController,
  EnquiriesController,
  WaitlistController,
  StaffUsersController,
]

@Module({})
export class IdentityModule {
  /** Creates the stores and their models before Nest starts. */
  static with(core: Core, settings: Settings, clock: IdentityClock, arithmeticWorker?: URL): DynamicModule {
    return {
      module: IdentityModule,
      imports: [
        MessagingModule.forService({ reactions: REACTIONS }),
        AuditModule.forService(core, { service: 'identity', masterKey: settings.masterKey }),
      ],
      controllers: CONTROLLERS,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: IDENTITY_CLOCK, useValue: clock },
        ...stores(core, settings, clock),
        { provide: PasswordArithmetic, useFactory: () => new PasswordArithmetic(arithmeticWorker, core.limits) },
        ...USE_CASES,
        ...REACTIONS,
      ],
    }
  }
}

function stores({ connection, timing }: Core, settings: Settings, clock: IdentityClock): Provider[] {
  const keys = new Keyring(settings.masterKey)
  const vault = new SubjectVault(keys)
  const users = new UserStore(connection, keys, vault, clock, settings.poolId)
  const signingKeys = new SigningKeyStore(connection, keys, timing)
  const { issuer, clientId, tokenLifeSeconds: lifeSeconds } = settings
  return [
    { provide: Keyring, useValue: keys },
    { provide: UserStore, useValue: users },
    { provide: UserNoteStore, useValue: new UserNoteStore(connection, users) },
    { provide: ChallengeStore, useValue: new ChallengeStore(connection, keys, clock) },
    { provide: FailureStore, useValue: new FailureStore(connection, clock) },
    { provide: FamilyStore, useValue: new FamilyStore(connection, clock, lifeSeconds) },
    { provide: EnquiryStore, useValue: new EnquiryStore(connection, vault) },
    { provide: WaitlistStore, useValue: new WaitlistStore(connection, keys, vault) },
    { provide: ConfirmationTries, useValue: new ConfirmationTries(connection, clock) },
    { provide: ResetCodeStore, useValue: new ResetCodeStore(connection, clock) },
    { provide: Limiter, useValue: new Limiter(connection, clock) },
    { provide: Masking, useValue: new Masking(keys, settings.poolId) },
    { provide: TokenIssuer, useValue: new TokenIssuer(signingKeys, clock, { issuer, clientId, lifeSeconds }) },
  ]
}
