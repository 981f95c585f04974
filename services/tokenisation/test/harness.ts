import type { EventContract, EventData, Input, Output, RpcContract } from '@hissa/contracts'
import {
  OrderAllotted,
  OrderRefunded,
  OrderRefunding,
  RaiseTitled,
  RegisterPublished,
  SharesTransferred,
} from '@hissa/contracts/investment'
import { OfferingPublished } from '@hissa/contracts/property'
import { newId, SystemClock, type Running } from '@hissa/kernel'
import { connectBus, ensureStream, listDeadLetters, newEvent, RpcClient, subjectOf, type Bus } from '@hissa/messaging'
import { fils, units } from '@hissa/money'
import { connectMongo, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { DEADLINE_FACTOR, PATIENT_ENV, poll, startPool } from '@hissa/testing-helpers'
import { authorityAbi, ROLES as CONTRACT_ROLES } from '@hissa/token-suite'
import { createWalletClient, encodeFunctionData, http, parseEther, type Address, type Hex } from 'viem'
import { foundry } from 'viem/chains'
import { boot } from '../src/boot.js'
import type { Account } from '../src/accounts/account.js'
import type { Allotment } from '../src/holdings/allotment.js'
import type { Pace } from '../src/pace.js'
import { CHAINS, LOCAL_CHAIN_ID } from '../src/chain/chains.js'
import { ROLES, type Role } from '../src/chain/roles.js'
import type { HandOverRun } from '../src/suite/run-hand-over.js'
import { SUITE_KIND } from '../src/suite/suite.js'
import type { Token } from '../src/tokens/token.js'
import type { Transfer } from '../src/holdings/transfer.js'
import { startAnvil, type Anvil } from './chain/anvil.js'
import { FaultProxy } from './chain/fault-proxy.js'
import { Miner } from './miner.js'
import { factOf, slugOf, type Order } from './orders.js'
import { answerCalls } from './other-services.js'
import { LASTING_MS, PACE } from './pace.js'
import { readToken } from './read-token.js'
import { accountOf, keyOf } from './role-keys.js'

const CONFIRMATIONS = CHAINS[LOCAL_CHAIN_ID]!.confirmations
/** Blocks below the confirmed one in which the service notices a reorganisation. */
const WATCHED = 64

/** Ends a test that hangs; nothing takes so long, even on a busy machine. */
const LONGEST_WAIT_MS = 300_000

/** What differs in a replica. */
interface Changes {
  settings?: Record<string, string>
  pace?: Partial<Pace>
  handOver?: HandOverRun
}

/**
 * The service on MongoDB, NATS and a chain that mines a block as soon as a transaction waits. The harness takes the part of
 * property, investment and identity: it publishes their events, and answers for the register and the residences.
 */
export class Tokenisation {
  /** Units of each investor by property, as investment would list them. */
  readonly register = new Map<string, Map<string, number>>()
  /** Countries of residence; `AE` unless set here, null for an unknown one. */
  readonly countries = new Map<string, string | null>()
  /** Addresses on a sanctions list, in lower case; without a loaded list nothing is known about any. */
  readonly listed = new Set<string>()
  isListLoaded = true
  /** Input of each call that the service made, by name. */
  readonly asked: { name: string; input: Record<string, unknown> }[] = []
  /** Properties whose holders the register does not know. */
  readonly unreadable = new Set<string>()
  readonly running: Running[] = []
  private readonly miner: Miner
  private readonly wall = new SystemClock()
  private wallOffsetMs = 0
  private count = 0

  private constructor(
    readonly anvil: Anvil,
    readonly proxy: FaultProxy,
    readonly bus: Bus,
    readonly connection: Connection,
    private readonly pool: Awaited<ReturnType<typeof startPool>>,
    readonly env: Record<string, string>,
    private readonly pace: Pace,
  ) {
    this.miner = new Miner(anvil, CONFIRMATIONS, () => this.awaitsBlock())
    proxy.onSent = () => this.miner.tell()
  }

  /** Starts one replica and waits until the contracts that all tokens share are deployed. */
  static async start(pace: Partial<Pace> = {}): Promise<Tokenisation> {
    const engines = await freshEngines()
    const anvil = await startAnvil()
    const proxy = await FaultProxy.start(anvil.url)
    const bus = await connectBus(engines.natsUrl, 'test')
    for (const source of ['property', 'investment', 'identity']) await ensureStream(bus, source)
    const pool = await startPool()
    const dbName = `${engines.dbPrefix}tokenisation`
    const connection = await connectMongo({ uri: engines.mongoUri, dbName })
    const keys = Object.fromEntries(ROLES.map((role) => [`CHAIN_KEY_${role.toUpperCase()}`, keyOf(role)]))
    const env = {
      ...{ NODE_ENV: 'test', LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent', LOCAL_MODE: '1', ...pool.env },
      ...PATIENT_ENV,
      ...{ PUBLIC_URL: 'http://hissa.test', MONGODB_URI: engines.mongoUri, MONGODB_DB_PREFIX: engines.dbPrefix },
      TOKENISATION_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...{ NATS_URL: engines.natsUrl, CHAIN_RPC_URL: proxy.url, CHAIN_ID: '31337', ...keys },
    }
    const service = new Tokenisation(anvil, proxy, bus, connection, pool, env, { ...PACE, ...pace })
    await service.fund()
    answerCalls(bus, service)
    service.mine()
    await service.bootAnother()
    await service.untilDeployed()
    return service
  }

  /** All steps are planned at once. Until they are confirmed, a reorganisation could remove the contracts too. */
  private untilDeployed(): Promise<boolean> {
    const steps = this.rows('chain_transactions')
    return this.until('the contracts that all tokens share are deployed', async () => {
      const open = await steps.countDocuments({ kind: SUITE_KIND, state: { $in: ['planned', 'sent', 'mined'] } })
      return open === 0 && (await steps.countDocuments({ kind: SUITE_KIND })) > 0
    })
  }

  /** Boots another replica on the same database and chain, with other settings or waits if given. */
  async bootAnother(changes: Changes = {}): Promise<Running> {
    const running = await this.bootWith(changes)
    this.running.push(running)
    return running
  }

  /** The same; the caller ends the replica. */
  async bootWith({ settings = {}, pace = {}, handOver }: Changes): Promise<Running> {
    const parts = { pace: { ...this.pace, ...pace }, wall: this.wall, ...(handOver && { handOver }) }
    const running = await boot({ ...this.env, ...settings }, parts)
    await running.ready
    return running
  }

  /** Moves the wall time of all replicas, by which their waits pass. */
  passMs(ms: number): void {
    this.wall.moveTo((this.wallOffsetMs += ms))
  }

  /** Has the service look again at everything that was as it should be when it looked last. */
  lookAgain = (): void => this.passMs(this.pace.compareUnchangedMs)

  get mongoUri(): string {
    return this.env['MONGODB_URI']!
  }

  async drainAll(): Promise<void> {
    await Promise.all(this.running.splice(0).map((running) => running.drain()))
  }

  async stop(): Promise<void> {
    this.proxy.reset()
    await this.drainAll()
    await this.pauseMining()
    await this.connection.dropDatabase()
    await this.connection.close()
    await this.bus.nc.close()
    await this.pool.stop()
    await this.proxy.stop()
    await this.anvil.stop()
  }

  /** Mines what transactions need from now on, and a block once in a while. */
  mine = (): void => this.miner.start()

  /** Stops mining. Once it settles, no further block appears. */
  pauseMining = (): Promise<void> => this.miner.stop()

  /** Returns the height of the newest block, for `reorganiseSince`. Until then only blocks that the service needs are mined. */
  markBlock = (): Promise<number> => this.miner.mark()

  /** A transaction waits for a block, or a block that the service has seen has too few on top to be confirmed. */
  private async awaitsBlock(): Promise<boolean> {
    if ((await this.anvil.client.getTxpoolStatus()).pending > 0) return true
    const mined = this.rows('chain_transactions').find({ state: 'mined' }).sort({ 'included.blockNumber': -1 })
    const [newest] = await mined.limit(1).toArray()
    return newest !== undefined && (await this.anvil.height()) < newest['included'].blockNumber + CONFIRMATIONS
  }

  /** Replaces exactly the blocks above a mark by empty ones. Nothing is mined from then on until `mine`. */
  async reorganiseSince(mark: number): Promise<void> {
    await this.pauseMining()
    const depth = (await this.anvil.height()) - mark
    if (depth > WATCHED) throw new Error(`${depth} blocks were mined, which are more than the service watches`)
    await this.proxy.hold(() => this.anvil.reorganiseSince(mark))
  }

  async publish<C extends EventContract>(contract: C, id: string, data: EventData<C>): Promise<void> {
    const event = newEvent(contract, { aggregateId: id, version: 1, data, time: new Date() })
    await this.bus.js.publish(subjectOf(event.type), JSON.stringify(event), { msgID: event.id })
  }

  /** Publishes an event whose next failed try by a consumer is its last. */
  async publishLastTry<C extends EventContract>(contract: C, consumer: string, data: EventData<C>): Promise<string> {
    const event = newEvent(contract, { aggregateId: 'last', version: 1, data, time: new Date() })
    await this.rows('inbox_failures').insertOne({ _id: `${consumer}:${event.id}`, tries: 9, at: new Date() })
    await this.bus.js.publish(subjectOf(event.type), JSON.stringify(event), { msgID: event.id })
    return event.id
  }

  newProperty = () => `Prop_${(this.count += 1)}_${newId().slice(-6)}`

  async offer(propertyId: string, count: number): Promise<void> {
    const slug = slugOf(propertyId)
    const prices = { unitPriceFils: fils(10_000), minimumFils: fils(200_000), feeBasisPoints: 150 }
    const terms = { expectedReturnBasisPoints: 800, deadline: '2099-01-01T00:00:00Z', offeringVersion: 1 }
    const data = { propertyId, slug, title: `Home ${propertyId}`, unitsTotal: units(count), ...prices, ...terms }
    await this.publish(OfferingPublished, propertyId, data)
  }

  async fileDeed(propertyId: string, documentSha256 = 'd'.repeat(64)): Promise<void> {
    const raise = { propertyId, unitsTotal: units(10), unitsAvailable: units(0), unitsPaid: units(10), investors: 1 }
    const more = { state: 'completed' as const, filedAt: '2026-11-01T00:00:00Z', documentSha256, version: 9 }
    await this.publish(RaiseTitled, propertyId, { ...raise, ...more })
  }

  /** Offers a property, files its deed, and waits until its token is live. */
  async liveToken(count: number): Promise<string> {
    const propertyId = this.newProperty()
    await this.offer(propertyId, count)
    await this.fileDeed(propertyId)
    await this.untilLive(propertyId)
    return propertyId
  }

  newOrder(propertyId: string, count: number, userId: string = newId()): Order {
    return { orderId: newId(), userId, propertyId, count }
  }

  /** Puts an order's units on the register, and publishes its allotment. */
  async allot(order: Order, more: Partial<EventData<typeof OrderAllotted>> = {}): Promise<void> {
    this.registerUnits(order, order.count)
    await this.publish(OrderAllotted, order.orderId, { ...factOf(order), ...more })
  }

  /**
   * Takes an order's units off the register, and publishes that its payment was lost to a dispute. `takenBack` is stated
   * if shares had been transferred to or from the investor.
   */
  async reverse(order: Order, takenBack?: number): Promise<void> {
    this.registerUnits(order, -(takenBack ?? order.count))
    const taken = takenBack === undefined ? {} : { unitsTakenBack: units(takenBack) }
    const lost = { ...factOf(order), reason: 'dispute_lost' as const, ...taken }
    await this.publish(OrderRefunding, order.orderId, lost)
    await this.publish(OrderRefunded, order.orderId, lost)
  }

  /** Transfers units on the register, and publishes the transfer. Returns its id. */
  async transfer(propertyId: string, fromUserId: string, toUserId: string, count: number): Promise<string> {
    this.registerUnits({ propertyId, userId: fromUserId }, -count)
    this.registerUnits({ propertyId, userId: toUserId }, count)
    const data = this.transferOf(propertyId, fromUserId, toUserId, count)
    await this.publish(SharesTransferred, data.transferId, data)
    return data.transferId
  }

  transferOf(propertyId: string, fromUserId: string, toUserId: string, count: number) {
    const parties = { transferId: newId(), propertyId, fromUserId, toUserId, units: units(count) }
    return { ...parties, basis: 'court_order' as const, version: 1 }
  }

  registerUnits({ propertyId, userId }: Pick<Order, 'propertyId' | 'userId'>, change: number): void {
    const holders = this.register.get(propertyId) ?? new Map<string, number>()
    this.register.set(propertyId, holders)
    const held = (holders.get(userId) ?? 0) + change
    if (held === 0) holders.delete(userId)
    else holders.set(userId, held)
  }

  publishRegister(sequence: number, root: Hex): Promise<void> {
    const data = { sequence, root, treeSize: 3, ledgerSeq: 40, asOf: '2026-11-01T00:00:00Z', version: sequence }
    return this.publish(RegisterPublished, String(sequence), data)
  }

  call<C extends RpcContract>(contract: C, input: Input<C>, userId?: string, roles?: string[]): Promise<Output<C>> {
    const token = userId ? this.pool.token(userId, roles) : undefined
    const rpc = new RpcClient(this.bus.nc, undefined, { deadlineFactor: DEADLINE_FACTOR })
    return rpc.call(contract, input, { token })
  }

  // The collections have text ids.
  rows = (name: string) => this.connection.collection<Record<string, any> & { _id: string }>(name)

  token = async (propertyId: string) => (await this.rows('tokens').findOne({ _id: propertyId })) as Token | null

  account = async (userId: string) => (await this.rows('accounts').findOne({ _id: userId })) as Account | null

  allotment = async ({ orderId }: Order) =>
    (await this.rows('allotments').findOne({ _id: orderId })) as Allotment | null

  /** Returns the data of the events that the service has published, in order. */
  async events(type: string, subject?: string): Promise<Record<string, any>[]> {
    const filter = { 'event.type': type, ...(subject && { 'event.subject': subject }) }
    const rows = await this.rows('outbox').find(filter).sort({ _id: 1 }).toArray()
    return rows.map(({ event }) => event.data as Record<string, any>)
  }

  /** Has the bus deliver again after this long what a process has taken without handling it; by default 30 s. */
  async redeliverAfter(ms: number): Promise<void> {
    for (const stream of ['HISSA_PROPERTY', 'HISSA_INVESTMENT'])
      for await (const { name } of this.bus.jsm.consumers.list(stream))
        await this.bus.jsm.consumers.update(stream, name, { ack_wait: ms * 1e6 })
  }

  /** Returns the number of events that the service has given up. */
  deadLetters = async (): Promise<number> => (await listDeadLetters(this.bus, 'tokenisation')).length

  until<T>(what: string, look: () => Promise<T | null | undefined | false>, intervalMs = 25): Promise<T> {
    return poll(what, look, { intervalMs, onError: 'throw', timeoutMs: LONGEST_WAIT_MS })
  }

  untilLive(propertyId: string): Promise<Token> {
    const isLive = async () => {
      const token = await this.token(propertyId)
      return token?.titleRecordedAt !== undefined && token.differenceId === undefined && token
    }
    return this.until('the token is live', isLive, LASTING_MS)
  }

  /** Has tokens compared, waits until the service suspects a difference, lets it last, and waits until the token is halted. */
  untilHalted(propertyId: string): Promise<Token> {
    this.lookAgain()
    return this.until('the token is halted', async () => {
      const token = (await this.token(propertyId))!
      const [{ suspicion, differenceId }, { lastsMs }] = [token, this.pace]
      if (suspicion && this.wall.now().getTime() < suspicion.since.getTime() + lastsMs) this.passMs(lastsMs)
      return differenceId !== undefined && token
    })
  }

  untilAllotment(order: Order, state: Allotment['state']): Promise<Allotment> {
    const hasState = async () => {
      const found = await this.allotment(order)
      return found?.state === state && found
    }
    return this.until(`the shares of ${order.orderId} are ${state}`, hasState, state === 'minted' ? LASTING_MS : 25)
  }

  untilTransfer(transferId: string, state: Transfer['state']): Promise<Transfer> {
    return this.until(`the transfer ${transferId} is ${state}`, async () => {
      const found = (await this.rows('share_transfers').findOne({ _id: transferId })) as Transfer | null
      return found?.state === state && found
    })
  }

  /** Returns the units of an investor on the chain, at the address that holds their shares. */
  async heldBy(propertyId: string, userId: string): Promise<number> {
    const account = await this.rows('accounts').findOne({ _id: userId })
    return (await this.onChain(propertyId, [account!['address'] as Address])).balances[0]!
  }

  /** Has tokens compared, and waits until the service has compared this one after now and found agreement. */
  async untilAgrees(propertyId: string): Promise<void> {
    const now = new Date()
    this.lookAgain()
    await this.until('chain and register agree', async () => {
      const { comparison, suspicion, differenceId } = (await this.token(propertyId))!
      return comparison?.state === 'agrees' && comparison.checkedAt > now && !suspicion && differenceId === undefined
    })
  }

  /** Reads the supply and balances of a token from the chain itself. */
  async onChain(propertyId: string, accounts: readonly Address[] = []) {
    const address = (await this.token(propertyId))!.deployment!.address
    return readToken(this.anvil.client, address, accounts)
  }

  /**
   * Executes a call with the key of a role, outside the service, and mines it. The nonce is taken back, so that the
   * service doesn't halt the role.
   */
  async outside(role: Role, to: Address, data: Hex): Promise<void> {
    const account = accountOf(role)
    const { address } = account
    const { client } = this.anvil
    const nonce = await client.getTransactionCount({ address })
    const wallet = createWalletClient({ account, chain: foundry, transport: http(this.anvil.url) })
    const hash = await wallet.sendTransaction({ to, data, gas: 1_000_000n })
    const receipt = await client.waitForTransactionReceipt({ hash })
    await client.setNonce({ address, nonce })
    if (receipt.status !== 'success') throw new Error(`the call of ${role} was reverted`)
  }

  /** Grants a role of the contracts to the key of a role of the service. */
  grant(authority: Address, name: keyof typeof CONTRACT_ROLES, role: Role): Promise<void> {
    const args = [CONTRACT_ROLES[name], accountOf(role).address] as const
    const data = encodeFunctionData({ abi: authorityAbi, functionName: 'grantRole', args })
    return this.outside('deployer', authority, data)
  }

  async fund(): Promise<void> {
    for (const role of ROLES)
      await this.anvil.client.setBalance({ address: accountOf(role).address, value: parseEther('1000') })
    await this.anvil.client.mine({ blocks: 5 })
  }
}
