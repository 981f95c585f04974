import type { EventContract, EventData, Input, RpcContract } from '@hissa/contracts'
import type { NoticeTopic } from '@hissa/contracts/identity'
import { newId, problem, type Running } from '@hissa/kernel'
import { type Bus, connectBus, ensureStream, newEvent, RpcClient } from '@hissa/messaging'
import { fils, units } from '@hissa/money'
import { connectMongo, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { PATIENT_ENV, startPool, until } from '@hissa/testing-helpers'
import { Redis } from 'ioredis'
import { boot } from '../src/boot.js'
import { manifest } from '../src/manifest.js'
import type { Message } from '../src/messages/message.js'
import type { Notice } from '../src/messages/notices/notice.js'
import { SmtpStub } from './smtp-stub.js'

export const userId = 'user-1'
export const order = {
  orderId: 'order-1',
  userId,
  propertyId: 'Prop_1_reem',
  units: units(20),
  amountFils: fils(200_000),
  feeFils: fils(3_000),
  totalFils: fils(203_000),
  version: 2,
}
export const offering = {
  propertyId: 'Prop_1_reem',
  slug: 'al-reem',
  title: 'Al Reem 2 bed',
  titleAr: 'شقة في الريم',
  offeringVersion: 1,
  unitPriceFils: fils(10_000),
  unitsTotal: units(10_000),
  minimumFils: fils(200_000),
  feeBasisPoints: 150,
  expectedReturnBasisPoints: 700,
  deadline: '2027-01-01T00:00:00Z',
}

export const eventOf = <C extends EventContract>(contract: C, data: EventData<C>) =>
  newEvent(contract, { aggregateId: 'x', version: 1, time: new Date(), data })

const READER = { email: 'aisha@hissa.test', fullName: 'Aisha Khan', language: 'en', quietTopics: [] as NoticeTopic[] }

export const ENQUIRY = {
  reference: 'HQ-7K2M9PXA',
  name: 'Mona Saleh',
  email: 'mona@hissa.test',
  topic: 'order',
  message: 'Which documents do you need?\n\nI live abroad.',
  language: 'ar',
  receivedAt: '2026-11-21T21:05:00Z',
}
export const ENTRY = {
  email: 'mona@hissa.test',
  language: 'en',
  isConfirmed: false,
  confirmToken: 'entry-1.1.signed',
  confirmBefore: '2026-11-28T21:05:00Z',
  leaveToken: 'entry-1.signed',
}

/** The service on real engines, with a mail server and an identity service that answer as a test sets them. */
export class Notification {
  readonly smtp = new SmtpStub()
  /** What identity answers about every user. */
  readonly reader = { ...READER }
  /** What identity answers about a message to the team and about a place on the waitlist; null if it is deleted. */
  enquiry: object | null = ENQUIRY
  entry: object | null = ENTRY
  /** The number of the code that identity knows as the latest. */
  currentIssue = 1
  /** The trace in which the latest code was read. */
  codeTrace: string | undefined
  /** The user of Redis under which the service runs, with its rights in production. */
  readonly redisUser = `notification-${newId()}`
  private readonly replicas: Running[] = []
  private env: Record<string, string> = {}

  private constructor(
    readonly bus: Bus,
    readonly redis: Redis,
    readonly prefix: string,
    private readonly store: Connection,
    private readonly pool: Awaited<ReturnType<typeof startPool>>,
  ) {}

  static async start(): Promise<Notification> {
    const { mongoUri, natsUrl, redisUrl, dbPrefix } = await freshEngines()
    const bus = await connectBus(natsUrl, 'test')
    const store = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}notification` })
    const service = new Notification(bus, new Redis(redisUrl), dbPrefix, store, await startPool())
    const limited = await service.limitedAddress(redisUrl)
    await service.smtp.open()
    for (const source of ['identity', 'property', 'investment', 'kyc', 'tokenisation']) await ensureStream(bus, source)
    service.answerAsIdentity()
    service.answerAsInvestment()
    service.env = {
      NODE_ENV: 'test',
      ...PATIENT_ENV,
      LOG_LEVEL: 'silent',
      MONGODB_URI: mongoUri,
      MONGODB_DB_PREFIX: dbPrefix,
      NATS_URL: natsUrl,
      REDIS_URL: limited,
      SMTP_URL: service.smtp.url,
      PUBLIC_URL: 'http://localhost:8080',
      ...service.pool.env,
    }
    await service.addReplica()
    return service
  }

  async addReplica(): Promise<void> {
    const running = await boot(this.env)
    this.replicas.push(running)
    await running.ready
  }

  metrics(): Promise<string> {
    return this.replicas[0]!.metrics()
  }

  async stop(): Promise<void> {
    for (const running of this.replicas) await running.drain()
    await this.pool.stop()
    await this.smtp.shut()
    await this.redis.call('ACL', 'DELUSER', this.redisUser)
    this.redis.disconnect()
    await this.store.close()
    await this.bus.nc.drain()
  }

  /** Removes what a test sent and set. */
  async reset(): Promise<void> {
    await this.rows().deleteMany({})
    await this.notices().deleteMany({})
    await this.books().deleteMany({})
    this.smtp.mails.length = 0
    this.smtp.refuseRecipientsWith = null
    Object.assign(this.reader, READER)
    this.currentIssue = 1
    this.enquiry = ENQUIRY
    this.entry = ENTRY
  }

  /** Makes a call of a user. */
  call = <C extends RpcContract>(contract: C, input: Partial<Input<C>>, caller = userId) =>
    new RpcClient(this.bus.nc).call(contract, input as Input<C>, { token: this.pool.token(caller) })
  notices = () => this.store.collection<Notice>('notices')
  books = () => this.store.collection<{ _id: string; last: number; version: number }>('notice_books')
  /** Returns what notification has announced, in order. */
  announced = async (about = userId) => {
    const rows = await this.store.collection('outbox').find({ 'event.subject': about }).sort({ _id: 1 }).toArray()
    return rows.map(({ event }) => (event as { type: string }).type)
  }
  rows = () => this.store.collection<Message>('messages')
  publish = async (event: { type: string }) => {
    await this.bus.js.publish(`hissa.${event.type}`, JSON.stringify(event), { msgID: newId() })
  }
  settled = (state: Message['state'], count = 1) =>
    until(async () => (await this.rows().countDocuments({ state })) === count)

  /** Waits until every consumer of orders' events has handled what was published. */
  handled = () =>
    until(async () => {
      const unread: number[] = []
      for await (const { name, num_pending, num_ack_pending } of this.bus.jsm.consumers.list('HISSA_INVESTMENT'))
        if (name.startsWith('notification-')) unread.push(num_pending + num_ack_pending)
      return unread.length > 0 && unread.every((count) => count === 0)
    })

  /** Returns the address of Redis for a user with the rights of production. */
  private async limitedAddress(redisUrl: string): Promise<string> {
    const rights = manifest.redisRights!.replace('~hissa_bull:*', `~${this.prefix}bull:*`)
    await this.redis.call('ACL', 'SETUSER', this.redisUser, 'on', '>limited', ...rights.split(' '))
    const address = new URL(redisUrl)
    address.username = this.redisUser
    address.password = 'limited'
    return address.href
  }

  private answerAsIdentity(): void {
    this.answer('identity.describeSubject', ({ emailChange, unsubscribeFrom }) => {
      const previous = emailChange ? { email: `before-${emailChange as number}@hissa.test` } : {}
      const link = unsubscribeFrom ? { unsubscribeToken: `signed.${unsubscribeFrom as string}` } : {}
      return { ok: true, output: { userId, ...this.reader, ...previous, ...link } }
    })
    const gone = problem('NOT_FOUND', 404, 'Deleted.').toProblem()
    const found = (output: object | null) => (output ? { ok: true, output } : { ok: false, problem: gone })
    this.answer('identity.getEnquiry', () => found(this.enquiry))
    this.answer('identity.getWaitlistEntry', () => found(this.entry))
    this.answer('identity.getCode', ({ issue }, traceparent) => {
      this.codeTrace = traceparent
      const superseded = problem('CODE_SUPERSEDED', 409, 'A newer code was issued.').toProblem()
      if (issue !== this.currentIssue) return { ok: false, problem: superseded }
      return { ok: true, output: { ...this.reader, code: '482913', expiresAt: '2026-11-22T10:05:00Z' } }
    })
  }

  private answerAsInvestment(): void {
    this.answer('investment.getBankAccountCode', ({ issue }) => {
      const superseded = problem('NOT_FOUND', 404, 'There is no such bank account.').toProblem()
      if (issue !== 2) return { ok: false, problem: superseded }
      return { ok: true, output: { code: '604118', expiresAt: '2026-11-22T10:05:00Z', iban: 'AE•• •••• 3456' } }
    })
  }

  private answer(name: string, reply: (input: Record<string, unknown>, traceparent?: string) => unknown): void {
    this.bus.nc.subscribe(`rpc.${name}`, {
      callback: (_error, message) => {
        const { data } = message.json<{ data: { input: Record<string, unknown>; traceparent?: string } }>()
        message.respond(JSON.stringify({ response: reply(data.input, data.traceparent) }))
      },
    })
  }
}
