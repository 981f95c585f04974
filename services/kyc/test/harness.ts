import { NOT_FOUND, type Input, type Output, type RpcContract } from '@hissa/contracts'
import type { GetSubjectFacts } from '@hissa/contracts/identity'
import { AttachUpload, GetKycStatus, GetTicket, GetTicketDocument, StartKyc, SubmitKyc } from '@hissa/contracts/kyc'
import { newId, problemFor, type Running } from '@hissa/kernel'
import { connectBus, RpcClient, type Bus } from '@hissa/messaging'
import { connectMongo, type Connection } from '@hissa/persistence'
import { Storage } from '@hissa/storage'
import { freshEngines } from '@hissa/testing-engines'
import { DEADLINE_FACTOR, PATIENT_ENV, startPool } from '@hissa/testing-helpers'
import { mongo as driver } from 'mongoose'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { boot } from '../src/boot.js'
import type { ReadingOptions } from '../src/reading/read-picture.js'
import { PATIENT, PATIENT_READINGS } from './decoders.js'
import { passportLines } from './mrz-lines.js'

const { Binary } = driver

interface Harness {
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
/** Filled by `startHarness`. */
export const harness = {} as Harness
type Profile = Output<typeof GetSubjectFacts>
const profiles = new Map<string, Profile>()
/** Users whose identity was read with a lock. */
export const locked = new Set<string>()
/** Actions that run before identity responds, by user. */
export const beforeProfile = new Map<string, () => Promise<unknown>>()

const NO_SUCH_USER = problemFor(NOT_FOUND, 'There is no such user.').toProblem()

async function respondAsIdentity(message: { json<T>(): T; respond(reply: string): boolean }): Promise<void> {
  const { data, id } = message.json<{ id: string; data: { input: { userId: string; lock?: boolean } } }>()
  const { userId, lock } = data.input
  if (lock) locked.add(userId)
  await beforeProfile.get(userId)?.()
  const output = profiles.get(userId)
  const response = output ? { ok: true, output } : { ok: false, problem: NO_SUCH_USER }
  message.respond(JSON.stringify({ id, isDisposed: true, response }))
}

/** Boots the service on fresh engines, with a user pool and a responder for identity. */
export async function startHarness(): Promise<void> {
  const { mongoUri, natsUrl, dbPrefix } = await freshEngines()
  harness.pool = await startPool()
  harness.folder = await mkdtemp(join(tmpdir(), 'hissa-kyc-'))
  harness.env = {
    ...harness.pool.env,
    ...PATIENT_ENV,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    LOCAL_MODE: '1',
    MONGODB_URI: mongoUri,
    MONGODB_DB_PREFIX: dbPrefix,
    NATS_URL: natsUrl,
    PUBLIC_URL: 'http://localhost:8080',
    STORAGE_URL: pathToFileURL(harness.folder).href,
    KYC_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  }
  harness.running = await boot(harness.env, { pictures: PATIENT, readings: PATIENT_READINGS })
  await harness.running.ready
  harness.bus = await connectBus(natsUrl, 'test')
  harness.rpc = new RpcClient(harness.bus.nc, undefined, { deadlineFactor: DEADLINE_FACTOR })
  harness.mongo = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}kyc` })
  harness.gateway = new Storage(harness.env.STORAGE_URL!)
  // The only call to identity that this service makes.
  harness.bus.nc.subscribe('rpc.identity.getSubjectFacts', {
    callback: (_, message) => void respondAsIdentity(message),
  })
  harness.picture = await sharp({ create: { width: 800, height: 560, channels: 3, background: '#88aacc' } })
    .withExif({ IFD0: { Make: 'SecretCam' } })
    .jpeg()
    .toBuffer()
}

/** Restarts the service with other settings, and waits until its subscriptions are active on the bus. */
export async function reboot(env: Record<string, string>, readings: ReadingOptions = PATIENT_READINGS): Promise<void> {
  await harness.running.drain()
  harness.running = await boot(env, { pictures: PATIENT, readings })
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

export async function stopHarness(): Promise<void> {
  await harness.bus?.nc.drain()
  await harness.mongo?.close()
  await harness.running?.drain()
  await harness.pool?.stop()
  await rm(harness.folder, { recursive: true })
}

/** The profile that matches the fictitious documents. */
const MATCHING_PROFILE = {
  dateOfBirth: '1990-05-01',
  nationality: 'JO',
  countryOfResidence: 'AE',
  profileComplete: true,
}

/** Creates a user with a profile, who can call the service. */
export function user(fullName = 'Layla Haddad', groups: string[] = [], profile: Partial<Profile> = {}) {
  const userId = newId()
  profiles.set(userId, { ...MATCHING_PROFILE, fullName, ...profile })
  const call = <C extends RpcContract>(contract: C, input: Partial<Input<C>> = {}) =>
    harness.rpc.call(contract, input as Input<C>, { token: harness.pool.token(userId, groups) })
  return { userId, call }
}
export type User = ReturnType<typeof user>
/** Changes the name in the profile of a user. */
export const rename = ({ userId }: User, fullName: string) =>
  profiles.set(userId, { ...profiles.get(userId)!, fullName })
export const reviewer = () => user('Staff Member', ['compliance'])

export const quarantine = async (bytes: Buffer) =>
  harness.gateway.putQuarantine(
    (async function* () {
      yield bytes
    })(),
    { limitBytes: 20_000_000 },
  )
export const attach = async (by: User, caseId: string, kind: 'front' | 'back' = 'front', bytes = harness.picture) => {
  const { objectRef, key } = await quarantine(bytes)
  return by.call(AttachUpload, { caseId, kind, objectRef, key })
}
let serial = 0
export const freshNumber = () => `X${String((serial += 1)).padStart(8, '0')}`
export const lines = (changes: Partial<Parameters<typeof passportLines>[0]> = {}) =>
  passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: freshNumber(), ...changes })
export const startCase = async (by: User) => {
  const { status } = await by.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })
  await attach(by, status.caseId!)
  return status.caseId!
}
export const submitCase = async (by: User, changes: Partial<Input<typeof SubmitKyc>> = {}) => {
  const caseId = await startCase(by)
  return (await by.call(SubmitKyc, { caseId, mrzLines: lines(), ...changes })).status
}
/** Submits a medium-risk case, which one reviewer may decide: the confirmed lines have a wrong check digit. */
export const submitToReview = async (by = user()) => {
  const [first, second] = lines() as [string, string]
  const mrzLines = [first, second.slice(0, -1) + ((Number(second.at(-1)) + 1) % 10)]
  return (await submitCase(by, { mrzLines, confirmMrz: true })).caseId!
}
/** Submits a high-risk case. */
export const submitHighRisk = async (by = user()) => (await submitCase(by, { politicallyExposed: true })).caseId!
/** Opens every picture of a case, and its unmasked data. The reviewer needs a claim or a reason. */
export async function openEvidence(staff: User, caseId: string, revealReason?: string): Promise<void> {
  const reason = revealReason === undefined ? {} : { revealReason }
  const { ticket } = await staff.call(GetTicket, { caseId, ...reason })
  for (const { documentId } of ticket.documents) await staff.call(GetTicketDocument, { caseId, documentId, ...reason })
}
/** Sends the command of the local launcher. */
export const markSamples = async (caseIds: string[]): Promise<unknown> =>
  (await harness.bus.nc.request('local.kyc.markSamples', JSON.stringify({ caseIds }), { timeout: 60_000 })).json()
export const events = async (caseId: string) =>
  (
    await harness.mongo
      .collection<{ _id: string; event: { type: string; subject: string; data: unknown; version: number } }>('outbox')
      .find({ 'event.subject': caseId })
      .sort({ _id: 1 })
      .toArray()
  ).map(({ event }) => event)
export const audits = (caseId: string) =>
  harness.mongo
    .collection('audit')
    .find({ 'detail.caseId': caseId, action: { $ne: 'case.listed' } })
    .sort({ _id: 1 })
    .toArray()
export const filesIn = async (sub: string) => readdir(join(harness.folder, sub)).catch(() => [] as string[])

/** Returns everything readable in a stored row, including binary data as text. */
export function readable(value: unknown): string {
  if (value instanceof Binary) return Buffer.from(value.buffer).toString('utf8')
  if (value instanceof Date) return value.toISOString()
  if (value === null || typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, each]) => `${key}=${readable(each)}`)
    .join('\n')
}
