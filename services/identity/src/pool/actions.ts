import {
  declaresPoolError,
  poolActions,
  type PoolAction,
  type PoolActionName,
  type Request,
} from '@hissa/contracts/pool'
import { LOGGER, type Logger } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { SETTINGS, type Settings } from '../config.js'
import { limitsOf, RequestLimits } from '../limits/request-limits.js'
import { SignOut } from '../tokens/sign-out.js'
import { ChangePassword } from '../passwords/change-password.js'
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
import { UNSUPPORTED_ACTIONS } from './unsupported-actions.js'

/** Who calls: the address that the gateway saw, and the browser's own description. */
export interface PoolClient {
  ip: string
  userAgent: string | undefined
}

/** The use case of each declared action. */
type Handlers = {
  [N in PoolActionName]: (request: Request<(typeof poolActions)[N]['request']>, client: PoolClient) => Promise<object>
}

/** The pool's actions by name, each with the schema of its request. */
@Injectable()
export class Actions {
  private readonly handlers: Handlers

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
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
    changePassword: ChangePassword,
  ) {
    this.handlers = {
      SignUp: (request) => signUp.run(request),
      ConfirmSignUp: (request) => confirm.run(request),
      ResendConfirmationCode: (request) => resend.run(request),
      ForgotPassword: (request) => forgot.run(request),
      ConfirmForgotPassword: (request) => replacePassword.run(request),
      InitiateAuth: (request) => auth.initiate(request),
      RespondToAuthChallenge: (request, { userAgent }) => auth.respond(request, userAgent),
      GetTokensFromRefreshToken: (request) => auth.tokensFromRefreshToken(request),
      RevokeToken: (request) => signOut.revokeToken(request),
      GlobalSignOut: (request) => signOut.everywhere(request),
      ChangePassword: (request) => changePassword.run(request),
      GetUser: (request) => getUser.run(request),
      UpdateUserAttributes: (request) => update.run(request),
      GetUserAttributeVerificationCode: (request) => verify.sendCode(request),
      VerifyUserAttribute: (request) => verify.run(request),
    }
  }

  /**
   * Runs the action in `target` (`AWSCognitoIdentityProviderService.<Action>`).
   * Errors: those of the action; UnknownOperation, UnsupportedOperation, Serialization, InvalidParameter,
   * LimitExceeded, TooManyRequests, ResourceNotFound.
   */
  run(target: string | undefined, body: string, client: PoolClient): Promise<object> {
    const name = /^AWSCognitoIdentityProviderService\.([A-Za-z]+)$/.exec(target ?? '')?.[1]
    if (name && isSupported(name)) return this.runNamed(name, parseJson(body), client)
    if (name && UNSUPPORTED_ACTIONS.has(name)) {
      throw new PoolError('UnsupportedOperation', `${name} is not supported by this user pool.`)
    }
    throw new PoolError('UnknownOperation', 'The requested operation is not recognized by the service.')
  }

  private async runNamed(name: PoolActionName, body: unknown, client: PoolClient): Promise<object> {
    const { success, data, error } = z.safeParse((poolActions[name] as PoolAction).request, body)
    const act = async () => {
      if (!success) throw validationError(error.issues)
      this.checkClient(data)
      return (this.handlers[name] as (request: unknown, client: PoolClient) => Promise<object>)(data, client)
    }
    try {
      return await this.limits.within(limitsOf(name, data), { ip: client.ip, name: userNamed(data) }, act)
    } catch (thrown) {
      throw this.declared(name, thrown)
    }
  }

  /** Returns the error to respond with: an internal error if the action doesn't declare it. */
  private declared(name: PoolActionName, thrown: unknown): unknown {
    if (!(thrown instanceof PoolError) || declaresPoolError(name, thrown.type)) return thrown
    this.logger.error({ err: thrown, action: name }, 'action threw an undeclared error')
    return new PoolError('InternalError', 'Something went wrong on our side. Please try again.', 500)
  }

  private checkClient(request: unknown): void {
    const clientId = (request as { ClientId?: string }).ClientId
    if (clientId !== undefined && clientId !== this.settings.clientId) {
      throw new PoolError('ResourceNotFound', `User pool client ${clientId} does not exist.`)
    }
  }
}

const isSupported = (name: string): name is PoolActionName => Object.hasOwn(poolActions, name)

type Texts = Record<string, string | null | undefined> | null
interface Naming {
  Username?: string
  AuthParameters?: Texts
  ChallengeResponses?: Texts
}

/** Returns the user name in a request. The schema keeps only the field that the action reads. */
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

function validationError(issues: readonly z.core.$ZodIssue[]): PoolError {
  const namesTooMuch = issues.some(
    ({ code, path }) => /^username$/i.test(String(path.at(-1))) && (code === 'too_big' || code === 'custom'),
  )
  return new PoolError('InvalidParameter', describeIssues(issues), 400, namesTooMuch)
}

/** Returns a message in the wording of the real service, without the value, which may be a password. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const count = `${issues.length} validation error${issues.length === 1 ? '' : 's'} detected`
  const details = issues.map((issue) => {
    const path = issue.path.map(String).join('.')
    const member = path.charAt(0).toLowerCase() + path.slice(1)
    return `Value at '${member || 'body'}' failed to satisfy constraint: ${issue.message}`
  })
  return `${count}: ${details.join('; ')}`
}
