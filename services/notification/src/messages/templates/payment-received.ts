import { orderReference } from '@hissa/contracts/investment'
import type { Mail, Reader } from '../message.js'
import { layOut, mailLanguage } from './layout.js'
import { greeting, money } from './words.js'

export interface PaymentReceived {
  orderId: string
  title: string
  units: number
  amountFils: number
  feeFils: number
  totalFils: number
  publicUrl: string
}

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
    pending:
      'Your shares are pending. They are allotted when the raise has closed, the cooling-off period of 48 hours is over and the title is evidenced. Until then they earn nothing.',
    risk: 'The value of a property and its rent can fall, and shares can be hard to sell.',
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
    pending:
      'حصصك معلّقة. تُخصَّص لك بعد إغلاق الجولة وانقضاء مهلة التراجع البالغة 48 ساعة وإثبات سند الملكية، ولا تدرّ دخلًا قبل ذلك.',
    risk: 'قد تنخفض قيمة العقار وإيجاره، وقد يصعب بيع الحصص.',
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
            [words.order, orderReference(values.orderId)],
          ],
        },
        { kind: 'text', text: words.pending },
        { kind: 'text', text: words.risk },
        { kind: 'link', label: words.open, url: `${values.publicUrl}/investor-dashboard` },
      ],
    },
    language,
  )
}
