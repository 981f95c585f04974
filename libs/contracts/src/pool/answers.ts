import * as z from 'zod/mini'

/** The response of an action without a result. */
export const Nothing = z.object({})

const CodeDelivery = z.object({
  /** Masked, such as `f***@e***`. */
  Destination: z.string(),
  DeliveryMedium: z.literal('EMAIL'),
  AttributeName: z.string(),
})
export const CodeSent = z.object({ CodeDeliveryDetails: CodeDelivery })
export const CodesSent = z.object({ CodeDeliveryDetailsList: z.array(CodeDelivery) })

export const SignedUp = z.object({
  UserConfirmed: z.boolean(),
  /** The id of the new account, effective once the code is confirmed. */
  UserSub: z.string(),
  CodeDeliveryDetails: CodeDelivery,
})

const AuthenticationResult = z.object({
  AccessToken: z.string(),
  IdToken: z.string(),
  /** Set only after a sign-in. */
  RefreshToken: z.optional(z.string()),
  /** Seconds. */
  ExpiresIn: z.int(),
  TokenType: z.literal('Bearer'),
})
export const SignedIn = z.object({ AuthenticationResult, ChallengeParameters: z.object({}) })

export const PasswordChallenge = z.object({
  ChallengeName: z.literal('PASSWORD_VERIFIER'),
  ChallengeParameters: z.object({
    SALT: z.string(),
    SRP_B: z.string(),
    SECRET_BLOCK: z.string(),
    USERNAME: z.string(),
    USER_ID_FOR_SRP: z.string(),
  }),
})
export const SignInStarted = z.union([PasswordChallenge, SignedIn])

export const PoolUser = z.object({
  Username: z.string(),
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.string() })),
})

/** The public keys for verifying tokens (RFC 7517). */
export const KeySet = z.object({
  keys: z.array(
    z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.string(), n: z.string(), e: z.string() }),
  ),
})

/** The discovery document that leads token verifiers to the keys (OpenID Connect Discovery). */
export const PoolConfiguration = z.object({
  issuer: z.string(),
  jwks_uri: z.string(),
  id_token_signing_alg_values_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  subject_types_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  claims_supported: z.array(z.string()),
})
