import { MessagingModule, type Core } from '@hissa/messaging'
import { BullModule } from '@nestjs/bullmq'
import { Module, type DynamicModule } from '@nestjs/common'
import { NOTIFICATION_CONFIG, type NotificationConfig } from './config.js'
import { MailMetrics } from './messages/mail-metrics.js'
import { MessageStore, defineMessages } from './messages/message.store.js'
import { SendMessageWhenEventReceived } from './messages/send-message-when-event-received.js'
import { MAIL_QUEUE, SendQueue } from './messages/send-queue.js'
import { SendMessage } from './messages/send-message.js'
import { SmtpMailer } from './messages/smtp-mailer.js'
import { NoticesController } from './messages/notices/notices.controller.js'
import { defineNotices, NoticeStore } from './messages/notices/notice.store.js'
import { defineProperties, PropertyTitles } from './properties/property-titles.js'
import { RememberTitleWhenOfferingPublished } from './properties/remember-title-when-offering-published.js'

const reactions = [RememberTitleWhenOfferingPublished, SendMessageWhenEventReceived]

@Module({})
export class NotificationModule {
  static with(core: Core, config: NotificationConfig): DynamicModule {
    defineMessages(core.connection)
    defineNotices(core.connection)
    defineProperties(core.connection)
    return {
      module: NotificationModule,
      imports: [
        BullModule.forRoot({
          connection: { url: config.REDIS_URL, maxRetriesPerRequest: null },
          // One Redis may serve several installations, as in tests.
          prefix: `${config.MONGODB_DB_PREFIX}bull`,
        }),
        BullModule.registerQueue({ name: MAIL_QUEUE }),
        MessagingModule.forService({ reactions }),
      ],
      controllers: [NoticesController],
      providers: [
        { provide: NOTIFICATION_CONFIG, useValue: config },
        MessageStore,
        NoticeStore,
        PropertyTitles,
        SendQueue,
        MailMetrics,
        SmtpMailer,
        SendMessage,
        ...reactions,
      ],
    }
  }
}
