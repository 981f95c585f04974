import type { Logger } from '@hissa/kernel'
import { startBank } from '@hissa/bank-sandbox'
import { startChainProxy } from '@hissa/chain-proxy'
import { startMail } from '@hissa/mail-catcher'
import { startPayments, STRIPE_JS_PATH } from '@hissa/payments-sandbox'
import type { Engines } from '../engines/start-engines.js'
import type { Options } from '../run/options.js'
import type { Ports } from '../run/ports.js'
import type { Secrets } from '../run/secrets.js'
import { UserError } from '../run/user-error.js'
import type { Faulty } from './faults.js'

type Env = Readonly<Record<string, string | undefined>>

/** The sandboxes that run in the launcher's process, and the platform's settings, with or without them. */
export interface Sandboxes {
  smtpUrl: string
  stripe: { secretKey: string; webhookSecret: string; apiBase?: string; publishableKey?: string; jsUrl?: string }
  mailUrl?: string
  paymentsUrl?: string
  /** Absent if `PAYOUT_IBAN` names a real account. */
  bankUrl?: string
  email?: Faulty
  payments?: Faulty
  /** The RPC in front of the local chain. */
  chain?: Faulty
  chainUrl?: string
  /** Why the business clock may not be moved, or null. */
  clockRefused: string | null
  close(): Promise<void>
}

/**
 * Starts the mail catcher unless `SMTP_URL` names a server, and the payments sandbox unless `STRIPE_SECRET_KEY` names
 * an account, and the RPC of the local chain unless `CHAIN_RPC_URL` names one.
 * @throws UserError when only one of Stripe's two settings is set
 */
export async function startSandboxes(
  options: Options,
  ports: Ports,
  secrets: Secrets,
  env: Env,
  engines: Engines,
  logger: Logger,
): Promise<Sandboxes> {
  const { STRIPE_SECRET_KEY: realKey, STRIPE_WEBHOOK_SECRET: realWebhookSecret, SMTP_URL: realSmtpUrl } = env
  if (realKey && !realWebhookSecret) {
    throw new UserError('STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET, which signs its webhooks.')
  }
  const mail = realSmtpUrl
    ? undefined
    : await startMail({ httpPort: ports.mail, smtpPort: ports.smtp, dataDir: options.dataDir, logger })
  const payments = realKey
    ? undefined
    : await startPayments({
        port: ports.payments,
        logger,
        dataDir: options.dataDir,
        webhookUrl: `http://127.0.0.1:${ports.app}/api/payment/webhook`,
        webhookSecret: secrets.stripeWebhookSecret,
        secretKey: secrets.stripeSecretKey,
      })
  const bank = env['PAYOUT_IBAN'] ? undefined : await startBank({ port: ports.bank, dataDir: options.dataDir, logger })
  const chain = engines.chain
  const proxy =
    chain && (await startChainProxy({ port: ports.chain, nodeUrl: () => `http://127.0.0.1:${chain.current().port}` }))
  return {
    smtpUrl: mail?.smtpUrl ?? realSmtpUrl ?? '',
    stripe: payments
      ? {
          secretKey: secrets.stripeSecretKey,
          webhookSecret: secrets.stripeWebhookSecret,
          apiBase: payments.url,
          // The sandbox accepts any publishable key.
          publishableKey: 'pk_test_local',
          jsUrl: `${payments.url}${STRIPE_JS_PATH}`,
        }
      : {
          secretKey: realKey ?? '',
          webhookSecret: realWebhookSecret ?? '',
          publishableKey: env['STRIPE_PUBLISHABLE_KEY'],
        },
    mailUrl: mail?.httpUrl,
    paymentsUrl: payments?.url,
    bankUrl: bank?.url,
    email: mail,
    payments,
    chain: proxy,
    chainUrl: proxy?.url,
    clockRefused: realKey ? 'A real Stripe account is configured, so the clock can’t be moved.' : null,
    close: async () => {
      await Promise.all([mail?.close(), payments?.close(), bank?.close(), proxy?.close()])
    },
  }
}
