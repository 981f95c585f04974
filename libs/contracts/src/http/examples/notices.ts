export const NOTICE = {
  noticeId: '0b6a6a3e-6b0c-4f39-9d0c-3a1f6f2b8e11-payment-received',
  kind: 'paymentReceived',
  at: '2026-11-23T08:12:00.000Z',
  isRead: false,
  orderId: '5b7f1c52-9f0e-4a39-8d4e-2f3a6c1b9e10',
  propertyId: 'Prop_1_reem',
  title: 'Two-bedroom apartment on Al Reem Island',
  amountFils: 203_000,
} as const

/** Shortened: content and signature, both in base64url. */
export const EMAIL_LINK_TOKEN = 'WyI3ZjNkIiwidmVyaWZpY2F0aW9uIiwxNzk1MjUyODAwXQ.dGhlIHNpZ25hdHVyZQ'
