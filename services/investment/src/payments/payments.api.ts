export { refundSave } from './payment.js'
export { notPossible } from './suspense/carry-out.js'
export type { Subject } from './suspense/resolution.js'
export { type Moment, type ResolutionError, SUBJECT_ACTIONS, type SubjectActions } from './suspense/subject-actions.js'
