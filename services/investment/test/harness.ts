import { type ChildProcess, fork } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EventContract, EventData, Input, Output, Role, RpcContract } from '@hissa/contracts'
import { UserStatusChanged } from '@hissa/contracts/identity'
import { AcceptDisclosures, AnswerAppropriateness, GetAppropriateness, PlaceOrder } from '@hissa/contracts/investment'
import { DisclosurePublished, OfferingPublished } from '@hissa/contracts/property'
import { newId, type ProblemError, type Running, SystemClock } from '@hissa/kernel'
import { check, type CheckReport, type Transfer } from '@hissa/ledger'
import { type Bus, connectBus, ensureStream, newEvent, RpcClient, rpcSubject, subjectOf } from '@hissa/messaging'
import { fils, units } from '@hissa/money'
import { connectMongo, type Connection } from '@hissa/persistence'
import { Storage } from '@hissa/storage'
import { freshEngines } from '@hissa/testing-engines'
import { DEADLINE_FACTOR, PATIENT_ENV, poll } from '@hissa/testing-helpers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { chart } from '../src/accounts.js'
import { boot, type InvestmentParts } from '../src/boot.js'
import { FakeGateway } from './fake-gateway.js'

const LONGEST_BACKOFF_MS = 30_000
/** For calls and for the ledger, which would give up earlier on a busy machine. */
const DUE_WORK_TIMEOUT_MS = 60_000
/** Noon in Dubai on a Tuesday in June, so that no test comes near the end of a day, of a working week or of a year. */
const BUSINESS_TIME_AT_START = '2040-06-05T12:00:00+04:00'
export const DISCLOSURE = { documentId: 'risk-warning', version: 2, hash: 'a'.repeat(64) }

/** The right option of each question about the risks. */
export const RIGHT_ANSWERS = {
  loss: 'b',
  exit: 'c',
  income: 'a',
  cancel: 'b',
  ownership: 'c',
  target: 'a',
  savings: 'b',
}

interface Options {
  pack?: 'adgm' | 'dfsa' | 'vara'
  reservationLimits?: 'on' | 'off'
  more?: Record<string, string>
  parts?: InvestmentParts
}

/** The service on real engines with a card processor in memory, and helpers for tests. */
export class Investment {
  readonly gateway = new FakeGateway()
  private readonly running: Running[] = []
  /** Whole seconds, so that the expiry of a payment page stays one in business time. */
  private offsetMs = Math.floor((Date.parse(BUSINESS_TIME_AT_START) - Date.now()) / 1_000) * 1_000
  private readonly wall = new SystemClock()
  private wallOffsetMs = 0

  private constructor(
    readonly connection: Connection,
    readonly bus: Bus,
    private readonly keys: Keys,
    /** The folder of the object storage. */
    readonly folder: string,
    /** The settings of replicas that are booted from now on. */
    readonly env: Record<string, string>,
    private readonly parts: InvestmentParts,
  ) {}

  /**
   * Starts with the rules of `pack`; tests of other limits switch those of unpaid reservations off. `more` are further
   * settings of the service, `parts` replace its processor in memory.
   */
  static async start({
    pack = 'adgm',
    reservationLimits = 'on',
    more = {},
    parts = {},
  }: Options = {}): Promise<Investment> {
    const engines = await freshEngines()
    const keys = await Keys.serve()
    const folder = await mkdtemp(join(tmpdir(), 'hissa-investment-'))
    const env = {
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', LOCAL_MODE: '1', PUBLIC_URL: 'http://hissa.test' },
      ...PATIENT_ENV,
      ...{ MONGODB_URI: engines.mongoUri, MONGODB_DB_PREFIX: engines.dbPrefix, NATS_URL: engines.natsUrl },
      ...{ JWKS_URL: keys.url, ISSUER: 'http://issuer.test', CLIENT_ID: 'web' },
      ...{ STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' },
      RULE_PACK: pack,
      STORAGE_URL: pathToFileURL(join(folder, 'storage')).href,
      INVESTMENT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...more,
    }
    const dbName = `${engines.dbPrefix}investment`
    const connection = await connectMongo({ uri: engines.mongoUri, dbName })
    const bus = await connectBus(engines.natsUrl, 'test')
    const service = new Investment(connection, bus, keys, folder, env, { reservationLimits, ...parts })
    for (const source of ['identity', 'property', 'tokenisation', 'chat']) await ensureStream(bus, source)
    await service.bootAnother()
    await service.publish(DisclosurePublished, DISCLOSURE.documentId, { ...DISCLOSURE, required: true })
    await service.until('the disclosure is known', () => service.collection('disclosures').findOne({}))
    return service
  }

  /** Boots another replica; all share the queue group, the store and the gateway. `more` replaces parts of this one. */
  async bootAnother(more: InvestmentParts = {}): Promise<Running> {
    const { gateway, wall } = this
    const running = await boot({ ...this.env, ...this.clockSettings() }, { gateway, wall, ...this.parts, ...more })
    this.running.push(running)
    return running
  }

  /** Stops all replicas of this process, so that a child is the only one. */
  async drainAll(): Promise<void> {
    await Promise.all(this.running.splice(0).map((running) => running.drain()))
  }

  /** Starts the service as a child process by a script of this folder; settles when it is ready. */
  async spawn(file = './child.ts'): Promise<ChildProcess> {
    const root = new URL('../../..', import.meta.url).pathname
    const script = new URL(file, import.meta.url).pathname
    const child = fork(script, [], {
      cwd: root,
      env: {
        ...process.env,
        ...this.env,
        ...this.clockSettings(),
        NODE_OPTIONS: '',
        SWC_NODE_PROJECT: `${root}tsconfig.base.json`,
      },
      execArgv: ['--conditions=source', '--import', '@swc-node/register/esm-register'],
    })
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`the child ended with ${code}`)))
    })
    return child
  }

  private clockSettings() {
    return { CLOCK_OFFSET_MS: String(this.offsetMs) }
  }

  async metrics(): Promise<string> {
    return this.running[0]!.metrics()
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((running) => running.drain()))
    await this.connection.dropDatabase()
    await this.connection.close()
    await this.bus.nc.close()
    this.keys.server.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  collection(name: string) {
    return this.connection.collection<Record<string, any> & { _id: string }>(name)
  }

  async publish<C extends EventContract>(contract: C, id: string, data: EventData<C>, version = 1): Promise<void> {
    const event = newEvent(contract, { aggregateId: id, version, data, time: this.now() })
    await this.bus.js.publish(subjectOf(event.type), JSON.stringify(event), { msgID: event.id })
  }

  async call<C extends RpcContract>(
    contract: C,
    input: Input<C>,
    userId?: string,
    roles: readonly Role[] = [],
  ): Promise<Output<C>> {
    const token = userId ? await this.keys.token(userId, roles) : undefined
    const rpc = new RpcClient(this.bus.nc, undefined, { deadlineFactor: DEADLINE_FACTOR })
    return rpc.call(contract, input, { token })
  }

  /** Calls with a deadline, and waits for the response up to `timeoutMs`. Returns its refusal. */
  async refusalWithin<C extends RpcContract>(
    contract: C,
    input: Input<C>,
    userId: string,
    { deadlineMs, timeoutMs }: { deadlineMs: number; timeoutMs: number },
  ): Promise<{ code: string; status: number } | undefined> {
    const token = await this.keys.token(userId, [])
    const pattern = rpcSubject(contract.name)
    const packet = { pattern, id: '1', data: { input, token, deadlineMs: Date.now() + deadlineMs } }
    const answer = await this.bus.nc.request(pattern, JSON.stringify(packet), { timeout: timeoutMs })
    return answer.json<{ response: { problem?: { code: string; status: number } } }>().response.problem
  }

  /** Opens a raise of a new property and waits for it. */
  async openRaise(count: number, terms: Partial<EventData<typeof OfferingPublished>> = {}): Promise<string> {
    const propertyId = `Prop_${Math.floor(performance.now() * 1000)}_test`
    const slug = `home-${propertyId.toLowerCase().replaceAll('_', '-')}`
    const prices = { unitPriceFils: fils(10_000), minimumFils: fils(200_000), feeBasisPoints: 150 }
    const valuedOn = this.today()
    const more = { expectedReturnBasisPoints: 800, deadline: '2099-01-01T00:00:00Z', offeringVersion: 1, valuedOn }
    await this.publish(OfferingPublished, propertyId, {
      propertyId,
      slug,
      title: 'A home',
      ...prices,
      unitsTotal: units(count),
      ...more,
      ...terms,
    })
    await this.until('the raise is open', () => this.collection('raises').findOne({ _id: propertyId }))
    return propertyId
  }

  /** Registers an investor who may invest, knows the risks, and has accepted the disclosures for `propertyId`. */
  async investor(propertyId?: string): Promise<string> {
    const userId = await this.newcomer(propertyId)
    await this.answer(userId)
    return userId
  }

  /** Registers an investor who has not answered the questions about the risks. */
  async newcomer(propertyId?: string): Promise<string> {
    const userId = newId()
    await this.publish(UserStatusChanged, userId, { userId, status: 'kyc_complete', version: 4 }, 4)
    await this.until('the status is known', () => this.collection('investors').findOne({ _id: userId }))
    if (propertyId) await this.accept(userId, propertyId)
    return userId
  }

  accept(userId: string, propertyId: string) {
    const acceptance = { propertyId, locale: 'en' as const, documents: [DISCLOSURE] }
    return this.answered(() => this.call(AcceptDisclosures, acceptance, userId))
  }

  /** Answers the questions about the risks: all right, except for `wrong`. */
  async answer(userId: string, wrong: Partial<typeof RIGHT_ANSWERS> = {}) {
    const { version, hash } = await this.call(GetAppropriateness, { locale: 'en' }, userId)
    const chosen = Object.entries({ ...RIGHT_ANSWERS, ...wrong })
    const answers = chosen.map(([questionId, optionId]) => ({ questionId, optionId }))
    return this.answered(() => this.call(AnswerAppropriateness, { version, hash, locale: 'en', answers }, userId))
  }

  place(userId: string, propertyId: string, amount = 2_000, idempotencyKey?: string) {
    return this.call(PlaceOrder, { propertyId, amount, ...(idempotencyKey ? { idempotencyKey } : {}) }, userId)
  }

  order(orderId: string) {
    return this.collection('orders').findOne({ _id: orderId })
  }

  async sessionOf(orderId: string): Promise<string> {
    return (await this.order(orderId))!['checkout'].sessionId as string
  }

  /** Puts a file into quarantine, as the gateway does with an upload. */
  quarantine(bytes: Buffer): Promise<{ objectRef: string; key: string }> {
    return new Storage(this.env['STORAGE_URL']!).putQuarantine(once(bytes), { limitBytes: bytes.length })
  }

  /** Reads a file that the service has handed over, as the gateway does; it can be read once. */
  received({ objectRef, key }: { objectRef: string; key: string }): Promise<Buffer> {
    return new Storage(this.env['STORAGE_URL']!).takeQuarantine(objectRef, key)
  }

  /** Returns business time. */
  now(): Date {
    return this.businessTimeAt(new Date())
  }

  /** Returns the business time at this wall time, by which payment pages expire. */
  businessTimeAt(wallTime: Date): Date {
    return new Date(wallTime.getTime() + this.offsetMs)
  }

  /** Moves the business clock of every replica and waits until each has done its due work. */
  async advance(minutes: number): Promise<void> {
    this.offsetMs += minutes * 60_000
    const payload = JSON.stringify({ offsetMs: this.offsetMs })
    const replicas = Math.max(1, this.running.length)
    const options = { strategy: 'count', maxMessages: replicas, maxWait: DUE_WORK_TIMEOUT_MS } as const
    // What one replica has locked another leaves to the next run.
    for (let run = 0; run < replicas; run += 1) {
      let answers = 0
      for await (const _ of await this.bus.nc.requestMany('local.investment.clock', payload, options)) answers += 1
      if (answers < replicas) throw new Error(`${answers} of ${replicas} replicas have moved their clocks`)
    }
  }

  /** Waits as `until` does, and moves time so that backoff and locks end and failed work is retried immediately. */
  untilRetried<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
    return this.until(what, async () => {
      const found = await look()
      if (found) return found
      this.wall.moveTo((this.wallOffsetMs += LONGEST_BACKOFF_MS))
      await this.advance(0)
      return null
    })
  }

  /** Moves wall time, by which payment pages and locks expire. */
  pass(seconds: number): void {
    this.wall.moveTo((this.wallOffsetMs += seconds * 1_000))
  }

  /**
   * Repeats a call while its error is retryable, as callers do: a conflict under contention, a deadline missed on a
   * busy machine, or an order that the timed-out call keeps locked for 30 s. Returns the code of the final response, or
   * `accepted`.
   */
  decided(call: () => Promise<unknown>): Promise<string | undefined> {
    return this.answered(call).then(
      () => 'accepted',
      (error: Partial<ProblemError>) => error.code,
    )
  }

  /** Settles as the first call does whose error is not retryable. */
  async answered<T>(call: () => Promise<T>): Promise<T> {
    const { answer } = await this.until('there is an answer', () =>
      call().then(
        (value) => ({ answer: Promise.resolve(value) }),
        (error: Partial<ProblemError>) => {
          const { code = '', status = 0 } = error
          const again = ['TRY_AGAIN', 'IDEMPOTENCY_IN_FLIGHT'].includes(code) || [503, 504].includes(status)
          return again ? null : { answer: Promise.reject<T>(error) }
        },
      ),
    )
    return answer
  }

  /** Returns the day in Dubai by the service's business clock. */
  today(): string {
    return new Date(this.now().getTime() + 4 * 3_600_000).toISOString().slice(0, 10)
  }

  events(type: string, subject: string) {
    return this.collection('outbox').find({ 'event.type': type, 'event.subject': subject }).toArray()
  }

  /** Checks the ledger, and the documents against it. */
  async proof(): Promise<CheckReport> {
    const rows = this.connection.collection<Transfer>('ledger_transfers').find().sort({ seq: 1 })
    return check(rows as AsyncIterable<Transfer>, chart)
  }

  until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
    return poll(what, look, { intervalMs: 20, onError: 'throw' })
  }
}

async function* once(bytes: Buffer) {
  yield bytes
}

/** Serves a user pool's keys over HTTP, and signs tokens with them. */
class Keys {
  private constructor(
    readonly server: Server,
    readonly url: string,
    private readonly privateKey: Parameters<SignJWT['sign']>[0],
  ) {}

  static async serve(): Promise<Keys> {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }
    const server = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new Keys(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, privateKey)
  }

  token(userId: string, roles: readonly Role[] = []): Promise<string> {
    return new SignJWT({ token_use: 'id', 'cognito:username': userId, 'cognito:groups': roles })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setSubject(userId)
      .setIssuer('http://issuer.test')
      .setAudience('web')
      .setExpirationTime('1h')
      .sign(this.privateKey)
  }
}
