import { workerFile } from '@hissa/kernel/workers'

const LONG_MS = 3_600_000

export const workerOf = (name: string) => workerFile(import.meta.url, name)

/** Decodes pictures as the service does, on a machine of any speed. */
export const PATIENT = { file: workerOf('patient-decoder'), queueTimeoutMs: LONG_MS, taskTimeoutMs: LONG_MS }
/** Reads pictures as the service does, on a machine of any speed. */
export const PATIENT_READINGS = { queueTimeoutMs: LONG_MS, taskTimeoutMs: LONG_MS }
