import { orderReference } from '@hissa/contracts/investment'
import { languageFor, type Language } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, OrderMessage, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { isCancellable, kindOf } from './order-kind.js'
import { greeting, moment, money } from './words.js'

export type OrderUpdate = OrderMessage & { title: string; publicUrl: string }

/** Renders the message about one step of an order: what happened, the amounts, and what happens next. */
export function renderOrderUpdate(reader: Reader, update: OrderUpdate): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const kind = kindOf(update)
  const values = { total: money(update.totalFils), until: untilOf(update, language), refund: refundOf(update) }
  return layOut(
    {
      subject: t(`email.order.${kind}.subject`, values),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t(`email.order.${kind}.intro`, values) },
        {
          kind: 'rows',
          rows: [
            [t('email.order.property'), update.title],
            [t('email.order.shares'), String(update.units)],
            [t('email.order.amount'), money(update.amountFils)],
            [t('email.order.fee'), money(update.feeFils)],
            [t('email.order.total'), values.total],
            [t(`email.order.${kind}.at`), moment(update.at, language)],
            ...(kind === 'coolingOff' || kind === 'extended'
              ? [[t(`email.order.${kind}.until`), values.until] as const]
              : []),
            [t('email.order.order'), orderReference(update.orderId)],
          ],
        },
        { kind: 'text', text: t(`email.order.${kind}.next`, values) },
        { kind: 'link', ...linkOf(update, isCancellable(kind), language) },
      ],
    },
    language,
  )
}

const refundOf = (update: OrderUpdate) => ('feeRefundFils' in update ? money(update.feeRefundFils) : '')
const untilOf = (update: OrderUpdate, language: Language) => ('until' in update ? moment(update.until, language) : '')

function linkOf({ orderId, publicUrl }: OrderUpdate, cancellable: boolean, language: Language) {
  const t = emailTexts(language)
  const path = cancellable ? `/investor-dashboard?order=${orderId}` : '/investor-dashboard'
  return { label: t(cancellable ? 'email.order.review' : 'email.order.open'), url: pageUrl(publicUrl, path, language) }
}
