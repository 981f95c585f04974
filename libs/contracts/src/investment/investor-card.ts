import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime } from '../core.js'
import { ACCOUNT_SUSPENDED, NOT_FOUND } from '../errors.js'
import { defineError } from '../result.js'
import { KYC_REQUIRED } from './errors.js'
import { RewardsTier } from './rewards.js'

export const INVESTOR_CARD_REPLACED = defineError({
  code: 'INVESTOR_CARD_REPLACED',
  status: 409,
  description: "The card is not the caller's current one. Read the card again.",
})

export const INVESTOR_CARDS_TOO_OFTEN = defineError({
  code: 'INVESTOR_CARDS_TOO_OFTEN',
  status: 429,
  extra: { availableAt: isoDateTime },
  description: 'The caller has had the most cards of a day. Another can be issued from `availableAt` (business time).',
})

/** The number of an investor's card, 1 for the first. It names which card the caller means. */
const issue = z.int().check(z.positive())

/** The investor's digital card as its holder sees it. It identifies an investor, and pays nothing. */
export const InvestorCardView = z.object({
  issue,
  state: z.enum(['active', 'frozen']),
  /** The verified name. */
  holder: z.string(),
  tier: RewardsTier,
  memberSince: isoDateTime,
  issuedAt: isoDateTime,
  /** The last four characters of the number. */
  lastFour: z.string(),
})
export type InvestorCardView = z.infer<typeof InvestorCardView>

const card = z.object({ card: InvestorCardView })
const changes = [ACCOUNT_SUSPENDED, KYC_REQUIRED, INVESTOR_CARD_REPLACED, NOT_FOUND] as const

/**
 * Returns the caller's card without its number. Issues the first one to a verified investor; concurrent reads issue one.
 * NOT_FOUND if the account has no name. Events: `investment.investor_card.changed.v1` for a card that it issues.
 */
export const GetInvestorCard = defineRpc({
  name: 'investment.getInvestorCard',
  access: 'user',
  input: z.object({}),
  output: card,
  errors: [ACCOUNT_SUSPENDED, KYC_REQUIRED, NOT_FOUND],
})

/** Returns the number of the caller's card, and the QR code of the page that checks it. Nothing of it is kept. */
export const ShowInvestorCard = defineRpc({
  name: 'investment.showInvestorCard',
  access: 'user',
  input: z.object({ issue }),
  output: z.object({
    /** 16 characters, without spaces. */
    number: z.string(),
    /** Where anyone can check the card. */
    address: z.string(),
    /** The dark modules of the code as an SVG path in a square of `size` units. */
    qr: z.object({ path: z.string(), size: z.int() }),
  }),
  errors: [ACCOUNT_SUSPENDED, KYC_REQUIRED, INVESTOR_CARD_REPLACED],
})

/** Freezes the caller's card. A frozen one stays as it is. Events: `investment.investor_card.changed.v1`. */
export const FreezeInvestorCard = defineRpc({
  name: 'investment.freezeInvestorCard',
  access: 'user',
  input: z.object({ issue }),
  output: card,
  errors: changes,
})

/** Makes a frozen card valid again. An active one stays as it is. Events: `investment.investor_card.changed.v1`. */
export const UnfreezeInvestorCard = defineRpc({
  name: 'investment.unfreezeInvestorCard',
  access: 'user',
  input: z.object({ issue }),
  output: card,
  errors: changes,
})

/**
 * Replaces the caller's card by an active one with another number. Asking again to replace the same card returns its
 * replacement. Events: `investment.investor_card.changed.v1` for both.
 */
export const ReissueInvestorCard = defineRpc({
  name: 'investment.reissueInvestorCard',
  access: 'user',
  input: z.object({ issue }),
  output: card,
  errors: [...changes, INVESTOR_CARDS_TOO_OFTEN],
})

/** `not_valid`: the card is its holder's current one and is not accepted at the moment, for a reason that is not told. */
export const CheckedCardState = z.enum(['valid', 'frozen', 'replaced', 'not_valid'])
export type CheckedCardState = z.infer<typeof CheckedCardState>

/** What the platform states about a card at a moment, and signs. Only a valid card says anything about its holder. */
export const CheckedCard = z.object({
  type: z.literal('hissa.card.v1'),
  number: z.string(),
  state: CheckedCardState,
  checkedAt: isoDateTime,
  /** The first name and the initial of the last: `Amal S.` */
  holder: z.optional(z.string()),
  tier: z.optional(RewardsTier),
  memberSince: z.optional(isoDateTime),
})
export type CheckedCard = z.infer<typeof CheckedCard>

/**
 * Checks a card for anyone who has its number, written with or without spaces and hyphens. A number that was never issued
 * and a text that is no number have the same answer, NOT_FOUND. The signature is over the canonical JSON (RFC 8785) of
 * `card` and verifies with the keys of statements.
 */
export const CheckInvestorCard = defineRpc({
  name: 'investment.checkInvestorCard',
  access: 'public',
  input: z.object({ number: z.string().check(z.maxLength(200)) }),
  output: z.object({
    card: CheckedCard,
    signature: z.object({ algorithm: z.literal('Ed25519'), keyId: id, value: z.string() }),
  }),
  errors: [NOT_FOUND],
})

/** POST /investor-card/number, /freeze, /unfreeze and /reissue: the card that the caller means. */
export const InvestorCardBody = z.object({ issue })
/** POST /investor-card/check. The number is in the body so that it is in no log of addresses. */
export const CheckInvestorCardBody = CheckInvestorCard.input
