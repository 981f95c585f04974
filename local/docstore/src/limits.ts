/** Sizes as a real server states them in `hello`, and times it uses by default. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024
/** Bytes of one cursor reply, which is built without a pause; the real server's limit is 16 MB. */
export const MAX_REPLY_BATCH_BYTES = 2 * 1024 * 1024
export const MAX_MESSAGE_BYTES = 48_000_000
export const MAX_BATCH = 100_000
export const FIRST_BATCH = 101
export const SESSION_MINUTES = 30
export const TRANSACTION_LIFETIME_MS = 60_000
export const CURSOR_IDLE_MS = 600_000
export const TTL_PERIOD_MS = 60_000
export const WIRE_VERSION = 21
export const SET_NAME = 'rs0'
