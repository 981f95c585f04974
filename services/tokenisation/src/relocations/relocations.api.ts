/** What the other features use of relocations. */
export { MoveShares } from './move-shares.js'
export { balanceAt } from './holdings-on-chain.js'
export { registerRelocationGauges } from './relocation-metrics.js'
export { Freezes } from './freezes.js'
export { notPossible, type NotPossible } from './not-possible.js'
export {
  hasMoved,
  movesOf,
  relocationView,
  staffRelocationView,
  type Relocation,
  type RelocationCommand,
  type RelocationStep,
} from './relocation.js'
export { pending, Relocations } from './relocations.js'
