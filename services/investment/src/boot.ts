import { type Clock, type Env, type Running, SystemClock } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { readConfig } from './config.js'
import { InvestmentModule } from './investment.module.js'
import type { PaymentGateway } from './processor/processor.api.js'
import { StripeGateway } from './processor/stripe-gateway.js'

/**
 * Starts the investment service. Errors: ConfigError. `gateway` is Stripe and `wall`, which backoff and locks go by, is
 * the system's clock unless a test brings its own.
 */
export function boot(env: Env, gateway?: PaymentGateway, wall: Clock = new SystemClock()): Promise<Running> {
  const config = readConfig(env)
  const payments = gateway ?? new StripeGateway(config)
  return startService({
    service: 'investment',
    env,
    module: (core) => InvestmentModule.with(core, config, payments, wall),
  })
}
