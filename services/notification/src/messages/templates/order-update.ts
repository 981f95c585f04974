import { orderReference } from '@hissa/contracts/investment'
import type { Mail, OrderAmounts, Reader } from '../message.js'
import { layOut, mailLanguage, type MailLanguage } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment, money } from './words.js'

export type OrderUpdate = OrderAmounts & { title: string; publicUrl: string } & (
    | { template: 'order-expired' }
    | { template: 'refund-started'; attempt: number }
    | { template: 'refund-completed'; attempt: number; method?: 'bank_transfer' }
  )

interface Words {
  subject: (total: string) => string
  intro: (total: string) => string
  /** Label of the time that the message is about. */
  at: string
  next: string
}

interface Language {
  labels: { property: string; shares: string; amount: string; fee: string; total: string; order: string; open: string }
  /** The reservation expired unpaid; also when no reason is known. */
  lapsed: Words
  released: Words
  /** The account may not invest: no invitation to reserve again. */
  notEligible: Words
  started: Words
  startedNotEligible: Words
  /** A refund that the card network returned, or that failed, and is attempted again. */
  startedAgain: Words
  completed: Words
  /** The card could not be refunded, and finance paid by bank transfer. */
  completedByTransfer: Words
}

const WORDS: Record<MailLanguage, Language> = {
  en: {
    labels: {
      property: 'Property',
      shares: 'Shares',
      amount: 'Amount',
      fee: 'Fee',
      total: 'Total',
      order: 'Order',
      open: 'Open your dashboard',
    },
    lapsed: {
      subject: (total) => `Your reservation of ${total} has ended`,
      intro: (total) => `Your reservation of ${total} has ended. We did not receive a payment for it.`,
      at: 'Ended, Dubai time',
      next: 'The shares are available to everyone again. If you still want to invest, you can reserve again. If a payment for this order still arrives, we give you the shares if they are left, or refund it in full.',
    },
    released: {
      subject: (total) => `You released your reservation of ${total}`,
      intro: (total) => `You released your reservation of ${total}. You haven’t been charged for it.`,
      at: 'Released, Dubai time',
      next: 'You can reserve shares again at any time while they are available. If you did not release it yourself, reply to this message.',
    },
    notEligible: {
      subject: (total) => `Your reservation of ${total} has ended`,
      intro: (total) =>
        `We ended your reservation of ${total}, because your account can’t be used to invest at the moment. We did not receive a payment for it.`,
      at: 'Ended, Dubai time',
      next: 'If a payment for this order still arrives, we refund it in full. If you have a question about your account, reply to this message.',
    },
    startedNotEligible: {
      subject: (total) => `We are refunding your payment of ${total}`,
      intro: (total) =>
        `We received your payment of ${total}, but your account can’t be used to invest at the moment. We are refunding the full amount, including the fee, to the card that paid.`,
      at: 'Refund started, Dubai time',
      next: 'We will email you when the refund is complete. If you have a question about your account, reply to this message.',
    },
    started: {
      subject: (total) => `We are refunding your payment of ${total}`,
      intro: (total) =>
        `We received your payment of ${total} after your reservation had ended, and the shares were no longer available. We are refunding the full amount, including the fee, to the card that paid.`,
      at: 'Refund started, Dubai time',
      next: 'You do not need to do anything. We will email you when the refund is complete.',
    },
    startedAgain: {
      subject: (total) => `We are sending your refund of ${total} again`,
      intro: (total) =>
        `The refund of ${total} to your card did not go through. The money is held for you in the client money account, and we are sending it again.`,
      at: 'Refund started again, Dubai time',
      next: 'You do not need to do anything. If your card was replaced or closed, reply to this message.',
    },
    completed: {
      subject: (total) => `Refund complete: ${total}`,
      intro: (total) => `We refunded ${total}, including the fee, to the card that paid.`,
      at: 'Refunded, Dubai time',
      next: 'Your bank may take a few days to show it.',
    },
    completedByTransfer: {
      subject: (total) => `Refund complete: ${total}`,
      intro: (total) =>
        `We refunded ${total}, including the fee. We paid by bank transfer what could not be refunded to your card.`,
      at: 'Refunded, Dubai time',
      next: 'Your bank may take a few days to show it. If the transfer does not arrive, reply to this message.',
    },
  },
  ar: {
    labels: {
      property: 'العقار',
      shares: 'الحصص',
      amount: 'المبلغ',
      fee: 'الرسوم',
      total: 'الإجمالي',
      order: 'الطلب',
      open: 'افتح لوحتك',
    },
    lapsed: {
      subject: (total) => `انتهى حجزك بمبلغ ${total}`,
      intro: (total) => `انتهى حجزك بمبلغ ${total}. لم نستلم دفعة مقابله.`,
      at: 'تاريخ الانتهاء بتوقيت دبي',
      next: 'أصبحت الحصص متاحة للجميع من جديد. إذا كنت لا تزال ترغب في الاستثمار يمكنك الحجز مرة أخرى. وإذا وصلت دفعة لهذا الطلب نمنحك الحصص إن بقيت متاحة، أو نعيد إليك المبلغ كاملًا.',
    },
    released: {
      subject: (total) => `ألغيت حجزك بمبلغ ${total}`,
      intro: (total) => `ألغيت حجزك بمبلغ ${total}. لم يُخصم منك أي مبلغ مقابله.`,
      at: 'تاريخ الإلغاء بتوقيت دبي',
      next: 'يمكنك حجز الحصص مرة أخرى في أي وقت ما دامت متاحة. وإذا لم تلغه بنفسك فردّ على هذه الرسالة.',
    },
    notEligible: {
      subject: (total) => `انتهى حجزك بمبلغ ${total}`,
      intro: (total) => `أنهينا حجزك بمبلغ ${total} لأنه لا يمكن الاستثمار من حسابك حاليًا. لم نستلم دفعة مقابله.`,
      at: 'تاريخ الانتهاء بتوقيت دبي',
      next: 'إذا وصلت دفعة لهذا الطلب نعيد إليك المبلغ كاملًا. وإذا كان لديك سؤال عن حسابك فردّ على هذه الرسالة.',
    },
    startedNotEligible: {
      subject: (total) => `نعيد إليك دفعتك بمبلغ ${total}`,
      intro: (total) =>
        `استلمنا دفعتك بمبلغ ${total}، لكن لا يمكن الاستثمار من حسابك حاليًا. نعيد إليك المبلغ كاملًا مع الرسوم إلى البطاقة التي دُفع بها.`,
      at: 'تاريخ بدء الاسترداد بتوقيت دبي',
      next: 'نراسلك عند إتمام الاسترداد. وإذا كان لديك سؤال عن حسابك فردّ على هذه الرسالة.',
    },
    started: {
      subject: (total) => `نعيد إليك دفعتك بمبلغ ${total}`,
      intro: (total) =>
        `استلمنا دفعتك بمبلغ ${total} بعد انتهاء حجزك، ولم تعد الحصص متاحة. نعيد إليك المبلغ كاملًا مع الرسوم إلى البطاقة التي دُفع بها.`,
      at: 'تاريخ بدء الاسترداد بتوقيت دبي',
      next: 'لا يلزمك القيام بأي شيء. نراسلك عند إتمام الاسترداد.',
    },
    startedAgain: {
      subject: (total) => `نعيد إرسال المبلغ المسترد ${total}`,
      intro: (total) =>
        `لم يكتمل استرداد مبلغ ${total} إلى بطاقتك. المبلغ محفوظ لك في حساب أموال العملاء، ونعيد إرساله.`,
      at: 'تاريخ إعادة الاسترداد بتوقيت دبي',
      next: 'لا يلزمك القيام بأي شيء. إذا استُبدلت بطاقتك أو أُغلقت فردّ على هذه الرسالة.',
    },
    completed: {
      subject: (total) => `اكتمل الاسترداد: ${total}`,
      intro: (total) => `أعدنا إليك مبلغ ${total} مع الرسوم إلى البطاقة التي دُفع بها.`,
      at: 'تاريخ الاسترداد بتوقيت دبي',
      next: 'قد يستغرق ظهوره لدى مصرفك بضعة أيام.',
    },
    completedByTransfer: {
      subject: (total) => `اكتمل الاسترداد: ${total}`,
      intro: (total) => `استرددنا لك مبلغ ${total} مع الرسوم. ودفعنا بتحويل مصرفي ما تعذر استرداده إلى بطاقتك.`,
      at: 'تاريخ الاسترداد بتوقيت دبي',
      next: 'قد يستغرق ظهوره لدى مصرفك بضعة أيام. وإذا لم يصل التحويل فردّ على هذه الرسالة.',
    },
  },
}

function wordsOf(update: OrderUpdate, language: Language): Words {
  const isEligible = update.reason !== 'account_not_eligible'
  if (update.template === 'refund-completed') return update.method ? language.completedByTransfer : language.completed
  if (update.template === 'refund-started') {
    if (update.attempt > 1) return language.startedAgain
    return isEligible ? language.started : language.startedNotEligible
  }
  if (!isEligible) return language.notEligible
  return update.reason === 'released' ? language.released : language.lapsed
}

/** Says that a reservation lapsed unpaid, that a refund has started, or that it is complete. */
export function renderOrderUpdate(reader: Reader, update: OrderUpdate): Mail {
  const language = mailLanguage(reader)
  const { labels } = WORDS[language]
  const words = wordsOf(update, WORDS[language])
  const total = money(update.totalFils)
  return layOut(
    {
      subject: words.subject(total),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: words.intro(total) },
        {
          kind: 'rows',
          rows: [
            [labels.property, update.title],
            [labels.shares, String(update.units)],
            [labels.amount, money(update.amountFils)],
            [labels.fee, money(update.feeFils)],
            [labels.total, total],
            [words.at, moment(update.at, language)],
            [labels.order, orderReference(update.orderId)],
          ],
        },
        { kind: 'text', text: words.next },
        { kind: 'link', label: labels.open, url: pageUrl(update.publicUrl, '/investor-dashboard', language) },
      ],
    },
    language,
  )
}
