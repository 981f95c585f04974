export {
  commandAtEnd,
  coolingOffEnd,
  COOLING_OFF_HOURS,
  countReserving,
  isOpen,
  minimumUnitsOf,
  type Raise,
  type RaiseCommand,
  type RaiseWork,
  type UnitCounts,
  unitsReserved,
} from './raise.js'
export { type DeedVersion, deedVersionView, deedWithHash, filedDeed, newestDeed } from './deed-version.js'
export { RAISES, RaiseStore, reservationSaves } from './raise.store.js'
export { inPhase, type MovedUnits, raiseCommand, raiseProgress, staleRaise } from './progress.js'
export { readCounts } from './read-counts.js'
export { noProperty } from './no-property.js'
