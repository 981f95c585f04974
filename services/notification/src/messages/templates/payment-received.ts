import { orderReference } from '@hissa/contracts/investment'
import type { Mail, Reader } from '../message.js'
import { layOut, mailLanguage } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment, money } from './words.js'

export interface PaymentReceived {
  orderId: string
  title: string
  units: number
  amountFils: number
  feeFils: number
  totalFils: number
  paidAt: Date
  publicUrl: string
}

// What the site says too is worded as there.
const WORDS = {
  en: {
    subject: (total: string) => `Payment received: ${total}`,
    intro: (total: string) => `We received your payment of ${total}.`,
    property: 'Property',
    shares: 'Shares',
    amount: 'Amount',
    fee: 'Fee',
    total: 'Total paid',
    order: 'Order',
    paidAt: 'Paid, Dubai time',
    pending:
      'Pending: paid for, and waiting for the offering to close, the time to cancel to end and the title deed to be filed. Then the shares are registered in your name and begin to earn.',
    risk: 'You can cancel without cost for 48 hours after the offering closes. You can lose money; shares may be hard to sell.',
    open: 'Open your dashboard',
  },
  ar: {
    subject: (total: string) => `استلمنا دفعتك: ${total}`,
    intro: (total: string) => `استلمنا دفعتك بمبلغ ${total}.`,
    property: 'العقار',
    shares: 'الحصص',
    amount: 'المبلغ',
    fee: 'الرسوم',
    total: 'إجمالي المدفوع',
    order: 'الطلب',
    paidAt: 'تاريخ الدفع بتوقيت دبي',
    pending:
      'معلّق: مدفوع، وبانتظار إغلاق الطرح وانتهاء مهلة الإلغاء وإيداع سند الملكية. بعدها تُسجل الحصص باسمك وتبدأ بالدخل.',
    risk: 'يمكنك الإلغاء دون تكلفة خلال 48 ساعة من إغلاق الطرح. قد تخسر مالك، وقد يصعب بيع الحصص.',
    open: 'افتح لوحتك',
  },
}

/** The receipt of a card payment for shares. */
export function renderPaymentReceived(reader: Reader, values: PaymentReceived): Mail {
  const language = mailLanguage(reader)
  const words = WORDS[language]
  const total = money(values.totalFils)
  return layOut(
    {
      subject: words.subject(total),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: words.intro(total) },
        {
          kind: 'rows',
          rows: [
            [words.property, values.title],
            [words.shares, String(values.units)],
            [words.amount, money(values.amountFils)],
            [words.fee, money(values.feeFils)],
            [words.total, total],
            [words.paidAt, moment(values.paidAt, language)],
            [words.order, orderReference(values.orderId)],
          ],
        },
        { kind: 'text', text: words.pending },
        { kind: 'text', text: words.risk },
        { kind: 'link', label: words.open, url: pageUrl(values.publicUrl, '/investor-dashboard', language) },
      ],
    },
    language,
  )
}
