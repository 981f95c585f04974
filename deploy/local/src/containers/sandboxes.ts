import { startMail } from '../mail/index.js'
import { startPayments } from '../payments/index.js'

/** Mail catcher and payments sandbox as a container of their own. Environment: see docker-compose.yml. */
const { STRIPE_WEBHOOK_SECRET, STRIPE_SECRET_KEY, WEBHOOK_URL, PAYMENTS_PUBLIC_URL } = process.env
if (!STRIPE_WEBHOOK_SECRET || !STRIPE_SECRET_KEY || !WEBHOOK_URL)
  throw new Error('the sandboxes lack their environment')

const host = '0.0.0.0'
const dataDir = '/data/sandboxes'
const mail = await startMail({ httpPort: 8025, smtpPort: 8026, dataDir, host })
const payments = await startPayments({
  port: 8090,
  dataDir,
  host,
  webhookUrl: WEBHOOK_URL,
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  secretKey: STRIPE_SECRET_KEY,
  ...(PAYMENTS_PUBLIC_URL ? { publicUrl: PAYMENTS_PUBLIC_URL } : {}),
})
process.once('SIGTERM', () => void Promise.all([mail.close(), payments.close()]).then(() => process.exit(0)))
