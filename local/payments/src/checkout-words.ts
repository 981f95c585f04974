import type { CardForm } from './cards.js'

/** The texts of the payment pages in one language. */
export interface CheckoutWords {
  lang: 'en' | 'ar'
  /** For dates; Latin digits in both languages. */
  tag: string
  test: string
  payBefore: (time: string) => string
  fields: Record<keyof CardForm, string>
  pay: (amount: string) => string
  cancel: string
  cards: string
  cardsText: string
  pays: string
  declined: string
  noFunds: string
  challenge: string
  challengeTitle: string
  challengeText: string
  complete: string
  fail: string
  back: string
  savedCards: string
  newCard: string
  save: string
  /** Title of the frames that a merchant's page embeds. */
  frameTitle: string
  closed: Record<'complete' | 'expired' | 'unknown', [string, string]>
  /** The processor's messages about a card in this language; English uses those of Stripe's API. */
  message: (english: string) => string
}

const EN: CheckoutWords = {
  lang: 'en',
  tag: 'en-GB',
  test: 'test payment',
  payBefore: (time) => `Pay before ${time}, Dubai time.`,
  fields: { number: 'Card number', expiry: 'Expiry', cvc: 'CVC', name: 'Name on card' },
  pay: (amount) => `Pay ${amount}`,
  cancel: 'Cancel and go back',
  cards: 'Test cards',
  cardsText: 'No money moves here. Use any future date and any CVC.',
  pays: 'pays',
  declined: 'is declined',
  noFunds: 'has insufficient funds',
  challenge: 'asks for 3-D Secure',
  challengeTitle: 'Your bank asks you to confirm',
  challengeText: 'This is a 3-D Secure test page. Complete it to pay, or fail it to see a declined payment.',
  complete: 'Complete',
  fail: 'Fail',
  back: 'Go back',
  savedCards: 'Your saved cards',
  newCard: 'Use another card',
  save: 'Save this card for later',
  frameTitle: 'Card details',
  closed: {
    complete: ['This payment is already complete', 'Your card was charged once. You don’t need to pay again.'],
    expired: ['This payment page has expired', 'You haven’t been charged. Start again from the property.'],
    unknown: ['This payment page does not exist', 'The address is wrong, or the sandbox has been cleared.'],
  },
  message: (english) => english,
}

const MESSAGES: Record<string, string> = {
  'Enter the card number.': 'أدخل رقم البطاقة.',
  'Your card number is invalid.': 'رقم البطاقة غير صحيح.',
  "Your card's expiration date is incomplete.": 'تاريخ انتهاء البطاقة غير مكتمل.',
  "Your card's expiration date is in the past.": 'انتهت صلاحية البطاقة.',
  "Your card's security code is incomplete.": 'رمز الأمان غير مكتمل.',
  'Enter the name on the card.': 'أدخل الاسم المكتوب على البطاقة.',
  'Your card has insufficient funds.': 'رصيد البطاقة غير كافٍ.',
  'Your card has expired.': 'انتهت صلاحية البطاقة.',
  "Your card's security code is incorrect.": 'رمز الأمان غير صحيح.',
}

const AR: CheckoutWords = {
  lang: 'ar',
  tag: 'ar-AE-u-nu-latn',
  test: 'دفعة تجريبية',
  payBefore: (time) => `ادفع قبل ${time} بتوقيت دبي.`,
  fields: { number: 'رقم البطاقة', expiry: 'تاريخ الانتهاء', cvc: 'رمز الأمان', name: 'الاسم على البطاقة' },
  pay: (amount) => `ادفع ${amount}`,
  cancel: 'إلغاء والعودة',
  cards: 'بطاقات تجريبية',
  cardsText: 'لا تُنقل أي أموال هنا. يصلح أي تاريخ لاحق وأي رمز أمان.',
  pays: 'تدفع',
  declined: 'تُرفض',
  noFunds: 'رصيدها غير كافٍ',
  challenge: 'تطلب تأكيد المصرف',
  challengeTitle: 'يطلب منك مصرفك التأكيد',
  challengeText: 'هذه صفحة تجريبية لتأكيد المصرف. أكّد لإتمام الدفع، أو ارفض لترى شكل الرفض.',
  complete: 'تأكيد',
  fail: 'رفض',
  back: 'عودة',
  savedCards: 'بطاقاتك المحفوظة',
  newCard: 'استخدام بطاقة أخرى',
  save: 'احفظ هذه البطاقة للمرات القادمة',
  frameTitle: 'بيانات البطاقة',
  closed: {
    complete: ['اكتملت هذه الدفعة من قبل', 'خُصم المبلغ من بطاقتك مرة واحدة. لا يلزمك الدفع مرة أخرى.'],
    expired: ['انتهت صلاحية صفحة الدفع', 'لم يُخصم منك شيء. ابدأ من جديد من صفحة العقار.'],
    unknown: ['صفحة الدفع غير موجودة', 'العنوان غير صحيح، أو أُفرغت البيئة التجريبية.'],
  },
  message: (english) => MESSAGES[english] ?? 'رُفضت البطاقة.',
}

/** Returns the texts of a merchant's page in a language; English for those that this sandbox does not have. */
export const wordsIn = (locale: string): CheckoutWords => (locale === 'ar' ? AR : EN)

/** The texts of the hosted page. Stripe's has many languages, but not Arabic; this one has English only. */
export const HOSTED_WORDS = EN
