import type { CodePurpose } from '@hissa/contracts/identity'
import type { ClientSession, Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'
import { MAX_ATTEMPTS } from '../codes/code.js'
import type { Keyring } from '../crypto/keyring.js'
import type { SealedFields, SubjectVault } from '../crypto/subject-vault.js'
import { open, seal } from '../crypto/seal.js'
import { userExists } from '../errors/pool-error.js'
import { decodeVerifier, encodeVerifier, type Verifier } from '../srp/caldera.js'
import { aliasOf } from './alias.js'
import type { Personal, User, UserChange } from './user.js'
import { foldUsername } from '../identifiers/username.js'

type UserRow = Omit<User, 'userId' | 'personal'> & {
  _id: string
  /** Keyed digest of the folded address that signs in. */
  alias: string
  /** 0 for the account of the alias, 1 to 3 for unconfirmed attempts; unique with the alias. */
  slot: number
  /** `{salt, v}`, sealed: a stolen verifier can be guessed at, so it is worth as much as the password. */
  verifier: string
  /** The subject's own key, wrapped by the master key. */
  subjectKey: string
  personal: SealedFields
  signedInAt?: Date
}

const schema = new Schema<UserRow>(
  {
    _id: { type: String, required: true },
    alias: { type: String, required: true },
    slot: { type: Number, required: true },
    confirmed: { type: Boolean, required: true },
    verifier: { type: String, required: true },
    subjectKey: { type: String, required: true },
    personal: { type: Schema.Types.Mixed, required: true },
    emailVerified: { type: Boolean, required: true },
    phoneVerified: { type: Boolean, required: true },
    groups: { type: [String], required: true },
    language: { type: String, required: true },
    profileVersion: { type: Number, required: true },
    facts: { type: Schema.Types.Mixed, required: true },
    identityLockedUntil: Date,
    userStatus: { type: String, required: true },
    statusVersion: { type: Number, required: true },
    codes: { type: Schema.Types.Mixed, required: true },
    pendingUntil: Date,
    signedInAt: Date,
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
)
schema.index({ alias: 1, slot: 1 }, { unique: true, name: 'aliasSlot' })
schema.index({ pendingUntil: 1 }, { expireAfterSeconds: 0, name: 'pendingUntil' })

const ATTEMPT_SLOTS = [1, 2, 3]
const ATTEMPT_LIFE_MS = 24 * 3_600_000

/** Accounts, and attempts at making one. Nothing that would identify a person or sign them in is readable in its rows. */
export class UserStore {
  private readonly model: Model<UserRow>

  constructor(
    connection: Connection,
    private readonly keys: Keyring,
    private readonly vault: SubjectVault,
    private readonly clock: IdentityClock,
    private readonly poolId: string,
  ) {
    this.model = connection.model<UserRow>('users', schema, 'users')
  }

  async findById(userId: string, session?: ClientSession): Promise<User | undefined> {
    const row = await this.model.findOne({ _id: userId }, null, { session }).lean<UserRow>()
    return row ? this.read(row) : undefined
  }

  /** By the sub or by the address that signs in, however it is written: stand-ins of unknown names are found alike. */
  async findByName(name: string, session?: ClientSession): Promise<User | undefined> {
    const row = await this.findRow(name, session)
    return row ? this.read(row) : undefined
  }

  /** As `findByName`, with the verifier as it is stored and without opening anything else. */
  async findSignIn(name: string): Promise<{ userId: string; verifier: Verifier; sealed: string } | undefined> {
    const row = await this.findRow(name)
    return row ? { userId: row._id, verifier: this.readVerifier(row), sealed: row.verifier } : undefined
  }

  /** The attempts at making an account of this name, newest first, also those that have just expired. */
  async attemptsAt(name: string): Promise<User[]> {
    const rows = await this.model.find({ alias: this.aliasOf(name), confirmed: false }).lean<UserRow[]>()
    return rows.sort(newestFirst).map((row) => this.read(row))
  }

  /** Inserts a confirmed account. Throws a duplicate-key error when the address is taken. */
  async insert(user: User, verifier: Verifier, session: ClientSession): Promise<void> {
    await this.model.create([this.rowOf(user, verifier, 0)], { session })
  }

  /**
   * Inserts an attempt at an account, which expires after 24 hours; of more than three the oldest makes room.
   * Errors: UsernameExists; a duplicate-key error when another attempt came in between.
   */
  async insertAttempt(user: User, verifier: Verifier, session: ClientSession): Promise<void> {
    const alias = this.aliasOf(user.personal.email)
    const rows = await this.model
      .find({ alias }, { slot: 1, confirmed: 1, createdAt: 1 }, { session })
      .lean<UserRow[]>()
    if (rows.some(({ confirmed }) => confirmed)) throw userExists()
    const free = ATTEMPT_SLOTS.find((slot) => rows.every((row) => row.slot !== slot))
    const oldest = rows.sort(newestFirst).at(-1)
    if (free === undefined) await this.model.deleteOne({ _id: oldest!._id }, { session })
    const pendingUntil = new Date(user.createdAt.getTime() + ATTEMPT_LIFE_MS)
    await this.model.create([{ ...this.rowOf(user, verifier, free ?? oldest!.slot), pendingUntil }], { session })
  }

  /** Makes an attempt the account of its name and discards the others. Throws as `save`. */
  async confirm(user: User, change: UserChange, session: ClientSession): Promise<User> {
    const saved = await this.save(user, { ...change, confirmed: true, emailVerified: true }, session)
    const set = { $set: { slot: 0 }, $unset: { pendingUntil: 1 } } as const
    await this.model.updateOne({ _id: user.userId }, set, { session })
    await this.model.deleteMany({ alias: this.aliasOf(user.personal.email), confirmed: false }, { session })
    return saved
  }

  /** Applies a change to the version that was read; throws when another one came between, so that the caller reads again. */
  async save(user: User, change: UserChange, session: ClientSession): Promise<User> {
    const { personal, alias, verifier, ...rest } = change
    const set: Record<string, unknown> = { ...rest }
    if (alias) set.alias = this.aliasOf(alias)
    if (verifier) set.verifier = this.sealVerifier(user.userId, verifier)
    if (personal) {
      const row = await this.model.findOne({ _id: user.userId }, { subjectKey: 1 }, { session }).lean<UserRow>()
      set.personal = this.vault.seal(user.userId, row!.subjectKey, textFields(personal))
    }
    const where = { _id: user.userId, version: user.version }
    const { matchedCount } = await this.model.updateOne(where, { $set: set, $inc: { version: 1 } }, { session })
    if (matchedCount !== 1) throw new Error(`User ${user.userId} was changed by another call`)
    return { ...user, ...rest, ...(personal ? { personal } : {}), version: user.version + 1 }
  }

  /** Counts one try at a code before it is looked at; false when there is none or its tries are used up. */
  async countCodeTry(userId: string, purpose: Exclude<CodePurpose, 'reset'>): Promise<boolean> {
    const state = `codes.${purpose}`
    const where = { _id: userId, [`${state}.open`]: true, [`${state}.attempts`]: { $lt: MAX_ATTEMPTS } }
    const { matchedCount } = await this.model.updateOne(where, { $inc: { [`${state}.attempts`]: 1, version: 1 } })
    return matchedCount === 1
  }

  /**
   * Notes a sign-in in the transaction that starts its session. False when the account was suspended or its password
   * replaced after the proof was judged against `sealed`: this write and theirs cannot both commit.
   */
  async noteSignIn(userId: string, sealed: string, session: ClientSession): Promise<boolean> {
    const where = { _id: userId, verifier: sealed, confirmed: true, 'facts.suspended': { $ne: true } }
    const set = { $set: { signedInAt: this.clock.now() } }
    return (await this.model.updateOne(where, set, { session })).matchedCount === 1
  }

  private async findRow(name: string, session?: ClientSession): Promise<UserRow | undefined> {
    const folded = foldUsername(name)
    const where = folded.includes('@') ? { alias: this.aliasOf(name) } : { _id: folded }
    const rows = await this.model.find(where, null, { session }).lean<UserRow[]>()
    const now = this.clock.now()
    const live = rows.filter((row) => row.confirmed || !row.pendingUntil || row.pendingUntil > now)
    return live.find(({ confirmed }) => confirmed) ?? live.sort(newestFirst)[0]
  }

  private rowOf(user: User, verifier: Verifier, slot: number): UserRow {
    const { userId, personal, ...rest } = user
    const subjectKey = this.vault.newKey(userId)
    return {
      _id: userId,
      alias: this.aliasOf(personal.email),
      slot,
      subjectKey,
      verifier: this.sealVerifier(userId, verifier),
      personal: this.vault.seal(userId, subjectKey, textFields(personal)),
      ...rest,
    }
  }

  private read(row: UserRow): User {
    const { _id: userId, alias: _alias, slot: _slot, verifier: _verifier, subjectKey, personal, ...rest } = row
    const { signedInAt: _signedInAt, ...fields } = rest
    return { userId, ...fields, personal: this.vault.open(userId, subjectKey, personal) as unknown as Personal }
  }

  private sealVerifier(userId: string, verifier: Verifier): string {
    return seal(this.keys.of('verifier'), encodeVerifier(verifier), this.verifierAad(userId))
  }

  private readVerifier(row: Pick<UserRow, '_id' | 'verifier'>): Verifier {
    return decodeVerifier(open(this.keys.of('verifier'), row.verifier, this.verifierAad(row._id)))
  }

  private aliasOf(email: string): string {
    return aliasOf(this.keys, this.poolId, email)
  }

  private readonly verifierAad = (userId: string) => `${this.poolId}|${userId}`
}

const newestFirst = (a: Pick<UserRow, 'createdAt'>, b: Pick<UserRow, 'createdAt'>) =>
  b.createdAt.getTime() - a.createdAt.getTime()

/** Empty means absent: an attribute that is taken away leaves nothing behind. */
function textFields(personal: Personal): Record<string, string> {
  return Object.fromEntries(Object.entries(personal).filter(([, value]) => typeof value === 'string' && value !== ''))
}
