import type { Input, Output, RpcContract } from '@hissa/contracts'
import type { GetSubjectFacts } from '@hissa/contracts/identity'
import { AttachUpload, GetKycStatus, StartKyc, SubmitKyc } from '@hissa/contracts/kyc'
import { newId, type Running } from '@hissa/kernel'
import { connectBus, RpcClient, type Bus } from '@hissa/messaging'
import { connectMongo, type Connection } from '@hissa/persistence'
import { Storage } from '@hissa/storage'
import { freshEngines } from '@hissa/testing-engines'
import { startPool } from '@hissa/testing-helpers'
import { mongo as driver } from 'mongoose'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { boot } from '../src/boot.js'
import { passportLines } from './mrz-lines.js'

const { Binary } = driver

interface World {
  pool: Awaited<ReturnType<typeof startPool>>
  folder: string
  env: Record<string, string>
  running: Running
  bus: Bus
  rpc: RpcClient
  mongo: Connection
  gateway: Storage
  picture: Buffer
}
/** Filled by `startWorld`. */
export const world = {} as World
type Profile = Output<typeof GetSubjectFacts>
const profiles = new Map<string, Profile>()
/** Users whose identity was read with a lock. */
export const locked = new Set<string>()

/** Boots the service on fresh engines with identity's answer and a user pool of its own. */
export async function startWorld(): Promise<void> {
  const { mongoUri, natsUrl, dbPrefix } = await freshEngines()
  world.pool = await startPool()
  world.folder = await mkdtemp(join(tmpdir(), 'hissa-kyc-'))
  world.env = {
    ...world.pool.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    LOCAL_MODE: '1',
    MONGODB_URI: mongoUri,
    MONGODB_DB_PREFIX: dbPrefix,
    NATS_URL: natsUrl,
    PUBLIC_URL: 'http://localhost:8080',
    STORAGE_URL: pathToFileURL(world.folder).href,
    KYC_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  }
  world.running = await boot(world.env)
  await world.running.ready
  world.bus = await connectBus(natsUrl, 'test')
  world.rpc = new RpcClient(world.bus.nc)
  world.mongo = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}kyc` })
  world.gateway = new Storage(world.env.STORAGE_URL!)
  // Identity, as far as this service knows it.
  world.bus.nc.subscribe('rpc.identity.getSubjectFacts', {
    callback: (_, message) => {
      const { data, id } = message.json<{ id: string; data: { input: { userId: string; lock?: boolean } } }>()
      if (data.input.lock) locked.add(data.input.userId)
      const output = profiles.get(data.input.userId)
      message.respond(JSON.stringify({ id, isDisposed: true, response: { ok: true, output } }))
    },
  })
  world.picture = await sharp({ create: { width: 800, height: 560, channels: 3, background: '#88aacc' } })
    .withExif({ IFD0: { Make: 'SecretCam' } })
    .jpeg()
    .toBuffer()
}

/** Restarts the service with other settings. Its subscriptions reach the bus a moment after it has started. */
export async function reboot(env: Record<string, string>): Promise<void> {
  await world.running.drain()
  world.running = await boot(env)
  const { call } = user()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await call(GetKycStatus)
      return
    } catch (error) {
      if ((error as { status?: number }).status !== 503 || attempt === 1_000) throw error
    }
  }
}

export async function stopWorld(): Promise<void> {
  await world.bus?.nc.drain()
  await world.mongo?.close()
  await world.running?.drain()
  await world.pool?.stop()
  await rm(world.folder, { recursive: true })
}

/** Born and of the country that the made documents state. */
const MADE = { dateOfBirth: '1990-05-01', nationality: 'JO', countryOfResidence: 'AE', profileComplete: true }

/** A user who calls the service. */
export function user(fullName = 'Layla Haddad', groups: string[] = [], profile: Partial<Profile> = {}) {
  const userId = newId()
  profiles.set(userId, { ...MADE, fullName, ...profile })
  const call = <C extends RpcContract>(contract: C, input: Partial<Input<C>> = {}) =>
    world.rpc.call(contract, input as Input<C>, { token: world.pool.token(userId, groups) })
  return { userId, call }
}
export type User = ReturnType<typeof user>
export const reviewer = () => user('Staff Member', ['compliance'])

export const quarantine = async (bytes: Buffer) =>
  world.gateway.putQuarantine(
    (async function* () {
      yield bytes
    })(),
    { limitBytes: 20_000_000 },
  )
export const attach = async (by: User, caseId: string, kind: 'front' | 'back' = 'front', bytes = world.picture) => {
  const { objectRef, key } = await quarantine(bytes)
  return by.call(AttachUpload, { caseId, kind, objectRef, key })
}
let serial = 0
export const freshNumber = () => `X${String((serial += 1)).padStart(8, '0')}`
export const lines = (changes: Partial<Parameters<typeof passportLines>[0]> = {}) =>
  passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: freshNumber(), ...changes })
export const begin = async (by: User) => {
  const { status } = await by.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })
  await attach(by, status.caseId!)
  return status.caseId!
}
export const handIn = async (by: User, changes: Partial<Input<typeof SubmitKyc>> = {}) => {
  const caseId = await begin(by)
  return (await by.call(SubmitKyc, { caseId, mrzLines: lines(), ...changes })).status
}
/** A case of medium risk, which one reviewer may decide: the confirmed lines have a wrong digit. */
export const queued = async (by = user()) => {
  const [first, second] = lines() as [string, string]
  const mrzLines = [first, second.slice(0, -1) + ((Number(second.at(-1)) + 1) % 10)]
  return (await handIn(by, { mrzLines, confirmMrz: true })).caseId!
}
/** A case of high risk. */
export const exposed = async (by = user()) => (await handIn(by, { politicallyExposed: true })).caseId!
export const events = async (caseId: string) =>
  (
    await world.mongo
      .collection<{ _id: string; event: { type: string; subject: string; data: unknown; version: number } }>('outbox')
      .find({ 'event.subject': caseId })
      .sort({ _id: 1 })
      .toArray()
  ).map(({ event }) => event)
export const audits = (caseId: string) =>
  world.mongo
    .collection('audit')
    .find({ 'detail.caseId': caseId, action: { $ne: 'case.listed' } })
    .sort({ _id: 1 })
    .toArray()
export const filesIn = async (sub: string) => readdir(join(world.folder, sub)).catch(() => [] as string[])

/** All that somebody who steals the row could read, binary as text too. */
export function readable(value: unknown): string {
  if (value instanceof Binary) return Buffer.from(value.buffer).toString('utf8')
  if (value instanceof Date) return value.toISOString()
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key}=${readable(each)}`)
    .join('\n')
}
