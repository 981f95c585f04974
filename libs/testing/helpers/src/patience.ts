/** Lengthens the deadlines of production, which a busy machine may miss. */
export const DEADLINE_FACTOR = 12

/** Settings with which a service under test has longer deadlines. A test of a deadline moves the time instead. */
export const PATIENT_ENV = { DEADLINE_FACTOR: String(DEADLINE_FACTOR) }
