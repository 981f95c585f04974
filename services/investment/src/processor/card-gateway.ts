/**
 * The port of a processor for our own pages: they pay an order, and save cards, which only the processor keeps. Card
 * numbers never reach the platform.
 */
export interface CardGateway {
  /** Returns the secret with which our own page pays an open session; undefined for any other session. */
  readPaySecret(sessionId: string): Promise<string | undefined>
  /** Creates the customer to whom a user's cards belong. Repeating the call returns the same customer. */
  createCustomer(userId: string): Promise<string>
  /** Opens a session in which our own page saves a card for the customer. */
  openSetup(request: SetupRequest): Promise<Setup>
  /** Lists the customer's cards, newest first. */
  listCards(customerId: string): Promise<SavedCard[]>
  /** Returns the processor's fingerprints of the customer's cards: a card has the same one wherever it is saved. */
  fingerprints(customerId: string): Promise<string[]>
  /** Removes a card permanently. Returns false if the customer has no such card. */
  removeCard(customerId: string, cardId: string): Promise<boolean>
}

export const CARD_GATEWAY = Symbol('CARD_GATEWAY')

export interface SetupRequest {
  customerId: string
  /** Where the page leads once the card is saved. */
  returnUrl: string
  /** Wall time. */
  expiresAt: Date
}

export interface Setup {
  sessionId: string
  /** The secret with which the page saves a card, once. */
  clientSecret: string
}

/** What a card's holder recognises it by. */
export interface SavedCard {
  cardId: string
  /** Lower case, e.g. `visa`; `unknown` if the processor does not know it. */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}
