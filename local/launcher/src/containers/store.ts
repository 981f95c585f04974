import { makeStoreUsers } from '@hissa/persistence'
import { databaseOf } from './secrets.js'

/** Runs once MongoDB is up, in its network: creates the replica set, and for each service a user for its database. */
const { MONGO_ADMIN_PASSWORD, MONGO_PASSWORDS } = process.env
if (!MONGO_ADMIN_PASSWORD || !MONGO_PASSWORDS) throw new Error('the passwords of the store are missing')
const passwords = JSON.parse(MONGO_PASSWORDS) as Record<string, string>

await makeStoreUsers({
  uri: 'mongodb://127.0.0.1:27017/?directConnection=true',
  member: 'mongo:27017',
  admin: { user: 'admin', password: MONGO_ADMIN_PASSWORD },
  users: Object.entries(passwords).map(([user, password]) => ({ user, password, database: databaseOf(user) })),
})
