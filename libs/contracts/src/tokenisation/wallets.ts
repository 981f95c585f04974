import * as z from 'zod/mini'
import { count, defineRpc, id, isoDateTime } from '../core.js'
import { ACCOUNT_SUSPENDED, NOT_FOUND } from '../errors.js'
import {
  WALLET_CHAIN_UNAVAILABLE,
  WALLET_CHALLENGE_ENDED,
  WALLET_FROZEN,
  WALLET_IN_USE,
  WALLET_NO_SHARES,
  WALLET_REFUSED,
  WALLET_REQUEST_CLOSED,
  WALLET_REQUEST_PENDING,
  WALLET_SIGNATURE_INVALID,
  WALLET_TAKEN,
  WALLET_TOO_MANY_CHALLENGES,
} from './errors.js'
import { ChainAddress } from './events.js'

/**
 * Why all shares of an investor move to another address of theirs: `own_wallet` to a wallet that they have proven,
 * `return` back to the platform's custody, `recovery` out of a lost wallet, into custody.
 */
export const RelocationKind = z.enum(['own_wallet', 'return', 'recovery'])
export type RelocationKind = z.infer<typeof RelocationKind>

/**
 * - `requested`: waits for two members of staff.
 * - `moving`: approved; the tokens are being moved one by one.
 * - `completed`: all tokens are at the new address.
 * - `declined` by staff, or `withdrawn` by the investor. Nothing was moved.
 * - `cancelled` by staff, because the move could not go on. The shares are at the old address, or return to it.
 */
export const RelocationState = z.enum(['requested', 'moving', 'completed', 'declined', 'withdrawn', 'cancelled'])
export type RelocationState = z.infer<typeof RelocationState>

/** A move of all shares of an investor to another address of theirs. */
export const RelocationView = z.object({
  relocationId: id,
  kind: RelocationKind,
  state: RelocationState,
  from: ChainAddress,
  to: ChainAddress,
  /** Tokens to move, and those that are moved and confirmed; 0 of 0 until it is approved. */
  tokens: count,
  tokensMoved: count,
  requestedAt: isoDateTime,
  endedAt: z.optional(isoDateTime),
})
export type RelocationView = z.infer<typeof RelocationView>

const address = ChainAddress

/**
 * Creates a Sign-In with Ethereum message (EIP-4361) by which the caller proves that a wallet is theirs. It is valid for
 * ten minutes and once.
 */
export const BeginWallet = defineRpc({
  name: 'tokenisation.beginWallet',
  input: z.object({ address }),
  output: z.object({ challengeId: id, message: z.string(), expiresAt: isoDateTime }),
  access: 'user',
  errors: [
    ACCOUNT_SUSPENDED,
    WALLET_FROZEN,
    WALLET_NO_SHARES,
    WALLET_TAKEN,
    WALLET_IN_USE,
    WALLET_REQUEST_PENDING,
    WALLET_TOO_MANY_CHALLENGES,
  ],
})

/**
 * Verifies the signature of a message from `beginWallet`, screens the address against sanctions lists, and requests the
 * move of the caller's shares to it. Two members of staff decide. Wallets that are contracts sign by ERC-1271.
 */
export const ProveWallet = defineRpc({
  name: 'tokenisation.proveWallet',
  input: z.object({
    challengeId: id,
    signature: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){64,2048}$/)),
  }),
  output: z.object({ relocation: RelocationView }),
  access: 'user',
  errors: [
    ACCOUNT_SUSPENDED,
    WALLET_FROZEN,
    WALLET_NO_SHARES,
    WALLET_TAKEN,
    WALLET_IN_USE,
    WALLET_REFUSED,
    WALLET_REQUEST_PENDING,
    WALLET_CHALLENGE_ENDED,
    WALLET_SIGNATURE_INVALID,
    WALLET_CHAIN_UNAVAILABLE,
  ],
  timeoutMs: 15_000,
})

/** Requests the move of the caller's shares from their own wallet back to the platform's custody. */
export const ReturnShares = defineRpc({
  name: 'tokenisation.returnShares',
  input: z.object({}),
  output: z.object({ relocation: RelocationView }),
  access: 'user',
  errors: [ACCOUNT_SUSPENDED, WALLET_FROZEN, WALLET_NO_SHARES, WALLET_IN_USE, WALLET_REQUEST_PENDING],
})

/** Withdraws a request of the caller that is not approved yet. */
export const WithdrawRelocation = defineRpc({
  name: 'tokenisation.withdrawRelocation',
  input: z.object({ relocationId: id }),
  output: z.object({ relocation: RelocationView }),
  access: 'user',
  errors: [NOT_FOUND, WALLET_REQUEST_CLOSED],
})
