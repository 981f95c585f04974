import { createLogger, type Logger } from '@hissa/kernel'
import { connectMongo, ensureModels, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { parseAbi, parseEther, type Address } from 'viem'
import { BlockFollower } from '../../src/chain/block-follower.js'
import type { ChainLimits } from '../../src/chain/chain-config.js'
import { ChainReports } from '../../src/chain/reports.js'
import { ROLES, type Role } from '../../src/chain/roles.js'
import { RpcNode, type ChainNode } from '../../src/chain/rpc/chain-node.js'
import { NodeClient, type ClientLimits } from '../../src/chain/rpc/node-client.js'
import type { SenderParts } from '../../src/chain/sending/parts.js'
import { Sender } from '../../src/chain/sending/sender.js'
import { LocalSigner } from '../../src/chain/signers/local-signer.js'
import type { Confirmed, Failed, FollowUp, Settled } from '../../src/chain/transactions/follow-up.js'
import type { ChainTransaction, Plan } from '../../src/chain/transactions/transaction.js'
import { TransactionStore } from '../../src/chain/transactions/transaction.store.js'
import { Transactions } from '../../src/chain/transactions/transactions.js'
import { testKey, type Anvil } from './anvil.js'

export const DEPTH = 3
export const errors = parseAbi(['error CapExceeded(uint256 cap)'])

/** Limits that no node exceeds that answers at all, however slow the machine is. */
export const PATIENT: ClientLimits = {
  ...{ timeoutMs: 60_000, retries: 1, deadlineMs: 120_000, maxBytes: 2 ** 20, isBatched: true },
}
/** Limits for a node that never answers. One that does may exceed them too. */
export const IMPATIENT: ClientLimits = { ...PATIENT, timeoutMs: 400, deadlineMs: 1_500 }

export const limits: ChainLimits = {
  chainId: 31_337,
  confirmations: DEPTH,
  watchedBlocks: DEPTH + 64,
  pollMs: 1_000,
  maxFeePerGas: 100_000_000_000n,
  maxTipPerGas: 5_000_000_000n,
  lowBalance: parseEther('0.1'),
}

/** Records each result in a separate row, in the transaction of the change. */
export class Recorder implements FollowUp {
  readonly kind = 'test'
  before: (event: string, id: string) => Promise<void> = () => Promise.resolve()
  readonly last = new Map<string, Confirmed | Failed>()

  constructor(private readonly connection: Connection) {}

  confirmed = (result: Confirmed, session: ClientSession) => this.record('confirmed', result, session)
  failed = (result: Failed, session: ClientSession) => this.record('failed', result, session)
  takenBack = (result: Settled, session: ClientSession) => this.record('takenBack', result, session)

  /** Returns what was told about a transaction and is committed, in order. */
  async told(id: string): Promise<string[]> {
    const rows = this.connection.collection<{ _id: string; events: string[] }>('told')
    return (await rows.findOne({ _id: id }))?.events ?? []
  }

  private async record(event: string, result: Settled, session: ClientSession): Promise<void> {
    await this.before(event, result.id)
    if ('receipt' in result) this.last.set(result.id, result as Confirmed | Failed)
    await this.connection
      .collection<{ _id: string; events: string[] }>('told')
      .updateOne({ _id: result.id }, { $push: { events: event } }, { upsert: true, session })
  }
}

export interface Alarm {
  alarm: string
  fields: Record<string, unknown>
}

/** Transactions of one database on one chain, with a clock that the test moves. */
export class ChainBench {
  nowMs = Date.now()
  readonly alarms: Alarm[] = []
  readonly counted: string[] = []
  private ids = 0
  private readonly signers = new Map<Role, LocalSigner>()

  private constructor(
    readonly anvil: Anvil,
    readonly connection: Connection,
    readonly store: TransactionStore,
    readonly transactions: Transactions,
    readonly recorder: Recorder,
    readonly keys: Readonly<Record<Role, ReturnType<typeof testKey>>>,
  ) {}

  /** @param keyBase separates the keys of benches that share a chain */
  static async open(anvil: Anvil, keyBase: number): Promise<ChainBench> {
    const { mongoUri, dbPrefix } = testEngines()
    const connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}chain` })
    const store = new TransactionStore(connection)
    await ensureModels(connection)
    await connection.createCollection('told')
    await store.prepare()
    const transactions = new Transactions(store)
    const recorder = new Recorder(connection)
    transactions.register(recorder)
    const keys = Object.fromEntries(ROLES.map((role, index) => [role, testKey(keyBase * 16 + index + 1)]))
    const bench = new ChainBench(anvil, connection, store, transactions, recorder, keys as ChainBench['keys'])
    for (const role of ROLES) {
      const address = await bench.addressOf(role)
      await anvil.client.setBalance({ address, value: parseEther('100') })
    }
    return bench
  }

  async close(): Promise<void> {
    await this.connection.dropDatabase()
    await this.connection.close()
  }

  addressOf = (role: Role): Promise<Address> => this.signerOf(role).address()

  signerOf(role: Role): LocalSigner {
    const known = this.signers.get(role) ?? new LocalSigner(this.keys[role])
    this.signers.set(role, known)
    return known
  }

  nodeAt = (url: string, clientLimits: ClientLimits = PATIENT): ChainNode =>
    new RpcNode(new NodeClient(url, clientLimits))

  followerOf = (node: ChainNode): BlockFollower =>
    new BlockFollower(node, this.store, limits, { cacheMs: -1, nowMs: () => this.nowMs })

  /** The parts of a sender, as if its process had just started. */
  partsOf(role: Role, changed: Partial<SenderParts> = {}): SenderParts {
    const node = changed.node ?? this.nodeAt(this.anvil.url)
    const logger = { error: (fields: object) => this.noteAlarm(fields), warn: () => undefined, info: () => undefined }
    const counts = {
      fault: (fault: string) => void this.counted.push(`fault ${fault}`),
      reorganised: (of: Role) => void this.counted.push(`reorganised ${of}`),
      replaced: (of: Role) => void this.counted.push(`replaced ${of}`),
    }
    return {
      role,
      node,
      follower: this.followerOf(node),
      signer: this.signerOf(role),
      store: this.store,
      transactions: this.transactions,
      reports: new ChainReports(logger as unknown as Logger, counts, () => this.nowMs),
      limits,
      errors,
      effects: [],
      nowMs: () => this.nowMs,
      rebroadcastAfterMs: 30_000,
      replaceAfterMs: 60_000,
      ...changed,
    }
  }

  /** A sender that always holds the lease. */
  senderOf(role: Role, changed: Partial<SenderParts> = {}): Sender {
    const lease = { hold: () => Promise.resolve(true), release: () => Promise.resolve() }
    return new Sender(this.partsOf(role, changed), lease)
  }

  newId = () => `plan-${(this.ids += 1)}`

  /** Plans transactions in one Mongo transaction. Returns their ids. */
  async plan(...plans: Partial<Plan>[]): Promise<string[]> {
    const whole = plans.map((plan): Plan => ({ ...DEFAULT_PLAN, id: plan.id ?? this.newId(), ...plan }))
    await transaction(this.connection, async (session) => {
      for (const plan of whole) await this.transactions.plan(session, plan)
    })
    return whole.map(({ id }) => id)
  }

  async row(id: string): Promise<ChainTransaction> {
    return (await this.store.byId(id))!
  }

  states = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await this.row(id)).state))

  mine = (blocks = 1) => this.anvil.client.mine({ blocks })

  /** Mines and passes until nothing of the role is open. Throws after 40 rounds. */
  async settle(sender: Sender, role: Role): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      await sender.pass()
      if ((await this.store.open()).every((open) => open.role !== role)) return
      await this.mine()
    }
    throw new Error(`transactions of ${role} are still open`)
  }

  alarmsOf = (alarm: string) => this.alarms.filter((noted) => noted.alarm === alarm)

  private noteAlarm({ alarm, ...fields }: { alarm?: string }): void {
    this.alarms.push({ alarm: alarm ?? 'none', fields })
  }
}

const DEFAULT_PLAN = { role: 'minter', to: null, data: '0x', kind: 'test', ref: {} } as const

export const silentLogger = () => createLogger('test', 'silent')
