import { orderReference } from '@hissa/contracts/investment'
import { type Fils, fils, smaller, subtract, sum } from '@hissa/money'
import { languageFor, type Language } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, OrderMessage, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl, unsubscribeLink } from './links.js'
import { isCancellable, type Kind, kindOf } from './order-kind.js'
import { greeting, moment, money } from './words.js'

export type OrderUpdate = OrderMessage & { title: string; publicUrl: string }

/** Renders the message about one step of an order: what happened, the amounts, and what happens next. */
export function renderOrderUpdate(reader: Reader, update: OrderUpdate): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const kind = kindOf(update)
  const { amount, disputed, returned } = amountsOf(update, kind)
  const values = {
    ...{
      total: money(update.totalFils, language),
      amount: money(amount, language),
      disputed: money(disputed, language),
    },
    until: untilOf(update, language),
  }
  return layOut(
    {
      subject: t(`email.order.${kind}.subject`, values),
      greeting: greeting(reader, language),
      unsubscribe: unsubscribeLink(reader, update.publicUrl, language),
      blocks: [
        { kind: 'text', text: t(`email.order.${kind}.intro`, values) },
        ...(returned > 0
          ? [{ kind: 'text' as const, text: t('email.order.returned', { returned: money(returned, language) }) }]
          : []),
        {
          kind: 'rows',
          rows: [
            [t('email.order.property'), update.title],
            [t('email.order.shares'), String(update.units)],
            [t('email.order.amount'), money(update.amountFils, language)],
            [t('email.order.fee'), money(update.feeFils, language)],
            [t('email.order.total'), values.total],
            [t(`email.order.${kind}.at`), moment(update.at, language)],
            ...(kind === 'coolingOff' || kind === 'extended'
              ? [[t(`email.order.${kind}.until`), values.until] as const]
              : []),
            [t('email.order.order'), orderReference(update.orderId)],
          ],
        },
        { kind: 'text', text: t(nextOf(update, kind), values) },
        { kind: 'link', ...linkOf(update, isCancellable(kind), language) },
      ],
    },
    language,
  )
}

/** Returns the text about what happens next. An offering that may still fail returns what cash paid to the cash. */
function nextOf({ paidFrom }: OrderUpdate, kind: Kind) {
  const mayFail = kind === 'reopened' || kind === 'extended'
  return paidFrom && mayFail ? (`email.order.${kind}.nextCash` as const) : (`email.order.${kind}.next` as const)
}

/** Kinds that don't state what is left of the payment. */
const WITHOUT_REST: readonly Kind[] = ['feeRefundStarted', 'disputed', 'disputeWon', 'cancelledReturned']

/** Returns the amount that a message is about, the disputed one, and what the payer has otherwise got back before. */
function amountsOf(update: OrderUpdate, kind: Kind): Record<'amount' | 'disputed' | 'returned', Fils> {
  const { totalFils, aboutFils = totalFils, disputedFils } = update
  const disputed = disputedFils ?? subtract(totalFils, aboutFils)
  const stated = kind === 'completedByDispute' ? (disputedFils ?? aboutFils) : aboutFils
  const amount = 'feeRefundFils' in update ? update.feeRefundFils : stated
  const isOver = WITHOUT_REST.includes(kind)
  const explained = kind === 'startedRest' ? sum(amount, disputed) : amount
  return { amount, disputed, returned: isOver ? fils(0) : subtract(totalFils, smaller(explained, totalFils)) }
}

const untilOf = (update: OrderUpdate, language: Language) => ('until' in update ? moment(update.until, language) : '')

function linkOf({ orderId, publicUrl }: OrderUpdate, cancellable: boolean, language: Language) {
  const t = emailTexts(language)
  const path = cancellable ? `/investor-dashboard?order=${orderId}` : '/investor-dashboard'
  return { label: t(cancellable ? 'email.order.review' : 'email.order.open'), url: pageUrl(publicUrl, path, language) }
}
