import { createLogger, createMetrics, loadConfig, runMain } from '@hissa/kernel'
import * as z from 'zod/mini'
import { startBank } from '@hissa/bank-sandbox'
import { startMail } from '@hissa/mail-catcher'
import { startPayments } from '@hissa/payments-sandbox'
import { startFaultControl } from './fault-control.js'

const host = '0.0.0.0'
const dataDir = '/data/sandboxes'
const controlPort = 8091
/** The name of this container, by which the others address it. */
const container = 'sandboxes'

const Config = z.object({
  LOG_LEVEL: z._default(z.string(), 'info'),
  STRIPE_WEBHOOK_SECRET: z.string(),
  STRIPE_SECRET_KEY: z.string(),
  WEBHOOK_URL: z.url(),
  MAIL_PUBLIC_URL: z.url(),
  PAYMENTS_PUBLIC_URL: z.url(),
})

/** Mail catcher, payments sandbox and bank sandbox in a dedicated container. Environment: see docker-compose.yml. */
await runMain('sandboxes', async (env) => {
  const config = loadConfig(Config, env)
  const logger = createLogger('sandboxes', config.LOG_LEVEL)
  const metrics = createMetrics('sandboxes', true)
  const mailHosts = [container, new URL(config.MAIL_PUBLIC_URL).hostname]
  const mail = await startMail({ httpPort: 8025, smtpPort: 8026, dataDir, host, hosts: mailHosts, logger })
  const payments = await startPayments({
    port: 8090,
    dataDir,
    host,
    hosts: [container],
    logger,
    webhookUrl: config.WEBHOOK_URL,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET,
    secretKey: config.STRIPE_SECRET_KEY,
    publicUrl: config.PAYMENTS_PUBLIC_URL,
  })
  const bank = await startBank({ port: 8095, dataDir, host, hosts: [container], logger })
  const control = await startFaultControl({ email: mail, payments }, { port: controlPort, host, logger })
  logger.info('ready')
  return {
    ready: Promise.resolve(),
    drain: async () => {
      await Promise.all([mail.close(), payments.close(), bank.close(), control.close()])
    },
    unhealthy: () => Promise.resolve([]),
    metrics: () => metrics.metrics(),
  }
})
