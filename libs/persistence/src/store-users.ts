import { systemTiming } from '@hissa/kernel'
import mongoose, { type mongo as Mongo } from 'mongoose'

type Db = Mongo.Db

const TIMEOUT_MS = 60_000
const ALREADY_INITIALIZED = 23
const USER_EXISTS = 51_003
const AUTHENTICATION_FAILED = 18

export interface StoreUsers {
  /** URI of the server on its own machine: only from there can the first user be created. */
  uri: string
  /** `host:port` at which others reach the only member of the set. */
  member: string
  admin: { user: string; password: string }
  /** Each may read and write its own database and nothing else. */
  users: readonly { user: string; password: string; database: string }[]
}

/**
 * Initiates a MongoDB that requires a key file as a replica set of one, and creates an administrator and these users.
 * Idempotent; sets the given passwords.
 * @throws Error when there is no primary within a minute
 */
export async function makeStoreUsers({ uri, member, admin, users }: StoreUsers): Promise<void> {
  const withAdmin = async <T>(auth: object, act: (db: Db) => Promise<T>): Promise<T> => {
    const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: TIMEOUT_MS, ...auth })
    try {
      return await act(client.db('admin'))
    } finally {
      await client.close()
    }
  }
  const auth = { auth: { username: admin.user, password: admin.password } }
  const known = await withAdmin(auth, (db) => db.command({ connectionStatus: 1 })).catch((error: unknown) => {
    if (!hasCode(error, AUTHENTICATION_FAILED)) throw error
  })
  if (!known) await withAdmin({}, (db) => initiate(db, member, admin))
  await withAdmin(auth, async (db) => {
    await untilPrimary(db)
    for (const user of users) await createOrUpdateUser(db, user)
  })
}

const hasCode = (error: unknown, code: number) => (error as { code?: number }).code === code

/**
 * Initiates the set and creates the administrator. The server allows this without authentication only while it has no
 * users.
 */
async function initiate(db: Db, member: string, { user, password }: StoreUsers['admin']): Promise<void> {
  const config = { _id: 'rs0', members: [{ _id: 0, host: member }] }
  await db.command({ replSetInitiate: config }).catch((error: unknown) => {
    if (!hasCode(error, ALREADY_INITIALIZED)) throw error
  })
  await untilPrimary(db)
  await db.command({ createUser: user, pwd: password, roles: ['userAdminAnyDatabase'] })
}

async function untilPrimary(db: Db): Promise<void> {
  const deadlineMs = systemTiming.elapsedMs() + TIMEOUT_MS
  // Server 4.4 supports only the older name, `isMaster`.
  while (!(await db.command({ isMaster: 1 }))['ismaster']) {
    if (systemTiming.elapsedMs() > deadlineMs) throw new Error('the replica set has no primary')
    await systemTiming.sleep(50)
  }
}

async function createOrUpdateUser(db: Db, { user, password, database }: StoreUsers['users'][number]): Promise<void> {
  const rights = { pwd: password, roles: [{ role: 'readWrite', db: database }] }
  await db.command({ createUser: user, ...rights }).catch((error: unknown) => {
    if (!hasCode(error, USER_EXISTS)) throw error
    return db.command({ updateUser: user, ...rights })
  })
}
