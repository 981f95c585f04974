import * as z from 'zod/mini'
import { cursor } from '../core.js'
import { pageLimit } from '../query.js'
import { DecideShareAction, DeclineRelocation, ListShareholders, ProposeShareAction } from './staff.js'
import { BeginWallet, ProveWallet } from './wallets.js'

const Page = { limit: z.optional(pageLimit), cursor: z.optional(cursor) }

/** `GET /tokens`, `/tokens/{property}/transfers` and `/tokens/{property}/holders` */
export const TokensQuery = z.object(Page)
export type TokensQuery = z.infer<typeof TokensQuery>

/** `POST /wallet/challenges` and `/wallet/proofs` */
export const WalletChallengeBody = BeginWallet.input
export const WalletProofBody = ProveWallet.input

/** The views of `GET /compliance/shareholders`. */
export const ShareholdersView = ListShareholders.input.shape.view.def.innerType
export type ShareholdersView = z.infer<typeof ShareholdersView>

/** `GET /compliance/shareholders`. With `q` it finds one user id, or an address that holds or has held shares. */
export const ShareholdersQuery = z.object({
  ...Page,
  view: z.optional(ShareholdersView),
  q: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(128))),
})
export type ShareholdersQuery = z.infer<typeof ShareholdersQuery>

/** `GET /compliance/share-decisions` */
export const ShareDecisionsQuery = z.object(Page)
export type ShareDecisionsQuery = z.infer<typeof ShareDecisionsQuery>

/** `POST /compliance/share-decisions`, `/{id}/decision`, and `/compliance/relocations/{id}/decline` */
export const ProposeShareActionBody = ProposeShareAction.input
export const DecideShareActionBody = z.omit(DecideShareAction.input, { approvalId: true })
export const DeclineRelocationBody = z.omit(DeclineRelocation.input, { relocationId: true })
