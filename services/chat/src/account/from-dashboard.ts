import { GetDashboard, type Dashboard, type HoldingView, type OrderView } from '@hissa/contracts/investment'
import { sumUnits } from '@hissa/money'
import type { Intent } from '../answers/phrases.js'
import { chatTexts } from '../texts/chat.js'
import { safeTitle } from './safe-title.js'
import { Figures, type ToolAnswer } from './tool.js'
import type { Language } from '../language/languages.js'

/** Rows that one answer names. */
const MOST_ROWS = 3

export type DashboardIntent = Exclude<Intent, 'kyc' | 'payments' | 'refunds' | 'annual_limit' | 'statements'>

/** Answers a question from the caller's dashboard. */
export function fromDashboard(intent: DashboardIntent, dashboard: Dashboard, language: Language): ToolAnswer {
  const figures = new Figures(language, GetDashboard.name, dashboard.asOf)
  const sentences = WRITERS[intent](dashboard, figures, language)
  return { sentences, figures: figures.all, quickReplies: [] }
}

type Writer = (dashboard: Dashboard, figures: Figures, language: Language) => string[]

const WRITERS: Record<DashboardIntent, Writer> = {
  invested: ({ totals }, figures, language) => {
    const t = chatTexts(language)
    if (totals.investedFils === 0) return [t('chat.account.invested.none')]
    const amount = figures.fils(t('chat.figure.invested'), totals.investedFils)
    const count = totals.properties
    const sentences = [t('chat.account.invested', { amount, count })]
    if (totals.pendingFils > 0)
      sentences.push(t('chat.account.pending', { amount: figures.fils(t('chat.figure.pending'), totals.pendingFils) }))
    return sentences
  },
  distribution: ({ holdings }, figures, language) => {
    const t = chatTexts(language)
    const registered = sumUnits(...holdings.map(({ allottedUnits }) => allottedUnits))
    const shares = figures.units(t('chat.figure.registered'), registered)
    return [t('chat.account.distribution'), t('chat.account.distribution.shares', { shares })]
  },
  fees: ({ totals }, figures, language) => {
    const t = chatTexts(language)
    return [t('chat.account.fees', { amount: figures.fils(t('chat.figure.fees'), totals.feesFils) })]
  },
  holdings: ({ holdings }, figures, language) => {
    const t = chatTexts(language)
    if (holdings.length === 0) return [t('chat.account.holdings.none')]
    return withRest(holdings, language, (holding: HoldingView) => {
      const property = safeTitle(holding.property)
      const shares = figures.units(t('chat.figure.shares', { property }), holding.units)
      return t('chat.account.holding', { property, shares, state: t(`chat.holding.${holding.state}`) })
    })
  },
  orders: ({ recentOrders }, figures, language) => {
    const t = chatTexts(language)
    if (recentOrders.length === 0) return [t('chat.account.orders.none')]
    return withRest(recentOrders, language, (order: OrderView) => {
      const { reference } = order
      const amount = figures.fils(t('chat.figure.order', { reference }), order.totalFils)
      const state = figures.text(t('chat.figure.orderState', { reference }), t(`chat.order.${order.state}`))
      return t('chat.account.order', { reference, property: safeTitle(order.property), amount, state })
    })
  },
  unpaid: ({ recentOrders }, figures, language) => {
    const t = chatTexts(language)
    const unpaid = recentOrders.filter(({ state }) => state === 'reserved')
    if (unpaid.length === 0) return [t('chat.account.unpaid.none')]
    return withRest(unpaid, language, ({ reference, property, totalFils, expiresAt }: OrderView) => {
      const amount = figures.fils(t('chat.figure.order', { reference }), totalFils)
      const until = figures.date(t('chat.figure.expires', { reference }), expiresAt)
      return t('chat.account.unpaid', { reference, property: safeTitle(property), amount, until })
    })
  },
  cooling_off: ({ recentOrders }, figures, language) => {
    const t = chatTexts(language)
    const open = recentOrders.filter(({ canCancel }) => canCancel)
    if (open.length === 0) return [t('chat.account.coolingOff.none')]
    return withRest(open, language, ({ reference, property, coolingOffEndsAt }: OrderView) => {
      const title = safeTitle(property)
      if (!coolingOffEndsAt) return t('chat.account.coolingOff.open', { reference, property: title })
      const until = figures.date(t('chat.figure.cancelUntil', { reference }), coolingOffEndsAt)
      return t('chat.account.coolingOff', { reference, property: title, until })
    })
  },
}

/** Writes the first rows, and states that there are more. */
function withRest<T>(rows: readonly T[], language: Language, write: (row: T) => string): string[] {
  const sentences = rows.slice(0, MOST_ROWS).map(write)
  const count = rows.length - sentences.length
  return count > 0 ? [...sentences, chatTexts(language)('chat.account.more', { count })] : sentences
}
