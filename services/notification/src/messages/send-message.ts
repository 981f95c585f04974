import { ok, type ErrorsOf, type Result } from '@hissa/contracts'
import { DescribeSubject, GetCode, GetEnquiry, GetWaitlistEntry } from '@hissa/contracts/identity'
import { GetBankAccountCode } from '@hissa/contracts/investment'
import {
  contextOf,
  inSpan,
  LOGGER,
  SpanKind,
  TIMING,
  TRACER,
  type Logger,
  type Timing,
  type Tracer,
} from '@hissa/kernel'
import { problemCodeOf, RpcClient } from '@hissa/messaging'
import { languageFor } from '@hissa/texts'
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq'
import { Inject } from '@nestjs/common'
import type { Job } from 'bullmq'
import { NOTIFICATION_CONFIG, type NotificationConfig } from '../config.js'
import { PropertyTitles } from '../properties/property-titles.js'
import type { FormMessage, Mail, Message, MessageBody, Reader } from './message.js'
import { MessageStore } from './message.store.js'
import { MAIL_QUEUE, type SendJob } from './send-queue.js'
import { MailRefused, SmtpMailer } from './smtp-mailer.js'
import { switchOf } from './topic.js'
import { renderBankAccountCode, renderWithdrawal } from './templates/cash.js'
import { renderCode } from './templates/code.js'
import { renderEnquiryForTeam, renderEnquiryReceived } from './templates/enquiry.js'
import { renderKycApproved, renderKycRejected, renderKycResubmission } from './templates/kyc.js'
import { renderOrderUpdate } from './templates/order-update.js'
import { renderPaymentReceived } from './templates/payment-received.js'
import { renderEndedRelocation, renderRelocation } from './templates/relocation.js'
import { renderSecurityNotice } from './templates/security.js'
import { renderDistribution } from './templates/distribution.js'
import { renderTransfer } from './templates/transfer.js'
import { renderWaitlistConfirmed, renderWaitlistRequested } from './templates/waitlist.js'
import { nameOf } from './templates/words.js'

const GIVE_UP_AFTER_MS = 3 * 86_400_000
const SENT_AT_ONCE = 4

type Refusal = ErrorsOf<typeof GetCode | typeof DescribeSubject | typeof GetBankAccountCode | typeof GetEnquiry>
/** A refusal of identity means that the message is obsolete; its reader may also have switched such emails off. */
type Rendered = Result<{ reader: Reader; mail: Mail; replyTo?: string }, Refusal> | typeof SWITCHED_OFF

const SWITCHED_OFF = { ok: false, error: { code: 'SWITCHED_OFF' } } as const

/** The notice of a change of the address goes to the previous one. */
const changeOf = (body: MessageBody) => (body.template === 'email-changed' ? body.issue : undefined)

/**
 * Sends one message: requests the reader (and for a code, the code) from identity, renders the message in the reader's
 * language, submits it to the mail server, and updates the row. Name, address and code are never stored.
 */
@Processor(MAIL_QUEUE, { concurrency: SENT_AT_ONCE })
export class SendMessage extends WorkerHost {
  constructor(
    private readonly messages: MessageStore,
    private readonly titles: PropertyTitles,
    private readonly rpc: RpcClient,
    private readonly mailer: SmtpMailer,
    @Inject(NOTIFICATION_CONFIG) private readonly config: NotificationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TRACER) private readonly tracer: Tracer,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    super()
  }

  async process(job: Job<SendJob>): Promise<void> {
    const message = await this.messages.find(job.data.messageId)
    if (message?.state !== 'queued') return
    const attributes = { 'messaging.system': 'bullmq', 'messaging.destination.name': MAIL_QUEUE }
    const settings = { kind: SpanKind.CONSUMER, attributes, parent: contextOf(message.traceparent) }
    await inSpan(this.tracer, `send ${message.body.template}`, settings, () => this.send(message))
  }

  private async send(message: Message): Promise<void> {
    try {
      const rendered = await this.render(message)
      if (!rendered.ok) return await this.skip(message, rendered.error.code)
      const { reader, mail, replyTo } = rendered.value
      const to = { email: reader.email, fullName: nameOf(reader), replyTo }
      const { language, unsubscribe } = reader
      await this.mailer.send(message._id, to, mail, { language: languageFor(language), unsubscribe })
      await this.messages.settle(message._id, 'sent')
      this.logger.info({ messageId: message._id, template: message.body.template }, 'message sent')
    } catch (error) {
      await this.afterFailure(message, error)
    }
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.logger.warn({ reason: error.name }, 'the mail worker lost its queue')
  }

  private async render(message: Message): Promise<Rendered> {
    const { userId, body } = message
    const { PUBLIC_URL: publicUrl } = this.config
    if (body.template === 'code') {
      const { purpose, issue, language } = body
      const current = await this.rpc.ask(GetCode, { userId, purpose, issue })
      if (!current.ok) return current
      const { code, expiresAt, ...account } = current.value
      const reader = language ? { ...account, language } : account
      return ok({ reader, mail: renderCode(reader, { code, purpose, expiresAt: new Date(expiresAt), publicUrl }) })
    }
    if ('enquiryId' in body || 'entryId' in body) return this.renderForm(body)
    const topic = switchOf(body)
    const asked = { userId, emailChange: changeOf(body), unsubscribeFrom: topic }
    const subject = await this.rpc.ask(DescribeSubject, asked)
    if (!subject.ok) return subject
    const { quietTopics, unsubscribeToken: token, ...account } = subject.value
    if (topic && quietTopics.includes(topic)) return SWITCHED_OFF
    const reader: Reader = { ...account, ...(topic && token && { unsubscribe: { topic, token } }) }
    if (body.template === 'bank-account-code') {
      const { bankAccountId, issue, language } = body
      const current = await this.rpc.ask(GetBankAccountCode, { bankAccountId, issue })
      if (!current.ok) return current
      const values = { ...current.value, expiresAt: new Date(current.value.expiresAt), publicUrl }
      const asked = language ? { ...reader, language } : reader
      return ok({ reader: asked, mail: renderBankAccountCode(asked, values) })
    }
    if ('withdrawalId' in body) return ok({ reader, mail: renderWithdrawal(reader, { ...body, publicUrl }) })
    if (body.template === 'password-changed' || body.template === 'email-changed')
      return ok({ reader, mail: renderSecurityNotice(reader, { ...body, publicUrl }) })
    if (body.template === 'payment-received') {
      const title = await this.titles.titleOf(body.propertyId, languageFor(reader.language))
      const paidAt = body.paidAt ?? message.createdAt
      return ok({ reader, mail: renderPaymentReceived(reader, { ...body, paidAt, title, publicUrl }) })
    }
    if ('orderId' in body) {
      const title = await this.titles.titleOf(body.propertyId, languageFor(reader.language))
      return ok({ reader, mail: renderOrderUpdate(reader, { ...body, title, publicUrl }) })
    }
    if ('transferId' in body) {
      const title = await this.titles.titleOf(body.propertyId, languageFor(reader.language))
      return ok({ reader, mail: renderTransfer(reader, { ...body, title, publicUrl }) })
    }
    if ('distributionId' in body) {
      const title = await this.titles.titleOf(body.propertyId, languageFor(reader.language))
      return ok({ reader, mail: renderDistribution(reader, { ...body, title, publicUrl }) })
    }
    if ('kind' in body) {
      const isMoved = body.template === 'shares-relocated'
      const mail = isMoved
        ? renderRelocation(reader, { ...body, publicUrl })
        : renderEndedRelocation(reader, { ...body, publicUrl })
      return ok({ reader, mail })
    }
    if (body.template === 'kyc-approved') return ok({ reader, mail: renderKycApproved(reader, { publicUrl }) })
    const render = body.template === 'kyc-rejected' ? renderKycRejected : renderKycResubmission
    return ok({ reader, mail: render(reader, { reasonCodes: body.reasonCodes, publicUrl }) })
  }

  /** Readers of these emails may have no account. */
  private async renderForm(body: FormMessage): Promise<Rendered> {
    const { PUBLIC_URL: publicUrl, CONTACT_EMAIL: teamEmail } = this.config
    if ('entryId' in body) {
      const entry = await this.rpc.ask(GetWaitlistEntry, { entryId: body.entryId })
      if (!entry.ok) return entry
      const { email, language } = entry.value
      const render = body.template === 'waitlist-requested' ? renderWaitlistRequested : renderWaitlistConfirmed
      return ok({ reader: { email, fullName: '', language }, mail: render({ ...entry.value, publicUrl }) })
    }
    const enquiry = await this.rpc.ask(GetEnquiry, { enquiryId: body.enquiryId })
    if (!enquiry.ok) return enquiry
    const { email, name: fullName, language } = enquiry.value
    if (body.template === 'enquiry-for-team') {
      const team: Reader = { email: teamEmail, fullName: '', language: 'en' }
      return ok({ reader: team, mail: renderEnquiryForTeam(enquiry.value), replyTo: email })
    }
    const reader: Reader = { email, fullName, language }
    return ok({ reader, mail: renderEnquiryReceived(reader, { ...enquiry.value, publicUrl }) })
  }

  private async skip({ _id: messageId, body }: Message, reason: string): Promise<void> {
    this.logger.info({ messageId, template: body.template, reason }, 'message skipped')
    await this.messages.settle(messageId, 'skipped', reason)
  }

  /** Marks messages that can never be sent as failed; rethrows other errors, so that the queue retries. */
  private async afterFailure(message: Message, error: unknown): Promise<void> {
    const { _id: messageId, body } = message
    const code = error instanceof MailRefused ? error.code : problemCodeOf(error)
    const reason = code ?? (error as Error).name
    const tooOld = this.timing.wallMs() - message.createdAt.getTime() > GIVE_UP_AFTER_MS
    if (tooOld || (error instanceof MailRefused && error.permanent)) {
      this.logger.error({ messageId, template: body.template, reason }, 'message cannot be delivered')
      return this.messages.settle(messageId, 'failed', reason)
    }
    await this.messages.countTry(messageId)
    this.logger.warn({ messageId, template: body.template, reason, tries: message.tries + 1 }, 'message not sent yet')
    // The queue stores the reason of a failed job in Redis, so it gets the code and never a text that may contain an
    // address.
    throw new Error(reason)
  }
}
