import type { ClientSession, Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { Keyring } from '../crypto/keyring.js'
import type { SealedFields, SubjectVault } from '../crypto/subject-vault.js'
import { open, seal } from '../crypto/seal.js'
import { decodeVerifier, encodeVerifier, type Verifier } from '../srp/caldera.js'
import type { Personal, User, UserChange } from './user.js'

type UserRow = Omit<User, 'userId' | 'personal'> & {
  _id: string
  /** Keyed digest of the address that signs in, folded to lower case; unique. */
  alias: string
  /** `{salt, v}`, sealed: a stolen verifier can be guessed at, so it is worth as much as the password. */
  verifier: string
  /** The subject's own key, wrapped by the master key. */
  subjectKey: string
  personal: SealedFields
}

const schema = new Schema<UserRow>(
  {
    _id: { type: String, required: true },
    alias: { type: String, required: true },
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
    userStatus: { type: String, required: true },
    statusVersion: { type: Number, required: true },
    codes: { type: Schema.Types.Mixed, required: true },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
)
schema.index({ alias: 1 }, { unique: true, name: 'alias' })

/** Accounts. Nothing that would identify a person or sign them in is readable in its rows. */
export class UserStore {
  private readonly model: Model<UserRow>

  constructor(
    connection: Connection,
    private readonly keys: Keyring,
    private readonly vault: SubjectVault,
    private readonly poolId: string,
  ) {
    this.model = connection.model<UserRow>('users', schema, 'users')
  }

  async findById(userId: string, session?: ClientSession): Promise<User | undefined> {
    const row = await this.model.findOne({ _id: userId }, null, { session }).lean<UserRow>()
    return row ? this.read(row) : undefined
  }

  /** By the sub or by the address that signs in, whatever the case: stand-ins of unknown names are found alike. */
  async findByName(name: string, session?: ClientSession): Promise<User | undefined> {
    const row = await this.model.findOne(this.byName(name), null, { session }).lean<UserRow>()
    return row ? this.read(row) : undefined
  }

  /** As `findByName`, with the verifier and without opening anything else. */
  async findSignIn(name: string): Promise<{ userId: string; verifier: Verifier } | undefined> {
    const row = await this.model.findOne(this.byName(name), { verifier: 1 }).lean<UserRow>()
    return row ? { userId: row._id, verifier: this.readVerifier(row) } : undefined
  }

  /** Throws a duplicate-key error when the address is taken. */
  async insert(user: User, verifier: Verifier, session: ClientSession): Promise<void> {
    const { userId, personal, ...rest } = user
    const subjectKey = this.vault.newKey(userId)
    const row: UserRow = {
      _id: userId,
      alias: this.aliasOf(personal.email),
      subjectKey,
      verifier: seal(this.keys.of('verifier'), encodeVerifier(verifier), this.verifierAad(userId)),
      personal: this.vault.seal(userId, subjectKey, textFields(personal)),
      ...rest,
    }
    await this.model.create([row], { session })
  }

  /** Applies a change to the version that was read; throws when another one came between, so that the caller reads again. */
  async save(user: User, change: UserChange, session: ClientSession): Promise<User> {
    const { personal, alias, ...rest } = change
    const set: Record<string, unknown> = { ...rest }
    if (alias) set.alias = this.aliasOf(alias)
    if (personal) {
      const row = await this.model.findOne({ _id: user.userId }, { subjectKey: 1 }, { session }).lean<UserRow>()
      set.personal = this.vault.seal(user.userId, row!.subjectKey, textFields(personal))
    }
    const where = { _id: user.userId, version: user.version }
    const { matchedCount } = await this.model.updateOne(where, { $set: set, $inc: { version: 1 } }, { session })
    if (matchedCount !== 1) throw new Error(`User ${user.userId} was changed by another call`)
    return { ...user, ...rest, ...(personal ? { personal } : {}), version: user.version + 1 }
  }

  private read(row: UserRow): User {
    const { _id: userId, alias: _alias, verifier: _verifier, subjectKey, personal, ...rest } = row
    return { userId, ...rest, personal: this.vault.open(userId, subjectKey, personal) as unknown as Personal }
  }

  private readVerifier(row: Pick<UserRow, '_id' | 'verifier'>): Verifier {
    return decodeVerifier(open(this.keys.of('verifier'), row.verifier, this.verifierAad(row._id)))
  }

  private byName(name: string): { _id: string } | { alias: string } {
    return name.includes('@') ? { alias: this.aliasOf(name) } : { _id: name.trim().toLowerCase() }
  }

  private aliasOf(email: string): string {
    return this.keys.digest('index', this.poolId, email.trim().toLowerCase()).toString('base64url')
  }

  private readonly verifierAad = (userId: string) => `${this.poolId}|${userId}`
}

/** Empty means absent: an attribute that is taken away leaves nothing behind. */
function textFields(personal: Personal): Record<string, string> {
  return Object.fromEntries(Object.entries(personal).filter(([, value]) => typeof value === 'string' && value !== ''))
}
