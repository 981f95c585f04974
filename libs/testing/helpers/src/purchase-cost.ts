/** What purchases cost the store and the bus. */
export interface PurchaseCost {
  /** Commands that services send to the store, commits included. */
  storeOps: number
  /** Transactions that the store commits. */
  transactions: number
  /** Events and calls that services publish; not replies, acknowledgements or JetStream's own messages. */
  busMessages: number
}

/**
 * The most that one purchase may cost, from the order call until every reaction to the payment is done. The only place
 * for these limits: the benchmark prints them beside what it counts, and tests fail above those of a single service.
 */
export const MOST_PER_PURCHASE = {
  /** The mean of purchases one after another, which share nothing. */
  sequential: { storeOps: 42, transactions: 6, busMessages: 12 },
  /** The mean of 20 buyers at once. Each buys for the first time, which makes them an investor. */
  first: { storeOps: 30, transactions: 4, busMessages: 12 },
  /** The mean of 20 buyers at once, who have bought before. */
  concurrent: { storeOps: 20, transactions: 3, busMessages: 10 },
  /** Commands of the investment service alone until its answer: to the order call, and to the payment's webhook. */
  investment: { order: 14, payment: 11 },
} as const
