import type {
  GetTokensFromRefreshTokenRequest,
  InitiateAuthRequest,
  Request,
  RespondToAuthChallengeRequest,
} from '@hissa/contracts/pool'
import { Injectable } from '@nestjs/common'
import { AnswerPasswordVerifier } from '../sign-in/answer-password-verifier.js'
import { StartSignIn } from '../sign-in/start-sign-in.js'
import { deviceOf } from '../tokens/device.js'
import { RefreshTokens } from '../tokens/refresh-tokens.js'
import { PoolError, invalidParameter, notAuthorized, unknownDevice } from '../errors/pool-error.js'

type Texts = Record<string, string | null | undefined>

const NOT_ENABLED = ['USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH']

/** Dispatches the generic sign-in actions by flow and challenge. */
@Injectable()
export class Authentication {
  constructor(
    private readonly startSignIn: StartSignIn,
    private readonly answer: AnswerPasswordVerifier,
    private readonly refreshTokens: RefreshTokens,
  ) {}

  /** Starts a flow. Errors: those of the flow; InvalidParameter for a flow that isn't enabled. */
  async initiate(request: Request<typeof InitiateAuthRequest>): Promise<object> {
    const parameters = request.AuthParameters ?? {}
    switch (request.AuthFlow) {
      case 'USER_SRP_AUTH':
        return this.startSignIn.run(required(parameters, 'USERNAME'), required(parameters, 'SRP_A'))
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN':
        return this.refresh(required(parameters, 'REFRESH_TOKEN'), request.ClientId, parameters.DEVICE_KEY)
      default:
        throw invalidParameter(
          NOT_ENABLED.includes(request.AuthFlow)
            ? `${request.AuthFlow} flow not enabled for this client`
            : 'Initiate Auth method not supported.',
        )
    }
  }

  /** Responds to a challenge; only PASSWORD_VERIFIER is ever issued. Errors: those of the challenge. */
  async respond(request: Request<typeof RespondToAuthChallengeRequest>, userAgent?: string): Promise<object> {
    if (request.ChallengeName !== 'PASSWORD_VERIFIER') {
      if (!request.Session) throw invalidParameter('Missing required parameter Session')
      throw notAuthorized('Invalid session for the user.')
    }
    const responses = request.ChallengeResponses ?? {}
    const result = await this.answer.run({
      name: required(responses, 'USERNAME'),
      secretBlock: required(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'),
      signature: required(responses, 'PASSWORD_CLAIM_SIGNATURE'),
      timestamp: required(responses, 'TIMESTAMP'),
      deviceKey: responses.DEVICE_KEY ?? undefined,
      device: deviceOf(userAgent),
    })
    return { AuthenticationResult: result, ChallengeParameters: {} }
  }

  tokensFromRefreshToken(request: Request<typeof GetTokensFromRefreshTokenRequest>): Promise<object> {
    return this.refresh(request.RefreshToken, request.ClientId, request.DeviceKey)
  }

  private async refresh(token: string, clientId: string, deviceKey: string | null | undefined): Promise<object> {
    if (deviceKey) throw unknownDevice()
    return { AuthenticationResult: await this.refreshTokens.run(token, clientId), ChallengeParameters: {} }
  }
}

function required(texts: Texts, name: string): string {
  const value = texts[name]
  if (!value) throw new PoolError('InvalidParameter', `Missing required parameter ${name}`)
  return value
}
