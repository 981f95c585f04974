import { addresses, CommonSettings, ServiceConfig, setting } from '@hissa/kernel'
import * as z from 'zod/mini'

/** The settings of notification besides the common ones. Unknown keys are ignored. */
export const NotificationConfig = z.object({
  MONGODB_DB_PREFIX: ServiceConfig.shape.MONGODB_DB_PREFIX,
  REDIS_URL: setting(addresses.redis(), 'Redis, which holds the queue of emails.', { secret: 'credential' }),
  SMTP_URL: setting(
    addresses.smtp(),
    'The mail server: `smtp://user:password@host:port`, or `smtps://` for TLS from the start.',
    { secret: 'credential' },
  ),
  MAIL_FROM: setting(z._default(z.string(), 'Hissa <no-reply@hissa.test>'), 'The sender of every email.', {
    passedBy: 'all',
  }),
  CONTACT_EMAIL: setting(
    z._default(z.email(), 'contact@hissa.test'),
    'The mailbox that people read: where replies go.',
    { passedBy: 'all' },
  ),
  PUBLIC_URL: CommonSettings.PUBLIC_URL,
})
export type NotificationConfig = z.output<typeof NotificationConfig>

export const NOTIFICATION_CONFIG = Symbol('NOTIFICATION_CONFIG')
