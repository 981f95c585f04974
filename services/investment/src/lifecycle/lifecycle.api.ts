export { raiseRunIds } from './advance-raise.js'
export { StaffActions } from './staff-actions.js'
