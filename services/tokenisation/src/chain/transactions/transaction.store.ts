import { transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { Address } from 'viem'
import { ROLES, type Role } from '../roles.js'
import { canBecome, type Attempt, type ChainTransaction, type State } from './transaction.js'

/** A row of `chain_signers`: order and nonces of one role. */
export interface SignerRow {
  _id: Role
  /** Number of transactions planned so far. */
  planned: number
  /** The address that signs; absent until the first signature. */
  address?: Address
  nextNonce?: number
  /** Set when the chain has a transaction with our nonce that we did not sign. Nothing is signed until it is removed. */
  haltedAt?: Date
  /** Set when an operator asked for the role to be released; its sender does so in its next pass. */
  releaseAt?: Date
}

/** What is common to all rows: which chain they are on. A row of `chain_state`. */
interface StateRow {
  _id: 'chain'
  chainId: number
  genesisHash: string
}

const hex = { type: String, required: true }
const attempt = { hash: hex, raw: hex, maxFeePerGas: hex, maxTipPerGas: hex, signedAt: { type: Date, required: true } }
const included = {
  ...{ hash: hex, blockHash: hex, gasUsed: hex, contract: String },
  blockNumber: { type: Number, required: true },
  at: { type: Date, required: true },
  succeeded: { type: Boolean, required: true },
}
const schema = new Schema<ChainTransaction>(
  {
    _id: { type: String, required: true },
    role: { type: String, required: true },
    sequence: { type: Number, required: true },
    kind: { type: String, required: true },
    ref: { type: Schema.Types.Mixed, required: true },
    contentHash: { type: String, required: true },
    to: String,
    data: hex,
    value: { type: String, required: true },
    gasHint: String,
    after: [String],
    state: { type: String, required: true },
    version: { type: Number, required: true },
    plannedAt: { type: Date, required: true },
    address: String,
    nonce: Number,
    gas: String,
    attempts: [new Schema<Attempt>(attempt, { _id: false })],
    acceptedAt: Date,
    nonceTakenAt: Number,
    included: { type: new Schema(included, { _id: false }), required: false },
    reason: { type: new Schema({ code: String, detail: String }, { _id: false }), required: false },
    settledAt: Date,
    isWatched: Boolean,
  },
  { versionKey: false, collection: 'chain_transactions', minimize: false },
)
schema.index({ role: 1, sequence: 1 }, { name: 'order', unique: true })
schema.index(
  { address: 1, nonce: 1 },
  { name: 'nonce', unique: true, partialFilterExpression: { nonce: { $exists: true } } },
)
schema.index({ role: 1, state: 1, sequence: 1 }, { name: 'work' })
schema.index({ role: 1, isWatched: 1 }, { name: 'watched', partialFilterExpression: { isWatched: true } })

const signerSchema = new Schema<SignerRow>(
  {
    ...{ _id: { type: String, required: true }, planned: Number, address: String, nextNonce: Number },
    ...{ haltedAt: Date, releaseAt: Date },
  },
  { versionKey: false, collection: 'chain_signers' },
)
const stateSchema = new Schema<StateRow>(
  { _id: { type: String, required: true }, chainId: Number, genesisHash: String },
  { versionKey: false, collection: 'chain_state' },
)

/** A change of a row in a state and version; fields that are undefined are removed. */
export type Change = Partial<Omit<ChainTransaction, '_id' | 'version' | 'role' | 'sequence'>>

/** The row or the signer changed since it was read: another replica works on it. The work is read again. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
}

/** What a role has to do: how many of its rows are in each state, and how many settled ones are watched. */
export interface RoleWork {
  planned: number
  sent: number
  mined: number
  watched: number
  /** Differs after every change of these rows. */
  mark: string
}

const OPEN: readonly State[] = ['planned', 'sent', 'mined']

/** Reads and writes the transactions of the chain. Every change is conditional on the version that was read. */
export class TransactionStore {
  private readonly rows: Model<ChainTransaction>
  private readonly signers: Model<SignerRow>
  private readonly state: Model<StateRow>

  constructor(private readonly connection: Connection) {
    this.rows = connection.model<ChainTransaction>('ChainTransaction', schema)
    this.signers = connection.model<SignerRow>('ChainSigner', signerSchema)
    this.state = connection.model<StateRow>('ChainState', stateSchema)
  }

  /** Runs `work` in one Mongo transaction. */
  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return transaction(this.connection, work)
  }

  /** Creates the rows of the roles, which plans increment inside their transactions. */
  async prepare(): Promise<void> {
    const update = { $setOnInsert: { planned: 0 } }
    await Promise.all(ROLES.map((role) => this.signers.updateOne({ _id: role }, update, { upsert: true })))
  }

  /** Returns the chain that the rows are on, which the first call decides. */
  async chain(found: Omit<StateRow, '_id'>): Promise<Omit<StateRow, '_id'>> {
    await this.state.updateOne({ _id: 'chain' }, { $setOnInsert: found }, { upsert: true })
    return (await this.state.findById('chain').lean<StateRow>())!
  }

  async byId(id: string, session: ClientSession | null = null): Promise<ChainTransaction | null> {
    return this.rows.findById(id).session(session).lean<ChainTransaction>()
  }

  /** Returns where the transactions with these ids are. */
  async byIds(
    ids: readonly string[],
    session: ClientSession | null = null,
  ): Promise<Pick<ChainTransaction, '_id' | 'state' | 'included' | 'isWatched'>[]> {
    const fields = { state: 1, included: 1, isWatched: 1 } as const
    return this.rows
      .find({ _id: { $in: [...ids] } }, fields)
      .session(session)
      .lean<ChainTransaction[]>()
  }

  /** Returns the states of the transactions with these ids. */
  async statesOf(ids: readonly string[], session: ClientSession | null = null): Promise<Map<string, State>> {
    return new Map((await this.byIds(ids, session)).map(({ _id, state }) => [_id, state]))
  }

  /** Returns which of these transactions are executed, or may be, while a reorganisation of their block would be noticed. */
  async removable(ids: readonly string[], session: ClientSession | null = null): Promise<string[]> {
    const isRemovable = { $or: [{ state: 'confirmed' as const, isWatched: true as const }, { state: { $in: OPEN } }] }
    const chosen = { _id: { $in: [...ids] }, ...isRemovable }
    const rows = await this.rows.find(chosen, { _id: 1 }).session(session).lean<Pick<ChainTransaction, '_id'>[]>()
    return rows.map(({ _id }) => _id)
  }

  /** Adds a row as the last of its role, in the caller's transaction. */
  async insert(row: Omit<ChainTransaction, 'sequence'>, session: ClientSession): Promise<void> {
    const options = { session, returnDocument: 'after' } as const
    const signer = await this.signers.findByIdAndUpdate(row.role, { $inc: { planned: 1 } }, options).lean<SignerRow>()
    if (!signer) throw new Error(`the role ${row.role} has no row in chain_signers`)
    await this.rows.create([{ ...row, sequence: signer.planned }], { session })
  }

  /** Returns the rows of a role in a state, in their order. */
  async inState(role: Role, state: State, limit = 0): Promise<ChainTransaction[]> {
    return this.rows.find({ role, state }).sort({ sequence: 1 }).limit(limit).lean<ChainTransaction[]>()
  }

  /** Returns the rows of a role that are in a block: the mined ones, then the settled ones whose block is still watched. */
  async inBlocks(role: Role): Promise<ChainTransaction[]> {
    const chosen = {
      $or: [
        { role, state: 'mined' as const },
        { role, isWatched: true as const },
      ],
    }
    const rows = await this.rows.find(chosen).sort({ sequence: 1 }).lean<ChainTransaction[]>()
    return [...rows.filter(({ state }) => state === 'mined'), ...rows.filter(({ state }) => state !== 'mined')]
  }

  /** Returns what each role has to send, to follow or to watch, by one query. A role without anything is absent. */
  async work(roles: readonly Role[] = ROLES): Promise<Map<Role, RoleWork>> {
    const role = { $in: roles }
    const found = await this.rows.aggregate<{ _id: { role: Role; state: State }; count: number; versions: number }>([
      {
        $match: {
          $or: [
            { role, state: { $in: OPEN } },
            { role, isWatched: true },
          ],
        },
      },
      {
        $group: { _id: { role: '$role', state: '$state' }, count: { $sum: 1 }, versions: { $sum: '$version' } },
      },
      { $sort: { _id: 1 } },
    ])
    const work = new Map<Role, RoleWork>()
    for (const { _id, count, versions } of found) {
      const one = work.get(_id.role) ?? { planned: 0, sent: 0, mined: 0, watched: 0, mark: '' }
      const { state } = _id
      one[state === 'planned' || state === 'sent' || state === 'mined' ? state : 'watched'] += count
      one.mark += ` ${state} ${count} ${versions}`
      work.set(_id.role, one)
    }
    return work
  }

  /** Returns whether a role has anything to send or to follow. */
  async hasOpen(role: Role): Promise<boolean> {
    return (await this.rows.exists({ role, state: { $in: OPEN } })) !== null
  }

  /** Returns the data of a role's confirmed transactions, in their order. */
  async confirmedRefs(role: Role): Promise<ChainTransaction['ref'][]> {
    const rows = await this.rows
      .find({ role, state: 'confirmed' }, { ref: 1 })
      .sort({ sequence: 1 })
      .lean<ChainTransaction[]>()
    return rows.map(({ ref }) => ref)
  }

  /** Returns whether a transaction of any role is in a block above this one. */
  async hasBlockAbove(blockNumber: number): Promise<boolean> {
    const above = { role: { $in: ROLES }, state: 'mined', 'included.blockNumber': { $gt: blockNumber } } as const
    return (await this.rows.exists(above)) !== null
  }

  async signer(role: Role): Promise<SignerRow> {
    return (await this.signers.findById(role).lean<SignerRow>())!
  }

  /** Starts to sign with an address, from the nonce that the chain expects. */
  async adopt(role: Role, address: Address, nextNonce: number): Promise<void> {
    await this.signers.updateOne({ _id: role, address: { $ne: address } }, { $set: { address, nextNonce } })
  }

  /** Stops a role from signing. Returns whether it was not halted before. */
  async halt(role: Role, at: Date): Promise<boolean> {
    const { modifiedCount } = await this.signers.updateOne(
      { _id: role, haltedAt: { $exists: false } },
      { $set: { haltedAt: at } },
    )
    return modifiedCount === 1
  }

  /** Asks the sender of a role to release it. Returns false for a role that has never signed. */
  async requestRelease(role: Role, at: Date): Promise<boolean> {
    const signs = { _id: role, address: { $exists: true } }
    return (await this.signers.updateOne(signs, { $set: { releaseAt: at } })).matchedCount === 1
  }

  /** Lets a halted role sign again, from `nextNonce` on, in the caller's transaction. */
  async release(role: Role, nextNonce: number, session: ClientSession): Promise<void> {
    const update = { $unset: { haltedAt: '' as const, releaseAt: '' as const }, $max: { nextNonce } }
    await this.signers.updateOne({ _id: role }, update, { session })
  }

  /**
   * Stores the signed bytes of a planned row and takes its nonce, in one transaction: neither is ever without the other.
   * Throws Outdated if another replica took the nonce or changed the row, so the bytes must not be sent.
   */
  async sign(
    row: ChainTransaction,
    signed: Required<Pick<ChainTransaction, 'address' | 'nonce' | 'gas' | 'attempts'>>,
  ) {
    const { address, nonce } = signed
    await this.transaction(async (session) => {
      const taken = await this.signers.updateOne(
        { _id: row.role, address, nextNonce: nonce, haltedAt: { $exists: false } },
        { $inc: { nextNonce: 1 } },
        { session },
      )
      if (taken.modifiedCount !== 1) throw new Outdated(`nonce ${nonce} of ${row.role} is taken`)
      await this.change(row, { ...signed, state: 'sent' }, session)
    })
  }

  /** Changes a row. Throws Outdated if it isn't in the state and version in which it was read. */
  async change(row: ChainTransaction, change: Change, session: ClientSession | null = null): Promise<void> {
    if (change.state !== undefined && !canBecome(row.state, change.state))
      throw new Error(`transaction ${row._id} can't become ${change.state} from ${row.state}`)
    const entries = Object.entries(change)
    const set = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    const unset = Object.fromEntries(entries.filter(([, value]) => value === undefined).map(([name]) => [name, '']))
    const { modifiedCount } = await this.rows.updateOne(
      { _id: row._id, state: row.state, version: row.version },
      { $set: set, $inc: { version: 1 }, ...(Object.keys(unset).length > 0 && { $unset: unset }) },
      { session: session ?? undefined },
    )
    if (modifiedCount !== 1) throw new Outdated(`transaction ${row._id} changed since it was read`)
  }

  /** Returns the number of open transactions of each role and when the oldest was planned. */
  async open(): Promise<{ role: Role; count: number; oldest: Date }[]> {
    const group = { _id: '$role', count: { $sum: 1 }, oldest: { $min: '$plannedAt' } }
    const rows = await this.rows.aggregate<{ _id: Role; count: number; oldest: Date }>([
      { $match: { role: { $in: ROLES }, state: { $in: OPEN } } },
      { $group: group },
    ])
    return rows.map(({ _id, count, oldest }) => ({ role: _id, count, oldest }))
  }

  /** Returns the roles that are halted. */
  async halted(): Promise<Role[]> {
    const rows = await this.signers.find({ haltedAt: { $exists: true } }).lean<SignerRow[]>()
    return rows.map(({ _id }) => _id)
  }
}
