import type { Env, Running } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { MONGO, migrate } from '@hissa/persistence'
import { wallClock, type IdentityClock } from './clock.js'
import { readSettings } from './config.js'
import { IdentityModule } from './identity.module.js'
import { answerAsPool, poolAdapter } from './pool/pool-adapter.js'
import { PoolErrorFilter } from './pool/pool-error.filter.js'
import { TokenIssuer } from './tokens/token-issuer.js'
import { attemptsPerName } from './users/attempts-per-name.js'

const MIGRATIONS = [attemptsPerName]

/**
 * Starts identity: the user pool over HTTP (`url`), profile and subjects over NATS. `clock` moves the expiries of codes,
 * challenges, lockouts and tokens, and is for tests alone.
 */
export async function boot(env: Env, clock: IdentityClock = wallClock): Promise<Running> {
  const settings = readSettings(env)
  return startService({
    service: 'identity',
    env,
    module: (core) => IdentityModule.with(core, settings, clock),
    http: {
      port: settings.port,
      host: settings.host,
      adapter: poolAdapter,
      configure: async (app) => {
        await migrate(app.get(MONGO), MIGRATIONS)
        answerAsPool(app.getHttpAdapter().getInstance())
        app.useGlobalFilters(app.get(PoolErrorFilter))
        // Makes the signing keys on the very first start, so that no request waits for them.
        await app.get(TokenIssuer).publicKeys()
      },
    },
  })
}
