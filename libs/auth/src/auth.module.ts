import { Module, type DynamicModule } from '@nestjs/common'
import { BearerStrategy, RolesGuard, SignedInGuard } from './http-guards.js'
import type { Revocations } from './revocations.js'
import { TokenVerifier, remoteKeys } from './token-verifier.js'

export interface AuthOptions {
  jwksUrl: string
  issuer: string
  clientId: string
  /** Sessions that ended before their tokens expire. */
  revocations?: Revocations
}

/** Provides `TokenVerifier` and, for services that serve HTTP, the passport strategy and guards. */
@Module({})
export class AuthModule {
  static forRoot(options: AuthOptions): DynamicModule {
    const verifier = new TokenVerifier({
      issuer: options.issuer,
      clientId: options.clientId,
      keys: remoteKeys(options.jwksUrl),
      revocations: options.revocations,
    })
    return {
      module: AuthModule,
      global: true,
      providers: [{ provide: TokenVerifier, useValue: verifier }, BearerStrategy, SignedInGuard, RolesGuard],
      exports: [TokenVerifier, SignedInGuard, RolesGuard],
    }
  }
}
