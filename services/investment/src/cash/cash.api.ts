export { fieldOf, type SealedAccount } from './bank-account.js'
export { BankAccountStore } from './bank-account.store.js'
export { MovementStore } from './movement.store.js'
export { isPayable } from './payable.js'
export { availableOf } from './read-cash.js'
export {
  decideWithdrawal,
  endToEndId,
  stepParts,
  type Withdrawal,
  type WithdrawalCommand,
  withdrawalIdOf,
  withdrawalView,
} from './withdrawal.js'
export { WithdrawalStore } from './withdrawal.store.js'
