import type { Input, RpcContract } from '@hissa/contracts'
import { DecidePublication, OfferingPublished, ProposePublication, type OfferingTerms } from '@hissa/contracts/property'
import { newId } from '@hissa/kernel'
import { startPool } from '@hissa/testing-helpers'
import type { PropertyParts } from '../src/boot.js'
import { startService, type Service } from './environment.js'

/** A running property service with the sample catalogue and a user pool for its staff. */
export type Publications = Service & { pool: Awaited<ReturnType<typeof startPool>> }
let service: Publications

/** Starts the service that the functions below call. */
export async function startPublications(parts?: PropertyParts): Promise<Publications> {
  const pool = await startPool()
  const started = await startService(pool.env, parts)
  await started.seed()
  const stop = async () => {
    await started.stop()
    await pool.stop()
  }
  service = { ...started, pool, stop }
  return service
}

export function staff(groups = ['content']) {
  const userId = newId()
  const call = <C extends RpcContract>(contract: C, input: Partial<Input<C>> = {}) =>
    service.rpc.call(contract, input as Input<C>, { token: service.pool.token(userId, groups) })
  return { userId, call }
}
export type Staff = ReturnType<typeof staff>

interface Row {
  _id: string
  published: boolean
  version: number
  record: Record<string, any>
}
export const rows = () => service.mongo.collection<Row>('properties')
export const approvals = () => service.mongo.collection<{ _id: string }>('approvals')
let serial = 0
let companies = 0
let sampled: Row & Record<string, any>
/** A published sample that no test changes. */
const sampleRow = async () => (sampled ??= (await rows().findOne({})) as typeof sampled)
/** Returns a new property for each test: a draft, or one with a published first version. */
export async function propertyOf(published: boolean): Promise<string> {
  const { _id: _sampleId, ...sample } = await sampleRow()
  serial += 1
  const propertyId = `Prop_${String(serial).padStart(12, '0')}_test`
  const { code: _sampleCode, ...copied } = sample.record
  const record = {
    ...copied,
    ...(published && { code: `HS-TST-${String(serial).padStart(2, '0')}` }),
    propertyId,
    slug: `test-${serial}`,
    listing: { ...sample.record.listing, sourceId: `test-${serial}` },
    ...(published ? { offering: ownCompany(sample.record.offering) } : { offering: null, documents: [] }),
    version: 1,
  }
  const keys = { idKey: propertyId.toLowerCase(), slug: record.slug, sourceId: `test-${serial}` }
  await rows().insertOne({ ...sample, ...keys, _id: propertyId, published, version: 1, record })
  return propertyId
}
/** Returns an offering by a company that no other property has. */
const ownCompany = (offering: { spv: object }) => ({
  ...offering,
  spv: { ...offering.spv, registrationNumber: `TEST-PROPERTY-${serial}` },
})
export async function termsOf(changes: Partial<OfferingTerms> = {}): Promise<OfferingTerms> {
  const { record } = await sampleRow()
  const { version: _version, publishedAt: _publishedAt, deadline, ...terms } = record.offering
  // One property for each company: each proposal names another.
  companies += 1
  const spv = { ...terms.spv, registrationNumber: `TEST-${companies}` }
  return { ...terms, spv, deadline: new Date(deadline).toISOString(), ...changes }
}
export const REASON = 'Terms agree with the valuation'
export const propose = async (by: Staff, propertyId: string, changes: Partial<OfferingTerms> = {}) =>
  (await by.call(ProposePublication, { propertyId, terms: await termsOf(changes), reason: REASON })).publication
export const decide = async (by: Staff, approvalId: string, verdict: 'approve' | 'reject' = 'approve') =>
  (await by.call(DecidePublication, { approvalId, verdict, reason: 'The documents are complete' })).publication
export const facts = (propertyId: string) =>
  service.mongo
    .collection<{ _id: string; event: { type: string; subject: string; data: Record<string, unknown> } }>('outbox')
    .find({ 'event.subject': propertyId, 'event.type': OfferingPublished.type })
    .toArray()
export const audits = async (propertyId: string) =>
  (await service.mongo.collection('audit').find({ subject: propertyId }).sort({ _id: 1 }).toArray()).map(
    ({ action, actor }) => [action, actor] as unknown[],
  )
