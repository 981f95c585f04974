import { type BootParts, type Clock, type Env, type Running, SystemClock } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { readConfig } from './config.js'
import { InvestmentModule } from './investment.module.js'
import type { PaymentGateway } from './processor/processor.api.js'
import { StripeGateway } from './processor/stripe-gateway.js'

export interface InvestmentParts extends BootParts {
  gateway?: PaymentGateway
  wall?: Clock
}

/**
 * Starts the investment service. Errors: ConfigError. `gateway` is Stripe and `wall`, which backoff and locks go by, is
 * the system's clock unless a test brings its own.
 */
export function boot(env: Env, parts: InvestmentParts = {}): Promise<Running> {
  const config = readConfig(env)
  const { gateway = new StripeGateway(config), wall = new SystemClock() } = parts
  return startService({
    service: 'investment',
    env,
    parts,
    module: (core) => InvestmentModule.with(core, config, gateway, wall),
  })
}
