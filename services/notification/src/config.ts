import { addresses } from '@hissa/kernel'
import * as z from 'zod/mini'

/** What notification needs beside the common keys. Unknown keys are left alone. */
export const NotificationConfig = z.object({
  MONGODB_DB_PREFIX: z._default(z.string(), 'hissa_'),
  REDIS_URL: addresses.redis(),
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the start. */
  SMTP_URL: addresses.smtp(),
  MAIL_FROM: z._default(z.string(), 'Hissa <no-reply@hissa.test>'),
  /** The mailbox that people read: where a reply goes. */
  CONTACT_EMAIL: z._default(z.email(), 'contact@hissa.test'),
  /** The base of every link in a message. */
  PUBLIC_URL: addresses.web(),
})
export type NotificationConfig = z.output<typeof NotificationConfig>

export const NOTIFICATION_CONFIG = Symbol('NOTIFICATION_CONFIG')
