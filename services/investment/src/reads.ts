import { combinedReads, type CombinedReads, type Connection } from '@hissa/persistence'

/** Returns the reads that all stores of the service share. The ledger's head is a row that always exists. */
export const readsOf = (connection: Connection): CombinedReads =>
  combinedReads(connection, { from: 'ledger_head', id: 'head' })
