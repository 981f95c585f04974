import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common'
import nodemailer from 'nodemailer'
import { NOTIFICATION_CONFIG, type NotificationConfig } from '../config.js'
import { markPart } from './mark.js'
import type { Mail, Reader } from './message.js'
import { unsubscribeUrl } from './templates/links.js'

const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 15_000
const MAX_CONNECTIONS = 3

/**
 * A rejection by the mail server, without its text, which may contain the address. `permanent` is a 5xx for the
 * recipient.
 */
export class MailRefused extends Error {
  constructor(
    readonly code: string,
    readonly permanent: boolean,
  ) {
    super(`mail not accepted: ${code}`)
    this.name = 'MailRefused'
  }
}

/** Submits messages to the SMTP server over a few pooled connections. */
@Injectable()
export class SmtpMailer implements OnModuleDestroy {
  private readonly transport
  private readonly from: string
  private readonly replyTo: string
  private readonly publicUrl: string
  private readonly domain: string

  constructor(@Inject(NOTIFICATION_CONFIG) config: NotificationConfig) {
    this.from = config.MAIL_FROM
    this.replyTo = config.CONTACT_EMAIL
    this.publicUrl = config.PUBLIC_URL
    this.domain = new URL(config.PUBLIC_URL).hostname
    this.transport = nodemailer.createTransport({
      ...smtpOptions(config.SMTP_URL),
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  /**
   * Sends a message as `<id@host of PUBLIC_URL>`, so that duplicates can be recognised. With `unsubscribe`, its reader's
   * mailbox can offer to switch such messages off with one click (RFC 8058). Replies go to `replyTo`, by default the
   * contact mailbox. Throws MailRefused.
   */
  async send(
    id: string,
    to: { email: string; fullName: string; replyTo?: string | undefined },
    mail: Mail,
    { language, unsubscribe }: Pick<Reader, 'unsubscribe'> & { language: string },
  ): Promise<void> {
    try {
      await this.transport.sendMail({
        from: this.from,
        replyTo: to.replyTo ?? this.replyTo,
        to: { name: to.fullName, address: to.email },
        messageId: `<${id}@${this.domain}>`,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: [markPart],
        headers: {
          'Content-Language': language,
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribeUrl(this.publicUrl, unsubscribe)}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    } catch (error) {
      throw refusalOf(error)
    }
  }

  onModuleDestroy(): void {
    this.transport.close()
  }
}

function refusalOf(error: unknown): MailRefused {
  const { code = 'EUNKNOWN', responseCode } = error as { code?: string; responseCode?: number }
  const permanent = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
  return new MailRefused(responseCode ? `${code} ${responseCode}` : code, permanent)
}

function smtpOptions(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined
  return { host: hostname, port: Number(port) || (secure ? 465 : 587), secure, ...(auth && { auth }) }
}
