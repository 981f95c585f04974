import { orderReference } from '@hissa/contracts/investment'
import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, OrderAmounts, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment, money } from './words.js'

export type OrderUpdate = OrderAmounts & { title: string; publicUrl: string } & (
    | { template: 'order-expired' }
    | { template: 'refund-started'; attempt: number }
    | { template: 'refund-completed'; attempt: number; method?: 'bank_transfer' | 'dispute' }
  )

/**
 * Selects the texts of an update. `lapsed` is also used if no reason is known. `notEligible` doesn't invite to reserve
 * again, because the account may not invest. `startedAgain` is a refund that the card network returned or that failed.
 * `completedByTransfer` is a refund that the card could not take and finance paid by bank transfer.
 */
type Kind =
  | 'lapsed'
  | 'released'
  | 'notEligible'
  | 'started'
  | 'startedNotEligible'
  | 'startedAgain'
  | 'completed'
  | 'completedByTransfer'

function kindOf(update: OrderUpdate): Kind {
  const isEligible = update.reason !== 'account_not_eligible'
  if (update.template === 'refund-completed')
    return update.method === 'bank_transfer' ? 'completedByTransfer' : 'completed'
  if (update.template === 'refund-started') {
    if (update.attempt > 1) return 'startedAgain'
    return isEligible ? 'started' : 'startedNotEligible'
  }
  if (!isEligible) return 'notEligible'
  return update.reason === 'released' ? 'released' : 'lapsed'
}

/** Renders the message that a reservation lapsed unpaid, that a refund has started, or that it is complete. */
export function renderOrderUpdate(reader: Reader, update: OrderUpdate): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const kind = kindOf(update)
  const total = money(update.totalFils)
  return layOut(
    {
      subject: t(`email.order.${kind}.subject`, { total }),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t(`email.order.${kind}.intro`, { total }) },
        {
          kind: 'rows',
          rows: [
            [t('email.order.property'), update.title],
            [t('email.order.shares'), String(update.units)],
            [t('email.order.amount'), money(update.amountFils)],
            [t('email.order.fee'), money(update.feeFils)],
            [t('email.order.total'), total],
            [t(`email.order.${kind}.at`), moment(update.at, language)],
            [t('email.order.order'), orderReference(update.orderId)],
          ],
        },
        { kind: 'text', text: t(`email.order.${kind}.next`) },
        { kind: 'link', label: t('email.order.open'), url: pageUrl(update.publicUrl, '/investor-dashboard', language) },
      ],
    },
    language,
  )
}
