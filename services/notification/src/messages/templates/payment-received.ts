import { orderReference } from '@hissa/contracts/investment'
import type { Fils, Units } from '@hissa/money'
import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment, money } from './words.js'

export interface PaymentReceived {
  orderId: string
  title: string
  units: Units
  amountFils: Fils
  feeFils: Fils
  totalFils: Fils
  paidAt: Date
  /** Set if the investor's cash paid. */
  paidFrom?: 'cash'
  publicUrl: string
}

/** Renders the receipt of a payment for shares. Texts that the site also shows have the same wording there. */
export function renderPaymentReceived(reader: Reader, values: PaymentReceived): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const total = money(values.totalFils, language)
  return layOut(
    {
      subject: t(values.paidFrom ? 'email.paid.fromCash.subject' : 'email.paid.subject', { total }),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t(values.paidFrom ? 'email.paid.fromCash.intro' : 'email.paid.intro', { total }) },
        {
          kind: 'rows',
          rows: [
            [t('email.order.property'), values.title],
            [t('email.order.shares'), String(values.units)],
            [t('email.order.amount'), money(values.amountFils, language)],
            [t('email.order.fee'), money(values.feeFils, language)],
            [t('email.paid.total'), total],
            [t('email.paid.at'), moment(values.paidAt, language)],
            [t('email.order.order'), orderReference(values.orderId)],
          ],
        },
        { kind: 'text', text: t('email.paid.pending') },
        { kind: 'text', text: t('email.paid.risk') },
        { kind: 'link', label: t('email.order.open'), url: pageUrl(values.publicUrl, '/investor-dashboard', language) },
      ],
    },
    language,
  )
}
