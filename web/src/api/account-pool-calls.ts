import { repeatableImport } from '../lib/repeatable-import.js'

/** Loads the user-pool library with the calls of the account. Rejects if the scripts cannot be loaded; can be repeated. */
export const loadAccountPool = repeatableImport(() => import('./account-pool.js'))
