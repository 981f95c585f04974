import { isStoreDown } from '@hissa/persistence'
import { MongoClient } from 'mongodb'
import { Committer, MongoLedgerStore } from '../src/index.js'
import { chart, pay } from './fixture.js'

/**
 * Commits one payment and kills itself, as `kill -9` does, at the step that KILL_AT names. With WRITER set, it first
 * commits another payment and waits for a message, like a writer that has been running for a while.
 */
const { MONGODB_URI, DB_NAME, KILL_AT, WRITER } = process.env
const client = await MongoClient.connect(MONGODB_URI!)
let isArmed = !WRITER
const probe = (point: string) => (isArmed && point === KILL_AT ? void process.kill(process.pid, 'SIGKILL') : undefined)
const store = new MongoLedgerStore({ client, db: client.db(DB_NAME), probe, isStoreDown })
const ledger = new Committer({ store, chart, now: () => new Date() })
if (WRITER) {
  await ledger.commit(pay(`first-${WRITER}`))
  const signalled = new Promise((resolve) => process.once('message', resolve))
  process.send!('ready')
  await signalled
  isArmed = true
}
await ledger.commit(pay(`killed${WRITER ?? ''}`))
process.exit(0)
