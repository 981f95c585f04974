import type * as z from 'zod/mini'
import * as answers from './answers.js'
import { COMMON_POOL_ERRORS, type PoolErrorType } from './errors.js'
import * as requests from './requests.js'

/** An action of the user pool: `X-Amz-Target: AWSCognitoIdentityProviderService.<name>`. */
export interface PoolAction<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly summary: string
  readonly request: I
  readonly answer: O
  /** Its errors, besides those of every action. */
  readonly errors: readonly PoolErrorType[]
  readonly example: unknown
  readonly answerExample: unknown
}

const define = <I extends z.ZodMiniType, O extends z.ZodMiniType>(action: PoolAction<I, O>) => action

const ClientId = 'hissaweb'
const Username = 'fatima@example.com'
const USER_ID = '0191a2b3-7c4d-4e5f-8a9b-0c1d2e3f4a5b'
const ConfirmationCode = '482913'
const AccessToken = 'eyJraWQiOiJrMSIsImFsZyI6IlJTMjU2In0.e30.c2ln'
const RefreshToken = 'nK3yq0T9oVb2mZc7wX1uRg5dLs8fHj4e'
const delivery = { Destination: 'f***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' }
const tokens = { AccessToken, IdToken: AccessToken, ExpiresIn: 3_600, TokenType: 'Bearer' }
const codeSent = { CodeDeliveryDetails: delivery }

/** Every supported action, by name. */
export const poolActions = {
  SignUp: define({
    summary: 'Creates an account and sends a code to its email address.',
    request: requests.SignUpRequest,
    answer: answers.SignedUp,
    errors: ['NotAuthorized', 'InvalidPassword', 'UsernameExists'],
    example: {
      ClientId,
      Username,
      Password: 'Corniche-Sunset-42',
      UserAttributes: [{ Name: 'name', Value: 'Fatima Al Mansoori' }],
    },
    answerExample: { UserConfirmed: false, UserSub: USER_ID, ...codeSent },
  }),
  ConfirmSignUp: define({
    summary: 'Confirms the email address of a new account with the code.',
    request: requests.ConfirmSignUpRequest,
    answer: answers.Nothing,
    errors: ['CodeMismatch', 'ExpiredCode', 'TooManyFailedAttempts', 'NotAuthorized'],
    example: { ClientId, Username, ConfirmationCode },
    answerExample: {},
  }),
  ResendConfirmationCode: define({
    summary: 'Sends a new code for an account that is not confirmed. The previous code stops working.',
    request: requests.ResendConfirmationCodeRequest,
    answer: answers.CodeSent,
    errors: [],
    example: { ClientId, Username },
    answerExample: codeSent,
  }),
  ForgotPassword: define({
    summary: 'Sends a code with which a new password can be chosen. A name that does not exist has the same answer.',
    request: requests.ForgotPasswordRequest,
    answer: answers.CodeSent,
    errors: [],
    example: { ClientId, Username },
    answerExample: codeSent,
  }),
  ConfirmForgotPassword: define({
    summary: 'Replaces a forgotten password and ends every session.',
    request: requests.ConfirmForgotPasswordRequest,
    answer: answers.Nothing,
    errors: ['InvalidPassword', 'CodeMismatch', 'ExpiredCode', 'TooManyFailedAttempts'],
    example: { ClientId, Username, ConfirmationCode, Password: 'Corniche-Sunset-43' },
    answerExample: {},
  }),
  InitiateAuth: define({
    summary: 'Starts a sign-in by SRP (`USER_SRP_AUTH`), or refreshes tokens (`REFRESH_TOKEN_AUTH`).',
    request: requests.InitiateAuthRequest,
    answer: answers.SignInStarted,
    errors: ['NotAuthorized'],
    example: { ClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: Username, SRP_A: 'a1b2c3' } },
    answerExample: {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: '5f8a9b0c1d2e3f4a',
        SRP_B: '7d4e5f',
        SECRET_BLOCK: 'c2VjcmV0LWJsb2Nr',
        USERNAME: USER_ID,
        USER_ID_FOR_SRP: USER_ID,
      },
    },
  }),
  RespondToAuthChallenge: define({
    summary: 'Proves the password by SRP and returns tokens.',
    request: requests.RespondToAuthChallengeRequest,
    answer: answers.SignedIn,
    errors: ['NotAuthorized', 'UserNotConfirmed'],
    example: {
      ClientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME: USER_ID,
        PASSWORD_CLAIM_SECRET_BLOCK: 'c2VjcmV0LWJsb2Nr',
        PASSWORD_CLAIM_SIGNATURE: 'c2lnbmF0dXJl',
        TIMESTAMP: 'Sun Nov 22 09:00:00 UTC 2026',
      },
    },
    answerExample: { AuthenticationResult: { ...tokens, RefreshToken }, ChallengeParameters: {} },
  }),
  GetTokensFromRefreshToken: define({
    summary: 'Returns new id and access tokens for a refresh token, which stays the same.',
    request: requests.GetTokensFromRefreshTokenRequest,
    answer: answers.SignedIn,
    errors: ['NotAuthorized'],
    example: { ClientId, RefreshToken },
    answerExample: { AuthenticationResult: tokens, ChallengeParameters: {} },
  }),
  RevokeToken: define({
    summary: 'Ends the session of a refresh token.',
    request: requests.RevokeTokenRequest,
    answer: answers.Nothing,
    errors: ['UnsupportedTokenType', 'Unauthorized'],
    example: { ClientId, Token: RefreshToken },
    answerExample: {},
  }),
  GlobalSignOut: define({
    summary: 'Ends every session of the signed-in user.',
    request: requests.AccessTokenRequest,
    answer: answers.Nothing,
    errors: ['NotAuthorized'],
    example: { AccessToken },
    answerExample: {},
  }),
  ChangePassword: define({
    summary: 'Replaces the password of the signed-in user, who states the present one, and ends every other session.',
    request: requests.ChangePasswordRequest,
    answer: answers.Nothing,
    errors: ['NotAuthorized', 'InvalidPassword'],
    example: { AccessToken, PreviousPassword: 'Corniche-Sunset-42', ProposedPassword: 'Corniche-Sunset-43' },
    answerExample: {},
  }),
  GetUser: define({
    summary: 'Returns the attributes of the signed-in user.',
    request: requests.AccessTokenRequest,
    answer: answers.PoolUser,
    errors: ['NotAuthorized'],
    example: { AccessToken },
    answerExample: { Username: USER_ID, UserAttributes: [{ Name: 'email', Value: Username }] },
  }),
  UpdateUserAttributes: define({
    summary: 'Changes attributes of the signed-in user. A new email address has to be verified.',
    request: requests.UpdateUserAttributesRequest,
    answer: answers.CodesSent,
    errors: ['NotAuthorized'],
    example: { AccessToken, UserAttributes: [{ Name: 'email', Value: 'fatima.am@example.com' }] },
    answerExample: { CodeDeliveryDetailsList: [delivery] },
  }),
  GetUserAttributeVerificationCode: define({
    summary: 'Sends a code that verifies a new email address.',
    request: requests.AttributeCodeRequest,
    answer: answers.CodeSent,
    errors: ['NotAuthorized'],
    example: { AccessToken, AttributeName: 'email' },
    answerExample: codeSent,
  }),
  VerifyUserAttribute: define({
    summary: 'Verifies a new email address with the code.',
    request: requests.VerifyUserAttributeRequest,
    answer: answers.Nothing,
    errors: ['NotAuthorized', 'CodeMismatch', 'ExpiredCode', 'TooManyFailedAttempts', 'AliasExists'],
    example: { AccessToken, AttributeName: 'email', Code: ConfirmationCode },
    answerExample: {},
  }),
} as const

export type PoolActionName = keyof typeof poolActions

/** Returns the value of `X-Amz-Target` for an action. */
export const targetOf = (name: string) => `AWSCognitoIdentityProviderService.${name}`

/** Returns whether an action declares this error, or every action does. */
export const declaresPoolError = (name: PoolActionName, type: PoolErrorType): boolean =>
  [...COMMON_POOL_ERRORS, ...poolActions[name].errors].includes(type)
