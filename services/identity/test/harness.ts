import type { RpcContract, Input, Output, EventContract, EventData } from '@hissa/contracts'
import { reactions } from '@hissa/contracts/bus'
import { GetCode, type CodePurpose } from '@hissa/contracts/identity'
import type { Running } from '@hissa/kernel'
import { RpcClient, connectBus, ensureStream, newEvent, subjectOf, type Bus } from '@hissa/messaging'
import { connectMongo, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { freePort } from '@hissa/testing-engines/start'
import { DEADLINE_FACTOR, PATIENT_ENV, until } from '@hissa/testing-helpers'
import type { CognitoUser, CognitoUserPool, CognitoUserSession, ISignUpResult } from 'amazon-cognito-identity-js'
import { randomUUID } from 'node:crypto'
import { boot, type IdentityParts } from '../src/boot.js'
import { clientLibrary } from './client-library.js'

const client = await clientLibrary()

export const POOL_ID = 'ap-southeast-1_HissaTest'
export const CLIENT_ID = 'hissaweb'
export const PASSWORD = 'Corniche-2026'

/** Wall time, which a test can advance or freeze. */
export class TestClock {
  private aheadMs = 0
  private frozenAtMs: number | undefined

  now(): Date {
    return new Date((this.frozenAtMs ?? Date.now()) + this.aheadMs)
  }

  /** Freezes time while `act` runs, however slow the machine is. */
  async frozen<T>(act: () => Promise<T>): Promise<T> {
    const before = this.frozenAtMs
    this.freeze()
    try {
      return await act()
    } finally {
      this.frozenAtMs = before
    }
  }

  /** Freezes time until the end of the test file; only `advance` changes it. */
  freeze(): void {
    this.frozenAtMs ??= Date.now()
  }

  advance(ms: number): void {
    this.aheadMs += ms
  }
}

/** In-memory storage for the tokens of one browser. */
class Storage {
  private readonly items = new Map<string, string>()
  setItem = (key: string, value: string) => void this.items.set(key, value)
  getItem = (key: string) => this.items.get(key) ?? null
  removeItem = (key: string) => void this.items.delete(key)
  clear = () => this.items.clear()
}

export interface RawAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  text: string
}

/** Runs replicas of identity with access over HTTP and the bus, and to the store. */
export class Harness {
  private constructor(
    readonly clock: TestClock,
    readonly store: Connection,
    readonly issuer: string,
    private readonly replicas: Running[],
    private readonly env: Record<string, string>,
    private readonly bus: Bus,
    private readonly rpc: RpcClient,
  ) {}

  static async start(
    replicaCount = 1,
    extraEnv: Record<string, string> = {},
    parts: IdentityParts = {},
  ): Promise<Harness> {
    const engines = await freshEngines()
    const clock = new TestClock()
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    const issuer = `${publicUrl}/idp/${POOL_ID}`
    const env = {
      NODE_ENV: 'test',
      ...PATIENT_ENV,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
      MONGODB_URI: engines.mongoUri,
      MONGODB_DB_PREFIX: engines.dbPrefix,
      NATS_URL: engines.natsUrl,
      PUBLIC_URL: publicUrl,
      ISSUER: issuer,
      JWKS_URL: `${issuer}/.well-known/jwks.json`,
      CLIENT_ID,
      USER_POOL_ID: POOL_ID,
      LOCAL_MODE: '1',
      IDENTITY_PORT: String(port),
      IDENTITY_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
      ...extraEnv,
    }
    const replicas = [await boot(env, { clock, ...parts })]
    while (replicas.length < replicaCount) replicas.push(await boot({ ...env, IDENTITY_PORT: '0' }, { clock }))
    const bus = await connectBus(engines.natsUrl, 'test')
    const store = await connectMongo({ uri: engines.mongoUri, dbName: `${engines.dbPrefix}identity` })
    return new Harness(
      clock,
      store,
      issuer,
      replicas,
      env,
      bus,
      new RpcClient(bus.nc, undefined, { deadlineFactor: DEADLINE_FACTOR }),
    )
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.drain()))
    await this.bus.nc.drain()
    await this.store.close()
  }

  /** Restarts the first replica, as after an upgrade. */
  async restart(): Promise<void> {
    await this.replicas[0]!.drain()
    this.replicas[0] = await boot(this.env, { clock: this.clock })
  }

  url(replica = 0): string {
    return this.replicas[replica]!.url!
  }

  /** Returns a user pool of the client library with separate storage, like one browser. */
  browser(replica = 0): CognitoUserPool {
    return new client.CognitoUserPool({
      UserPoolId: POOL_ID,
      ClientId: CLIENT_ID,
      endpoint: `${this.url(replica)}/idp/`,
      Storage: new Storage(),
    })
  }

  async post(
    action: string,
    body: unknown,
    init: { headers?: Record<string, string>; path?: string; replica?: number } = {},
  ): Promise<RawAnswer> {
    const response = await fetch(`${this.url(init.replica)}${init.path ?? '/idp/'}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
        ...init.headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: JSON.parse(text) as Record<string, unknown>,
    }
  }

  call<C extends RpcContract>(contract: C, input: Input<C>, token?: string): Promise<Output<C>> {
    return this.rpc.call(contract, input, { token })
  }

  /** Sends a command of the local launcher. */
  async local(name: string, input: unknown): Promise<{ accounts: { userId: string; created: boolean }[] }> {
    const answer = await this.bus.nc.request(`local.identity.${name}`, JSON.stringify(input), { timeout: 60_000 })
    return answer.json()
  }

  /** Publishes another service's event, as its relay would. */
  async publish<C extends EventContract>(
    contract: C,
    event: { aggregateId: string; version: number; time?: Date; data: EventData<C>; eventId?: string },
  ): Promise<void> {
    await ensureStream(this.bus, contract.type.split('.')[0]!)
    const envelope = newEvent(contract, { time: new Date(), ...event })
    await this.bus.js.publish(subjectOf(contract.type), JSON.stringify(envelope))
  }

  /** Waits until the consumers have handled all events published by a service. */
  async settled(service: string): Promise<void> {
    const expected = Object.entries(reactions.identity).filter(([, { type }]) => type.startsWith(`${service}.`))
    await until(async () => {
      const busy = new Map<string, number>()
      for await (const { name, num_pending, num_ack_pending } of this.bus.jsm.consumers.list(
        `HISSA_${service.toUpperCase()}`,
      ))
        busy.set(name, num_pending + num_ack_pending)
      return expected.every(([consumer]) => busy.get(consumer) === 0)
    })
  }

  /** Returns type and data of the events of one user, in outbox order. */
  async eventsOf(userId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
    const rows = await this.store.collection('outbox').find({ 'event.subject': userId }).sort({ _id: 1 }).toArray()
    return rows.map((row) => ({ type: row.event.type, data: row.event.data }))
  }

  /** Returns the code that an email would contain now. */
  async codeOf(userId: string, purpose: CodePurpose = 'sign-up'): Promise<string> {
    const requested = (await this.eventsOf(userId)).filter(
      (event) => event.type === 'identity.code.requested.v1' && event.data.purpose === purpose,
    )
    const issue = Math.max(...requested.map((event) => event.data.issue as number))
    return (await this.call(GetCode, { userId, purpose, issue })).code
  }

  /** Signs up with the client library. */
  async signUp(
    attributes: Record<string, string> = {},
    email = newEmail(),
  ): Promise<{ email: string; userId: string; result: ISignUpResult }> {
    const result = await signUp(this.browser(), email, PASSWORD, attributes)
    return { email, userId: result.userSub, result }
  }

  /** Signs up and confirms an account. */
  async confirmed(
    attributes: Record<string, string> = { name: 'Fatima Al Mansoori' },
    address = newEmail(),
  ): Promise<{ email: string; userId: string }> {
    const { email, userId } = await this.signUp(attributes, address)
    await confirm(this.userIn(this.browser(), email), await this.codeOf(userId))
    return { email, userId }
  }

  userIn(pool: CognitoUserPool, email: string): CognitoUser {
    return new client.CognitoUser({
      Username: email,
      Pool: pool,
      Storage: (pool as unknown as { storage: never }).storage,
    })
  }

  /** Signs in by SRP in a new browser. */
  async signIn(
    email: string,
    password = PASSWORD,
    replica = 0,
  ): Promise<{ user: CognitoUser; session: CognitoUserSession }> {
    const user = this.userIn(this.browser(replica), email)
    return { user, session: await signIn(user, email, password) }
  }
}

export const newEmail = () => `fatima.${randomUUID().slice(0, 8)}@example.com`

export const signUp = (pool: CognitoUserPool, email: string, password: string, attributes: Record<string, string>) =>
  new Promise<ISignUpResult>((resolve, reject) => {
    const list = Object.entries(attributes).map(([Name, Value]) => new client.CognitoUserAttribute({ Name, Value }))
    pool.signUp(email, password, list, [], (error, result) => (error ? reject(error) : resolve(result!)))
  })

export const confirm = (user: CognitoUser, code: string) =>
  new Promise<string>((resolve, reject) => {
    user.confirmRegistration(code, true, (error, result) => (error ? reject(error) : resolve(result)))
  })

export const resend = (user: CognitoUser) =>
  new Promise<unknown>((resolve, reject) => {
    user.resendConfirmationCode((error, result) => (error ? reject(error) : resolve(result)))
  })

export const signIn = (user: CognitoUser, email: string, password: string) =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    user.authenticateUser(new client.AuthenticationDetails({ Username: email, Password: password }), {
      onSuccess: resolve,
      onFailure: reject,
    })
  })

/** Returns the result of a client library call with a Node-style callback. */
export const called = <T>(call: (done: (error: unknown, result?: T) => void) => void) =>
  new Promise<T>((resolve, reject) => call((error, result) => (error ? reject(error) : resolve(result as T))))

/** Returns `accepted`, or the `code: message` of the error. */
export const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: { code?: string; message?: string }) => `${error.code}: ${error.message}`,
  )

export const claimsOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8')) as Record<string, unknown>
