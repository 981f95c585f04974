import type { Logger } from '@hissa/kernel'
import { transaction, type ClientSession, type Connection, type Migration } from '@hissa/persistence'
import type { Keyring } from '../crypto/keyring.js'
import type { SealedFields, SubjectVault } from '../crypto/subject-vault.js'
import { aliasOf } from './alias.js'
import type { Personal } from './user.js'

interface Row {
  _id: string
  alias: string
  slot: number
  confirmed: boolean
  createdAt: Date
}
type StoredRow = Row & { subjectKey: string; personal: SealedFields }
/** A row whose address folds to another digest than the stored one. */
type OutdatedRow = Row & { folded: string }

interface Parts {
  keys: Keyring
  vault: SubjectVault
  poolId: string
  logger: Pick<Logger, 'info' | 'warn'>
}

/**
 * Recomputes the digest of every name, for accounts created before names were folded. If two confirmed accounts have
 * the same folded address, the older one keeps the name. The other can sign in by its `sub` only and is logged by id.
 */
export const foldNames = (parts: Parts): Migration => ({
  name: '002-fold-names',
  async up(connection) {
    const { outdated, unreadable } = await readRows(connection, parts)
    const displaced: string[] = []
    // Accounts before sign-up attempts, so that no attempt takes the name of an account.
    for (const row of [...outdated.filter(({ confirmed }) => confirmed), ...outdated.filter((row) => !row.confirmed)]) {
      const loser = await transaction(connection, (session) => refold(connection, row, parts, session))
      if (loser !== undefined) displaced.push(loser)
    }
    parts.logger.info({ changed: outdated.length - displaced.length }, 'folded names')
    if (displaced.length > 0)
      parts.logger.warn({ count: displaced.length, userIds: displaced }, 'accounts share a folded address: the older one keeps it') // prettier-ignore
    if (unreadable.length > 0)
      parts.logger.warn({ count: unreadable.length, userIds: unreadable }, 'addresses could not be decrypted')
  },
})

const usersOf = (connection: Connection) => connection.collection<StoredRow>('users')

/** Throws if no address can be decrypted, which means that the master key is wrong. */
async function readRows(
  connection: Connection,
  parts: Parts,
): Promise<{ outdated: OutdatedRow[]; unreadable: string[] }> {
  const outdated: OutdatedRow[] = []
  const unreadable: string[] = []
  let total = 0
  for await (const { subjectKey, personal, ...row } of usersOf(connection).find().sort({ createdAt: 1 })) {
    total += 1
    const address = addressOf(row._id, subjectKey, personal, parts)
    if (address === undefined) {
      unreadable.push(row._id)
      continue
    }
    const { _id, alias, slot, confirmed, createdAt } = row
    const folded = aliasOf(parts.keys, parts.poolId, address)
    if (folded !== alias) outdated.push({ _id, alias, slot, confirmed, createdAt, folded })
  }
  if (total > 0 && unreadable.length === total)
    throw new Error('No address can be decrypted: is it the right master key?')
  return { outdated, unreadable }
}

function addressOf(userId: string, key: string, personal: SealedFields, { vault }: Parts): string | undefined {
  try {
    const { email, verifiedEmail } = vault.open(userId, key, personal) as unknown as Personal
    return verifiedEmail ?? email
  } catch {
    return undefined
  }
}

/** Stores a row's folded alias. Returns the id of the account that loses the alias, if any. */
async function refold(
  connection: Connection,
  row: OutdatedRow,
  parts: Parts,
  session: ClientSession,
): Promise<string | undefined> {
  const users = usersOf(connection)
  const setAlias = (_id: string, from: string, alias: string) =>
    users.updateOne({ _id, alias: from }, { $set: { alias } }, { session })
  const others = await users.find({ alias: row.folded }, { session }).toArray()
  const holder = others.find(({ confirmed }) => confirmed)
  if (!row.confirmed) {
    // A sign-up attempt without a free slot expires within a day.
    if (!holder && others.every(({ slot }) => slot !== row.slot)) await setAlias(row._id, row.alias, row.folded)
    return undefined
  }
  if (holder && holder.createdAt <= row.createdAt) return row._id
  if (holder) await setAlias(holder._id, row.folded, unusedAlias(holder._id, parts))
  await setAlias(row._id, row.alias, row.folded)
  return holder?._id
}

/** Returns an alias that no address folds to. */
const unusedAlias = (userId: string, { keys, poolId }: Parts) =>
  keys.digest('index', poolId, 'no name', userId).toString('base64url')
