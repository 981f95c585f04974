import { LOGGER, type BootParts, type Env, type Logger, type Running } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { MONGO, migrate, type Migration } from '@hissa/persistence'
import type { INestApplicationContext } from '@nestjs/common'
import { wallClock, type IdentityClock } from './clock.js'
import { readSettings, type Settings } from './config.js'
import { Keyring } from './crypto/keyring.js'
import { SubjectVault } from './crypto/subject-vault.js'
import { IdentityModule } from './identity.module.js'
import { Limiter } from './limits/limiter.js'
import { answerAsPool, poolAdapter } from './pool/pool-adapter.js'
import { PoolErrorFilter } from './pool/pool-error.filter.js'
import { TokenIssuer } from './tokens/token-issuer.js'
import { attemptsPerName } from './users/attempts-per-name.js'
import { foldNames } from './users/fold-names.js'

export interface IdentityParts extends BootParts {
  clock?: IdentityClock
  /** Module of the worker threads for password arithmetic. */
  arithmeticWorker?: URL
}

/**
 * Starts identity: the user pool over HTTP (`url`), profile and subjects over NATS. `clock` determines when codes,
 * challenges, lockouts and tokens expire. Only tests pass `clock` and `arithmeticWorker`.
 */
export async function boot(env: Env, { arithmeticWorker, clock, ...parts }: IdentityParts = {}): Promise<Running> {
  const settings = readSettings(env)
  return startService({
    service: 'identity',
    env,
    parts,
    module: (core) => IdentityModule.with(core, settings, clock ?? wallClock(core.timing), arithmeticWorker),
    http: {
      port: settings.port,
      host: settings.host,
      adapter: poolAdapter,
      configure: async (app) => {
        await migrate(app.get(MONGO), migrationsOf(app, settings))
        await app.get(Limiter).prepare()
        answerAsPool(app.getHttpAdapter().getInstance(), settings.publicUrl)
        app.useGlobalFilters(app.get(PoolErrorFilter))
        // Creates the signing keys on the first start, so that no request waits for them.
        await app.get(TokenIssuer).publicKeys()
      },
    },
  })
}

function migrationsOf(app: INestApplicationContext, { poolId }: Settings): Migration[] {
  const keys = app.get(Keyring)
  const fold = foldNames({ keys, vault: new SubjectVault(keys), poolId, logger: app.get<Logger>(LOGGER) })
  // Repeated, because domains are no longer case-folded.
  return [attemptsPerName, fold, { ...fold, name: '003-fold-names-by-domain' }]
}
