import type { ChainView, TokenView } from '@hissa/contracts/tokenisation'

/** A token with the chain on which it is, as each part of its page needs them. */
export interface TokenOnPage {
  token: TokenView
  chain: ChainView
}
