import type { CodePurpose } from '@hissa/contracts/identity'
import { rowsAfter, type ClientSession, type Connection } from '@hissa/persistence'
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
  /** Keyed digest of the folded sign-in address. */
  alias: string
  /** 0 for the account of the alias, 1 to 3 for unconfirmed sign-up attempts. Unique together with the alias. */
  slot: number
  /** `{salt, v}`, sealed, because a stolen verifier allows offline guessing of the password. */
  verifier: string
  /** The subject's key, wrapped by the master key. */
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
    settings: Schema.Types.Mixed,
    settingsVersion: Number,
    facts: { type: Schema.Types.Mixed, required: true },
    identityLockedUntil: Date,
    suspendedBy: String,
    userStatus: { type: String, required: true },
    statusVersion: { type: Number, required: true },
    codes: { type: Schema.Types.Mixed, required: true },
    referralCode: String,
    pendingUntil: Date,
    signedInAt: Date,
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
)
schema.index({ alias: 1, slot: 1 }, { unique: true, name: 'aliasSlot' })
schema.index({ createdAt: 1, _id: 1 }, { partialFilterExpression: { confirmed: true }, name: 'joined' })
schema.index({ pendingUntil: 1 }, { expireAfterSeconds: 0, name: 'pendingUntil' })

const ATTEMPT_SLOTS = [1, 2, 3]
const ATTEMPT_LIFE_MS = 24 * 3_600_000

/** Stores accounts and sign-up attempts. Personal data and verifiers are encrypted in its rows. */
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

  async findByIds(userIds: readonly string[]): Promise<User[]> {
    const rows = await this.model.find({ _id: { $in: [...userIds] } }).lean<UserRow[]>()
    return rows.map((row) => this.read(row))
  }

  /** Returns accounts, the latest to join first, before a position if one is given. */
  async latest(before: readonly [joinedAt: Date, userId: string] | undefined, limit: number): Promise<User[]> {
    const rows = await this.model
      .find({ confirmed: true, ...rowsAfter<UserRow>('createdAt', -1, before) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean<UserRow[]>()
    return rows.map((row) => this.read(row))
  }

  /** Seals fields under the key of a user, as its personal data are. Throws if there is no such user. */
  async sealFor(userId: string, fields: Record<string, string>, session?: ClientSession): Promise<SealedFields> {
    return this.vault.seal(userId, await this.keyOf(userId, session), fields)
  }

  /** Opens fields that were sealed under the key of a user. */
  async openOf(userId: string, sealed: readonly SealedFields[]): Promise<Record<string, string>[]> {
    if (sealed.length === 0) return []
    const key = await this.keyOf(userId)
    return sealed.map((fields) => this.vault.open(userId, key, fields))
  }

  /** Returns those of these users who have not paid an order yet. */
  async unpaidOf(userIds: readonly string[], session: ClientSession): Promise<User[]> {
    const where = { _id: { $in: [...userIds] }, 'facts.paid': { $ne: true } }
    const rows = await this.model.find(where, null, { session }).lean<UserRow[]>()
    return rows.map((row) => this.read(row))
  }

  /** Finds a user by `sub` or sign-in address, folded. The placeholders of unknown names match the same way. */
  async findByName(name: string, session?: ClientSession): Promise<User | undefined> {
    const row = await this.findRow(name, session)
    return row ? this.read(row) : undefined
  }

  /** Finds a user as `findByName` does. Returns the verifier, opened and as stored, without personal data. */
  async findSignIn(name: string): Promise<{ userId: string; verifier: Verifier; sealed: string } | undefined> {
    const row = await this.findRow(name)
    return row ? { userId: row._id, verifier: this.readVerifier(row), sealed: row.verifier } : undefined
  }

  /** Returns the sign-up attempts of a name, newest first, including expired ones that aren't deleted yet. */
  async attemptsAt(name: string): Promise<User[]> {
    const rows = await this.model.find({ alias: this.aliasOf(name), confirmed: false }).lean<UserRow[]>()
    return rows.sort(newestFirst).map((row) => this.read(row))
  }

  /** Inserts a confirmed account. Throws a duplicate-key error if the address is taken. */
  async insert(user: User, verifier: Verifier, session: ClientSession): Promise<void> {
    await this.model.create([this.rowOf(user, verifier, 0)], { session })
  }

  /**
   * Inserts a sign-up attempt, which expires after 24 hours. The fourth attempt of a name replaces the oldest.
   * Errors: UsernameExists; a duplicate-key error when a concurrent attempt took the slot.
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

  /** Makes a sign-up attempt the account of its name and deletes the other attempts. Errors: as `save`. */
  async confirm(user: User, change: UserChange, session: ClientSession): Promise<User> {
    const saved = await this.save(user, { ...change, confirmed: true, emailVerified: true }, session)
    const set = { $set: { slot: 0 }, $unset: { pendingUntil: 1 } } as const
    await this.model.updateOne({ _id: user.userId }, set, { session })
    await this.model.deleteMany({ alias: this.aliasOf(user.personal.email), confirmed: false }, { session })
    return saved
  }

  /**
   * Applies a change to the version that was read. Throws if the user has changed since, so that the caller retries.
   */
  async save(user: User, change: UserChange, session: ClientSession): Promise<User> {
    const { personal, alias, verifier, ...rest } = change
    const set: Record<string, unknown> = { ...rest }
    if (alias) set.alias = this.aliasOf(alias)
    if (verifier) set.verifier = this.sealVerifier(user.userId, verifier)
    if (personal) {
      set.personal = await this.sealFor(user.userId, textFields(personal), session)
    }
    const where = { _id: user.userId, version: user.version }
    const { matchedCount } = await this.model.updateOne(where, { $set: set, $inc: { version: 1 } }, { session })
    if (matchedCount !== 1) throw new Error(`User ${user.userId} was changed by another call`)
    return { ...user, ...rest, ...(personal ? { personal } : {}), version: user.version + 1 }
  }

  /** Counts an attempt before the code is compared. Returns false without an open code or remaining attempts. */
  async countCodeAttempt(userId: string, purpose: Exclude<CodePurpose, 'reset'>): Promise<boolean> {
    const state = `codes.${purpose}`
    const where = { _id: userId, [`${state}.open`]: true, [`${state}.attempts`]: { $lt: MAX_ATTEMPTS } }
    const { matchedCount } = await this.model.updateOne(where, { $inc: { [`${state}.attempts`]: 1, version: 1 } })
    return matchedCount === 1
  }

  /**
   * Records a sign-in in the transaction that starts its session. Returns false if the account was suspended or its
   * password replaced after the proof was verified against `sealed`. Only one of these conflicting writes can commit.
   */
  async recordSignIn(userId: string, sealed: string, session: ClientSession): Promise<boolean> {
    const where = { _id: userId, verifier: sealed, confirmed: true, 'facts.suspended': { $ne: true } }
    const set = { $set: { signedInAt: this.clock.now() } }
    return (await this.model.updateOne(where, set, { session })).matchedCount === 1
  }

  /** Returns whether this is still the user's verifier, as stored. */
  async hasVerifier(userId: string, sealed: string, session: ClientSession): Promise<boolean> {
    return (await this.model.exists({ _id: userId, verifier: sealed }).session(session)) !== null
  }

  private async keyOf(userId: string, session?: ClientSession): Promise<string> {
    const row = await this.model.findOne({ _id: userId }, { subjectKey: 1 }, { session }).lean<UserRow>()
    return row!.subjectKey
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

/** Drops empty fields, which removes them from the store. */
function textFields(personal: Personal): Record<string, string> {
  return Object.fromEntries(Object.entries(personal).filter(([, value]) => typeof value === 'string' && value !== ''))
}
