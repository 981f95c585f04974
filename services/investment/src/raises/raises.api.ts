export { countReserving, isOpen, type Raise, type UnitCounts } from './raise.js'
export { largeReservationSave, RaiseStore } from './raise.store.js'
export { raiseProgress, type PaidUnits } from './progress.js'
export { readCounts } from './read-counts.js'
