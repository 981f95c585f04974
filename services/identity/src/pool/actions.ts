import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { SETTINGS, type Settings } from '../config.js'
import { limitsOf, RequestLimits } from '../limits/request-limits.js'
import { SignOut } from '../tokens/sign-out.js'
import { ForgotPassword } from '../passwords/forgot-password.js'
import { ReplacePassword } from '../passwords/replace-password.js'
import { ConfirmSignUp } from '../account/confirm-sign-up.js'
import { GetUser } from '../account/get-user.js'
import { ResendConfirmationCode } from '../account/resend-confirmation-code.js'
import { SignUp } from '../account/sign-up.js'
import { UpdateUserAttributes } from '../account/update-user-attributes.js'
import { VerifyUserAttribute } from '../account/verify-user-attribute.js'
import { Authentication } from './authentication.js'
import { PoolError } from '../errors/pool-error.js'
import * as requests from './requests.js'
import { UNBUILT_ACTIONS } from './unbuilt-actions.js'

/** A request behind its schema: what was read, if it is one, and what it does. */
interface Call {
  request?: unknown
  act: () => Promise<object>
}
type Action = (body: unknown) => Call

/** The pool's actions by name, each behind the schema of its request. */
@Injectable()
export class Actions {
  private readonly actions: ReadonlyMap<string, Action>

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limits: RequestLimits,
    signUp: SignUp,
    confirm: ConfirmSignUp,
    resend: ResendConfirmationCode,
    auth: Authentication,
    signOut: SignOut,
    getUser: GetUser,
    update: UpdateUserAttributes,
    verify: VerifyUserAttribute,
    forgot: ForgotPassword,
    replacePassword: ReplacePassword,
  ) {
    this.actions = new Map<string, Action>([
      ['SignUp', this.action(requests.SignUpRequest, (body) => signUp.run(body))],
      ['ConfirmSignUp', this.action(requests.ConfirmSignUpRequest, (body) => confirm.run(body))],
      ['ResendConfirmationCode', this.action(requests.ResendConfirmationCodeRequest, (body) => resend.run(body))],
      ['ForgotPassword', this.action(requests.ForgotPasswordRequest, (body) => forgot.run(body))],
      [
        'ConfirmForgotPassword',
        this.action(requests.ConfirmForgotPasswordRequest, (body) => replacePassword.run(body)),
      ],
      ['InitiateAuth', this.action(requests.InitiateAuthRequest, (body) => auth.initiate(body))],
      ['RespondToAuthChallenge', this.action(requests.RespondToAuthChallengeRequest, (body) => auth.respond(body))],
      [
        'GetTokensFromRefreshToken',
        this.action(requests.GetTokensFromRefreshTokenRequest, (body) => auth.tokensFromRefreshToken(body)),
      ],
      ['RevokeToken', this.action(requests.RevokeTokenRequest, (body) => signOut.revokeToken(body))],
      ['GlobalSignOut', this.action(requests.AccessTokenRequest, (body) => signOut.everywhere(body))],
      ['GetUser', this.action(requests.AccessTokenRequest, (body) => getUser.run(body))],
      ['UpdateUserAttributes', this.action(requests.UpdateUserAttributesRequest, (body) => update.run(body))],
      ['GetUserAttributeVerificationCode', this.action(requests.AttributeCodeRequest, (body) => verify.sendCode(body))],
      ['VerifyUserAttribute', this.action(requests.VerifyUserAttributeRequest, (body) => verify.run(body))],
    ])
  }

  /**
   * Runs the action that `target` (`AWSCognitoIdentityProviderService.<Action>`) names.
   * Errors: the action's own; UnknownOperation, UnsupportedOperation, Serialization, InvalidParameter,
   * LimitExceeded, TooManyRequests, ResourceNotFound.
   */
  run(target: string | undefined, body: string, ip: string): Promise<object> {
    const name = /^AWSCognitoIdentityProviderService\.([A-Za-z]+)$/.exec(target ?? '')?.[1]
    const action = name === undefined ? undefined : this.actions.get(name)
    if (name && action) {
      const { request, act } = action(parseJson(body))
      return this.limits.within(limitsOf(name, request), { ip, name: userNamed(request) }, act)
    }
    if (name && UNBUILT_ACTIONS.has(name)) {
      throw new PoolError('UnsupportedOperation', `${name} is not supported by this user pool.`)
    }
    throw new PoolError('UnknownOperation', 'The requested operation is not recognized by the service.')
  }

  private action<S extends z.ZodMiniType>(schema: S, handle: (request: z.output<S>) => Promise<object>): Action {
    return (body) => {
      const { success, data, error } = z.safeParse(schema, body)
      const act = async () => {
        if (!success) throw refuseShape(error.issues)
        this.checkClient(data)
        return handle(data)
      }
      return { request: data, act }
    }
  }

  private checkClient(request: unknown): void {
    const clientId = (request as { ClientId?: string }).ClientId
    if (clientId !== undefined && clientId !== this.settings.clientId) {
      throw new PoolError('ResourceNotFound', `User pool client ${clientId} does not exist.`)
    }
  }
}

type Texts = Record<string, string | null | undefined> | null
interface Naming {
  Username?: string
  AuthParameters?: Texts
  ChallengeResponses?: Texts
}

/** The user that a request names. It has been read by its schema, which leaves the one place where its action looks. */
function userNamed(request: unknown): string | undefined {
  const { Username, AuthParameters, ChallengeResponses } = (request ?? {}) as Naming
  return Username ?? (AuthParameters ?? ChallengeResponses)?.USERNAME ?? undefined
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new PoolError('Serialization', 'The request body is not valid JSON.')
  }
}

function refuseShape(issues: readonly z.core.$ZodIssue[]): PoolError {
  const namesTooMuch = issues.some(
    ({ code, path }) => /^username$/i.test(String(path.at(-1))) && (code === 'too_big' || code === 'custom'),
  )
  return new PoolError('InvalidParameter', describeIssues(issues), 400, namesTooMuch)
}

/** In the words of the real service, without the value: it may be a password. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const count = `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected`
  const details = issues.map((issue) => {
    const path = issue.path.map(String).join('.')
    const member = path.charAt(0).toLowerCase() + path.slice(1)
    return `Value at '${member || 'body'}' failed to satisfy constraint: ${issue.message}`
  })
  return `${count}: ${details.join('; ')}`
}
