import { GetOrderRequirements, ListPayments, type AnnualLimit, type PaymentView } from '@hissa/contracts/investment'
import { GetKycStatus, type KycStatus } from '@hissa/contracts/kyc'
import { chatTexts } from '../texts/chat.js'
import { Figures, type ToolAnswer } from './tool.js'
import type { Language } from '../language/languages.js'

const MOST_PAYMENTS = 3

/** Answers a question about the caller's identity verification. */
export function fromKyc({ state, expectedBy }: KycStatus, asOf: string, language: Language): ToolAnswer {
  const t = chatTexts(language)
  const figures = new Figures(language, GetKycStatus.name, asOf)
  const shown = figures.text(t('chat.figure.verification'), t(`chat.kyc.${state}`))
  const sentences = [t('chat.account.kyc', { state: shown }), t(`chat.kycNext.${state}`)]
  if (state === 'in_review' && expectedBy)
    sentences.push(t('chat.account.kyc.expected', { until: figures.date(t('chat.figure.expected'), expectedBy) }))
  return { sentences, figures: figures.all, quickReplies: [] }
}

/** Answers a question about the caller's latest payments or refunds, or about where all of them are listed. */
export function fromPayments(
  intent: 'payments' | 'refunds' | 'statements',
  payments: readonly PaymentView[],
  asOf: string,
  language: Language,
): ToolAnswer {
  const t = chatTexts(language)
  const figures = new Figures(language, ListPayments.name, asOf)
  const kind = intent === 'refunds' ? 'refund' : 'payment'
  const rows = payments.filter((payment) => payment.kind === kind).slice(0, MOST_PAYMENTS)
  const where = intent === 'statements' ? [t('chat.account.statements')] : []
  if (rows.length === 0) {
    const none = t(intent === 'refunds' ? 'chat.account.refunds.none' : 'chat.account.payments.none')
    return { sentences: [...where, none], figures: [], quickReplies: [] }
  }
  const sentences = rows.map(({ reference, amountFils, at, state }) => {
    const amount = figures.fils(t(`chat.figure.${kind}`, { reference }), amountFils)
    const date = figures.date(t('chat.figure.paymentDate', { reference }), at)
    return t(`chat.account.${kind}.${state}`, { reference, amount, date })
  })
  return { sentences: [...where, ...sentences], figures: figures.all, quickReplies: [] }
}

/** Answers a question about the caller's annual limit; null if the rules set none. */
export function fromLimit(limit: AnnualLimit | null, asOf: string, language: Language): ToolAnswer {
  const t = chatTexts(language)
  if (!limit) return { sentences: [t('chat.account.limit.none')], figures: [], quickReplies: [] }
  const figures = new Figures(language, GetOrderRequirements.name, asOf)
  const year = String(limit.year)
  const left = figures.fils(t('chat.figure.limitLeft', { year }), limit.leftFils)
  const all = figures.fils(t('chat.figure.limit', { year }), limit.limitFils)
  return { sentences: [t('chat.account.limit', { year, left, all })], figures: figures.all, quickReplies: [] }
}
