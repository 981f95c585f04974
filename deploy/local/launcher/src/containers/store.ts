import { makeStoreUsers } from '@hissa/persistence'

/** Once MongoDB runs, in its network: the replica set, and for each service a user of its own database. */
const { MONGO_ADMIN_PASSWORD, MONGO_PASSWORDS } = process.env
if (!MONGO_ADMIN_PASSWORD || !MONGO_PASSWORDS) throw new Error('the passwords of the store are missing')
const passwords = JSON.parse(MONGO_PASSWORDS) as Record<string, string>

await makeStoreUsers({
  uri: 'mongodb://127.0.0.1:27017/?directConnection=true',
  member: 'mongo:27017',
  admin: { user: 'admin', password: MONGO_ADMIN_PASSWORD },
  users: Object.entries(passwords).map(([user, password]) => ({ user, password, database: `hissa_${user}` })),
})
