import * as z from 'zod/mini'
import { Locale, referralCode } from '../core.js'

/** Maximum length of a user name, in characters. */
export const MAX_USERNAME_LENGTH = 128

// Schemas of the actions' requests. Unknown members are dropped; `null` counts as absent.

const text = (pattern: RegExp, maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(pattern))
const clientId = text(/^[\w+]+$/, 128)
const username = text(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u, MAX_USERNAME_LENGTH)
const code = text(/^\S+$/, 2048)
const token = text(/^[A-Za-z0-9\-_=.]+$/, 8192)
const attribute = z.object({
  Name: text(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u, 32),
  Value: z.nullish(z.string().check(z.maxLength(2048))),
})
const texts = z.record(z.string(), z.nullish(z.string().check(z.maxLength(8192)))).check(
  z.refine((named) => (named.USERNAME ?? '').length <= MAX_USERNAME_LENGTH, {
    error: `Too long: at most ${MAX_USERNAME_LENGTH} characters`,
    path: ['USERNAME'],
  }),
)
/** `sub` selects one sign-up attempt by the id that SignUp returned; without it any attempt with the name matches. */
const attempt = { sub: z.nullish(z.string().check(z.maxLength(128))) }
/** `locale`: the page's language, used for the email. Only a preference, so unknown values count as absent. */
const page = { locale: z.catch(z.optional(Locale), undefined) }
const attemptNamed = z.nullish(z.object(attempt))
const pageNamed = z.nullish(z.object(page))
/** `referralCode` as the page's address has it. An invalid one counts as absent, so that no code is revealed. */
const signUpNamed = z.nullish(z.object({ ...page, referralCode: z.catch(z.optional(referralCode), undefined) }))

export const SignUpRequest = z.object({
  ClientId: clientId,
  Username: username,
  Password: z.string().check(z.maxLength(256)),
  UserAttributes: z.nullish(z.array(attribute).check(z.maxLength(50))),
  ClientMetadata: signUpNamed,
})
export const ConfirmSignUpRequest = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  ClientMetadata: attemptNamed,
})
export const ResendConfirmationCodeRequest = z.object({
  ClientId: clientId,
  Username: username,
  ClientMetadata: z.nullish(z.object({ ...attempt, ...page })),
})
export const ForgotPasswordRequest = z.object({
  ClientId: clientId,
  Username: username,
  ClientMetadata: pageNamed,
})
export const ConfirmForgotPasswordRequest = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  Password: z.string().check(z.maxLength(256)),
})
export const InitiateAuthRequest = z.object({
  ClientId: clientId,
  AuthFlow: z.string(),
  AuthParameters: z.nullish(texts),
})
export const RespondToAuthChallengeRequest = z.object({
  ClientId: clientId,
  ChallengeName: z.string(),
  Session: z.nullish(z.string()),
  ChallengeResponses: z.nullish(texts),
})
export const GetTokensFromRefreshTokenRequest = z.object({
  ClientId: clientId,
  RefreshToken: token,
  DeviceKey: z.nullish(z.string()),
})
export const RevokeTokenRequest = z.object({ ClientId: clientId, Token: token })
export const AccessTokenRequest = z.object({ AccessToken: token })
export const ChangePasswordRequest = z.object({
  AccessToken: token,
  PreviousPassword: z.string().check(z.maxLength(256)),
  ProposedPassword: z.string().check(z.maxLength(256)),
})
export const UpdateUserAttributesRequest = z.object({
  AccessToken: token,
  UserAttributes: z.array(attribute).check(z.maxLength(50)),
})
export const AttributeCodeRequest = z.object({ AccessToken: token, AttributeName: z.string().check(z.maxLength(32)) })
export const VerifyUserAttributeRequest = z.object({
  AccessToken: token,
  AttributeName: z.string().check(z.maxLength(32)),
  Code: code,
})

export type Request<S extends z.ZodMiniType> = z.output<S>
