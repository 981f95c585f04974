import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
  Inject,
  Ip,
  NotFoundException,
  Param,
  Post,
} from '@nestjs/common'
import { SETTINGS, type Settings } from '../config.js'
import { TokenIssuer } from '../tokens/token-issuer.js'
import { Actions } from './actions.js'
import { POOL_JSON } from './pool-adapter.js'

/** The pool's endpoint, to which clients post every action. */
@Controller()
export class PoolController {
  constructor(private readonly actions: Actions) {}

  @Post(['/', '/idp'])
  @HttpCode(200)
  @Header('content-type', POOL_JSON)
  @Header('cache-control', 'no-store')
  async run(
    @Headers('x-amz-target') target: string | undefined,
    @Body() body: string,
    @Headers('user-agent') userAgent: string | undefined,
    @Ip() ip: string,
  ): Promise<string> {
    return JSON.stringify(await this.actions.run(target, body, { ip, userAgent }))
  }
}

/** Serves the public keys and the OpenID configuration, which token verifiers read. */
@Controller()
export class DiscoveryController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly tokens: TokenIssuer,
  ) {}

  @Get(['/idp/:poolId/.well-known/jwks.json', '/:poolId/.well-known/jwks.json'])
  @Header('cache-control', 'public, max-age=300')
  keys(@Param('poolId') poolId: string) {
    this.requirePool(poolId)
    return this.tokens.publicKeys()
  }

  @Get(['/idp/:poolId/.well-known/openid-configuration', '/:poolId/.well-known/openid-configuration'])
  @Header('cache-control', 'public, max-age=300')
  configuration(@Param('poolId') poolId: string) {
    this.requirePool(poolId)
    const { issuer } = this.settings
    return {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['token'],
      subject_types_supported: ['public'],
      scopes_supported: ['openid', 'email', 'phone', 'profile'],
      claims_supported: ['sub', 'email', 'email_verified', 'name', 'given_name', 'family_name', 'phone_number'],
    }
  }

  private requirePool(poolId: string): void {
    if (poolId !== this.settings.poolId) throw new NotFoundException()
  }
}
