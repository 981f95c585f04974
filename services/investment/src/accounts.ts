import type { AccountKind } from '@hissa/ledger'

/**
 * The chart of accounts. An id says everything: its ledger and its limit follow from its form.
 * Client and platform money are two ledgers, and a transfer cannot leave its ledger, so they cannot mix.
 * Assets (what the bank and the card processor hold for clients) grow by debits, everything owed to somebody by credits.
 */
export const accounts = {
  /** Client money that the card processor has taken and not yet paid out to the bank. */
  cardClearing: (currency = 'aed') => `client-${currency}:card-clearing`,
  bank: (currency = 'aed') => `client-${currency}:bank`,
  /** What one investor has with us; cannot be overdrawn. */
  investorCash: (userId: string) => `client-aed:investor:${userId}`,
  /** Subscriptions to one property, until the deal completes or they go back. */
  escrow: (propertyId: string) => `client-aed:escrow:${propertyId}`,
  /** Fees of paid orders. Client money until allotment: a cancelled order takes its fee with it. */
  pendingFees: (propertyId: string) => `client-aed:pending-fees:${propertyId}`,
  /** Money that fits no order, until a person has found whose it is. */
  suspense: (currency = 'aed') => `client-${currency}:suspense`,
  /** Money that left without an order: what is missing until the platform or an order accounts for it. */
  suspenseOut: (currency = 'aed') => `client-${currency}:suspense-out`,
  platformFees: () => 'platform-aed:fees',
  platformBank: () => 'platform-aed:bank',
  unitsIssued: (propertyId: string) => `units-${propertyId}:issued`,
  /** Units that nobody has; its limit is what makes overselling impossible. */
  unitsTreasury: (propertyId: string) => `units-${propertyId}:treasury`,
  unitsOf: (propertyId: string, userId: string) => `units-${propertyId}:investor:${userId}`,
  /** Counts people, not money: one is moved at an investor's first paid order of a property. */
  peoplePool: (propertyId: string) => `people-${propertyId}:pool`,
  peopleCounted: (propertyId: string) => `people-${propertyId}:counted`,
} as const

type Rule = readonly [form: RegExp, limit: AccountKind['limit']]

const ID = '[A-Za-z0-9_.-]{1,128}'
const RULES: readonly Rule[] = [
  [/^client-[a-z]{3}:(card-clearing|bank|suspense-out)$/, 'none'],
  [new RegExp(`^client-aed:(investor|escrow|pending-fees):${ID}$`), 'debits'],
  [/^client-[a-z]{3}:suspense$/, 'debits'],
  [/^platform-aed:(fees|bank)$/, 'none'],
  [new RegExp(`^units-${ID}:issued$`), 'none'],
  [new RegExp(`^units-${ID}:treasury$`), 'debits'],
  [new RegExp(`^units-${ID}:investor:${ID}$`), 'debits'],
  [new RegExp(`^people-${ID}:pool$`), 'none'],
  [new RegExp(`^people-${ID}:counted$`), 'debits'],
]

/** The ledger and limit of an account. Errors: Error for an id of no known form. */
export function chart(accountId: string): AccountKind {
  const rule = RULES.find(([form]) => form.test(accountId))
  if (!rule) throw new Error(`${accountId} is not in the chart of accounts`)
  return { ledger: accountId.slice(0, accountId.indexOf(':')), limit: rule[1] }
}
