import type { ShareAction, ShareScope } from '@hissa/contracts/tokenisation'
import { sumUnits, type Units } from '@hissa/money'
import { identityOf } from '../accounts/account.js'
import { refOf, type Token } from '../tokens/token.js'
import type { Facts } from './share-action.js'

/** Shares of an investor on the chain, at one of their addresses. */
export interface Held {
  propertyId: string
  units: Units
}

/** Returns what an action on a shareholder is about now: which shares, and between which addresses they move. Pure. */
export function scopeOf(
  action: ShareAction,
  { account, freezes, relocation }: Facts,
  { held, tokens }: { held: readonly Held[]; tokens: ReadonlyMap<string, Token> },
): ShareScope {
  const lifted = action.type === 'unfreeze' ? freezes.find(({ _id }) => _id === action.freezeId) : undefined
  const only = action.type === 'freeze' ? action.propertyId : lifted?.propertyId
  const property = only === undefined ? undefined : tokens.get(only)
  const about = [...tokens.values()].flatMap((token) => {
    const rows = held.filter(({ propertyId }) => propertyId === token._id && (only ?? propertyId) === propertyId)
    return rows.length > 0 ? [{ property: refOf(token), units: sumUnits(...rows.map(({ units }) => units)) }] : []
  })
  const scope = { ...(property && { property: refOf(property) }), tokens: about, from: account.address }
  if (action.type === 'recover') return { ...scope, to: identityOf(account) }
  const moves = action.type === 'move' || action.type === 'retry'
  return moves && relocation?._id === action.relocationId ? { ...scope, to: relocation.to } : scope
}
