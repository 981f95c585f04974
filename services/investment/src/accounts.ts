import type { AccountKind } from '@hissa/ledger'

/** What the ids of all accounts of client money in dirhams begin with. */
export const CLIENT_MONEY = 'client-aed:'

/**
 * The chart of accounts. The form of an account's id determines its ledger and its limit.
 * Client and platform money are two ledgers, and a transfer cannot leave its ledger, so they cannot mix.
 * Assets (what the bank and the card processor hold for clients) grow by debits; liabilities grow by credits.
 */
export const accounts = {
  /** Client money that the card processor has taken and not yet paid out to the bank. */
  cardClearing: (currency = 'aed') => `client-${currency}:card-clearing`,
  bank: (currency = 'aed') => `client-${currency}:bank`,
  /** Client money owed to one investor; cannot be overdrawn. */
  investorCash: (userId: string) => `client-aed:investor:${userId}`,
  /** Client money of withdrawals on their way to investors' banks. Empty once the bank has booked them. */
  payoutsInFlight: () => 'client-aed:payouts-in-flight',
  /** Subscriptions to one property, until the deal completes or they are refunded. */
  escrow: (propertyId: string) => `client-aed:escrow:${propertyId}`,
  /** Fees of paid orders. They are client money until allotment, because a cancelled order is refunded with its fee. */
  pendingFees: (propertyId: string) => `client-aed:pending-fees:${propertyId}`,
  /** Money that matches no order, until staff resolve it. */
  suspense: (currency = 'aed') => `client-${currency}:suspense`,
  /** Money that left without an order. It is missing until the platform or an order accounts for it. */
  suspenseOut: (currency = 'aed') => `client-${currency}:suspense-out`,
  /** Subscriptions of allotted orders: owed to the company that holds the property. */
  company: (propertyId: string) => `client-aed:company:${propertyId}`,
  /** Rent of one property less the costs that were paid from it, until it is distributed. */
  operating: (propertyId: string) => `client-aed:operating:${propertyId}`,
  /** What is kept of a property's rent for later costs. */
  reserve: (propertyId: string) => `client-aed:reserve:${propertyId}`,
  /** An approved distribution: owed to its holders until each is paid. */
  distributions: (distributionId: string) => `client-aed:distributions:${distributionId}`,
  /** Fees of allotted orders and of distributed rent: owed to the platform, and not yet paid out of the client money account. */
  earnedFees: () => 'client-aed:earned-fees',
  platformFees: () => 'platform-aed:fees',
  /** The platform's claim on `earnedFees`. */
  platformFeesDue: () => 'platform-aed:fees-due',
  platformBank: () => 'platform-aed:bank',
  unitsIssued: (propertyId: string) => `units-${propertyId}:issued`,
  /** Units that are not sold; the account's limit makes overselling impossible. */
  unitsTreasury: (propertyId: string) => `units-${propertyId}:treasury`,
  unitsOf: (propertyId: string, userId: string) => `units-${propertyId}:investor:${userId}`,
  /** Units on the share register: allotted, so they receive distributions. */
  unitsHeld: (propertyId: string, userId: string) => `units-${propertyId}:holder:${userId}`,
  /** Counts the changes of a raise's state, so that a change decided on an older state is refused. */
  phasesPool: (propertyId: string) => `phases-${propertyId}:pool`,
  phasesPassed: (propertyId: string) => `phases-${propertyId}:passed`,
  /** Counts people, not money: one is moved at an investor's first paid order of a property. */
  peoplePool: (propertyId: string) => `people-${propertyId}:pool`,
  peopleCounted: (propertyId: string) => `people-${propertyId}:counted`,
  /** Points of the rewards program, which are not money: each is issued to one member, and taken back or expired. */
  pointsIssued: () => 'points:issued',
  pointsExpired: () => 'points:expired',
  pointsOf: (userId: string) => `points:member:${userId}`,
  /** Annual limits: what an investor may still invest in a calendar year, and what is used. Counts fils, not money. */
  capGranted: (year: number) => `cap-${year}:granted`,
  capLeft: (year: number, userId: string) => `cap-${year}:left:${userId}`,
  capUsed: (year: number, userId: string) => `cap-${year}:used:${userId}`,
} as const

type Rule = readonly [form: RegExp, limit: AccountKind['limit']]

const ID = '[A-Za-z0-9_.-]{1,128}'
const RULES: readonly Rule[] = [
  [/^client-[a-z]{3}:(card-clearing|bank|suspense-out)$/, 'none'],
  [new RegExp(`^client-aed:(investor|escrow|pending-fees):${ID}$`), 'debits'],
  [new RegExp(`^client-aed:company:${ID}$`), 'debits'],
  [new RegExp(`^client-aed:(operating|reserve|distributions):${ID}$`), 'debits'],
  [/^client-aed:(earned-fees|payouts-in-flight)$/, 'debits'],
  [/^client-[a-z]{3}:suspense$/, 'debits'],
  [/^platform-aed:(fees|fees-due|bank)$/, 'none'],
  [new RegExp(`^units-${ID}:issued$`), 'none'],
  [new RegExp(`^units-${ID}:treasury$`), 'debits'],
  [new RegExp(`^units-${ID}:(investor|holder):${ID}$`), 'debits'],
  [new RegExp(`^phases-${ID}:pool$`), 'none'],
  [new RegExp(`^phases-${ID}:passed$`), 'debits'],
  [new RegExp(`^people-${ID}:pool$`), 'none'],
  [new RegExp(`^people-${ID}:counted$`), 'debits'],
  [/^points:issued$/, 'none'],
  [/^points:expired$/, 'debits'],
  [new RegExp(`^points:member:${ID}$`), 'debits'],
  [/^cap-\d{4}:granted$/, 'none'],
  [new RegExp(`^cap-\\d{4}:(left|used):${ID}$`), 'debits'],
]

/** Returns the ledger and limit of an account. Throws Error for an id of unknown form. */
export function chart(accountId: string): AccountKind {
  const rule = RULES.find(([form]) => form.test(accountId))
  if (!rule) throw new Error(`${accountId} is not in the chart of accounts`)
  return { ledger: accountId.slice(0, accountId.indexOf(':')), limit: rule[1] }
}
