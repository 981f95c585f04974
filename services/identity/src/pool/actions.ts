import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { SETTINGS, type Settings } from '../config.js'
import { RequestLimits } from '../limits/request-limits.js'
import { SignOut } from '../tokens/sign-out.js'
import { ConfirmSignUp } from '../users/confirm-sign-up.js'
import { GetUser } from '../users/get-user.js'
import { ResendConfirmationCode } from '../users/resend-confirmation-code.js'
import { SignUp } from '../users/sign-up.js'
import { UpdateUserAttributes } from '../users/update-user-attributes.js'
import { VerifyUserAttribute } from '../users/verify-user-attribute.js'
import { Authentication } from './authentication.js'
import { PoolError, invalidParameter } from './pool-error.js'
import * as requests from './requests.js'
import { UNBUILT_ACTIONS } from './unbuilt-actions.js'

type Action = (body: unknown) => Promise<object>

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
  ) {
    this.actions = new Map<string, Action>([
      ['SignUp', this.action(requests.SignUpRequest, (body) => signUp.run(body))],
      ['ConfirmSignUp', this.action(requests.ConfirmSignUpRequest, (body) => confirm.run(body))],
      ['ResendConfirmationCode', this.action(requests.ResendConfirmationCodeRequest, (body) => resend.run(body))],
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
      const request = parseJson(body)
      return this.limits.within(name, { ip, name: userNamed(request) }, () => action(request))
    }
    if (name && UNBUILT_ACTIONS.has(name)) {
      throw new PoolError('UnsupportedOperation', `${name} is not supported by this user pool.`)
    }
    throw new PoolError('UnknownOperation', 'The requested operation is not recognized by the service.')
  }

  private action<S extends z.ZodMiniType>(schema: S, handle: (request: z.output<S>) => Promise<object>): Action {
    return async (body) => {
      const result = z.safeParse(schema, body)
      if (!result.success) throw invalidParameter(describeIssues(result.error.issues))
      this.checkClient(result.data)
      return handle(result.data)
    }
  }

  private checkClient(request: unknown): void {
    const clientId = (request as { ClientId?: string }).ClientId
    if (clientId !== undefined && clientId !== this.settings.clientId) {
      throw new PoolError('ResourceNotFound', `User pool client ${clientId} does not exist.`)
    }
  }
}

/** The user that a request names, wherever the action has it; not checked yet. */
function userNamed(request: unknown): string | undefined {
  const { Username, AuthParameters, ChallengeResponses } = (request ?? {}) as Record<string, unknown>
  const parameters = (AuthParameters ?? ChallengeResponses ?? {}) as Record<string, unknown>
  const name = Username ?? parameters.USERNAME
  return typeof name === 'string' ? name.slice(0, 256) : undefined
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new PoolError('Serialization', 'The request body is not valid JSON.')
  }
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
