import { isStoreDown } from '@hissa/persistence'
import { MongoClient } from 'mongodb'
import { Committer, MongoLedgerStore } from '../src/index.js'
import { chart, pay } from './fixture.js'

/** Commits one payment and kills itself, as `kill -9` does, at the seam that KILL_AT names. */
const { MONGODB_URI, DB_NAME, KILL_AT } = process.env
const client = await MongoClient.connect(MONGODB_URI!)
const probe = (point: string) => (point === KILL_AT ? void process.kill(process.pid, 'SIGKILL') : undefined)
const store = new MongoLedgerStore({ client, db: client.db(DB_NAME), probe, isStoreDown })
await new Committer({ store, chart, now: () => new Date() }).commit(pay('killed'))
process.exit(0)
