/** What the other features use of enforcement. */
export { isCovered, isOn, type Freeze } from './freeze.js'
export { FreezeStore } from './freeze.store.js'
export { ContractFlagStore } from './contract-flag.store.js'
export { ShareFreezes } from './share-freezes.js'
