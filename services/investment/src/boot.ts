import type { PdfOptions } from '@hissa/documents'
import { type BootParts, type Clock, type Env, type Running, SystemClock } from '@hissa/kernel'
import { startService } from '@hissa/messaging'
import { readConfig } from './config.js'
import { InvestmentModule, type LedgerTiming } from './investment.module.js'
import type { CardGateway, PaymentGateway } from './processor/processor.api.js'
import { StripeCards } from './processor/stripe-cards.js'
import { StripeGateway } from './processor/stripe-gateway.js'

export interface InvestmentParts extends BootParts {
  gateway?: PaymentGateway
  cards?: CardGateway
  wall?: Clock
  reservationLimits?: 'on' | 'off'
  ledger?: LedgerTiming
  pdfs?: PdfOptions
}

/**
 * Starts the investment service. Throws ConfigError. `gateway` and `cards` default to Stripe; `wall`, the clock of
 * backoff and locks, defaults to the system's clock. Tests replace them, and may switch the limits of unpaid
 * reservations off, drive the time that callers wait for the ledger, and limit the rendering of receipts.
 */
export function boot(env: Env, parts: InvestmentParts = {}): Promise<Running> {
  const config = readConfig(env)
  const { gateway = new StripeGateway(config, parts.timing), cards = new StripeCards(config) } = parts
  const { wall = new SystemClock(0, parts.timing), reservationLimits = 'on', ledger = {}, pdfs = {} } = parts
  return startService({
    service: 'investment',
    env,
    parts,
    module: (core) => InvestmentModule.with(core, config, { gateway, cards, wall, reservationLimits, ledger, pdfs }),
  })
}
