import type { ChainView } from '@hissa/contracts/tokenisation'

/** Returns the ends of an address or a hash, such as `0x1a2b…9f0e`. */
export const shortHash = (name: string): string => (name.length <= 12 ? name : `${name.slice(0, 6)}…${name.slice(-4)}`)

/** What a block explorer shows, by the word in its address. */
export type ExplorerKind = 'address' | 'tx'

/**
 * Returns the page of the chain's block explorer for an address or a transaction; undefined if the chain has none, or if
 * its address is not one of the web.
 */
export function explorerPage(
  { explorerUrl }: Pick<ChainView, 'explorerUrl'>,
  kind: ExplorerKind,
  name: string,
): string | undefined {
  if (!explorerUrl || !/^https?:\/\//.test(explorerUrl)) return undefined
  return `${explorerUrl.replace(/\/+$/, '')}/${kind}/${encodeURIComponent(name)}`
}

/** Returns the path of a token's page. `property` is a slug or a record's id. */
export const tokenPath = (property: string): string => `/tokenization/${encodeURIComponent(property)}`

/** Returns the path of the page that shows one transaction of a token. */
export const transactionPath = (property: string, hash: string): string =>
  `${tokenPath(property)}/transactions/${encodeURIComponent(hash)}`
