import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetDashboard, GetDeed, GetRaise, GetStaffDeed, StoreDeed } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEED, filing, FINANCE, refusal } from './desk.js'
import { DAY, ShareTransfers } from './share-transfers.js'

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const PNG = Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex')
const LIMIT_BYTES = 10_000_000

let shares: ShareTransfers
let storage: string
beforeAll(async () => {
  shares = await ShareTransfers.start()
  storage = join(shares.app.folder, 'storage')
})
afterAll(() => shares.stop())

/** Returns a closed raise after its cooling-off period, and one of its two investors. */
async function closed() {
  const { app } = shares
  const propertyId = await app.openRaise(40)
  const orders = [await shares.buy(propertyId), await shares.buy(propertyId)]
  for (const order of orders) await shares.reaches(order, 'cooling_off')
  await app.advance(2 * DAY + 1)
  return orders[0]!
}

const store = (propertyId: string, file: { objectRef: string; key: string }, by = shares.desk.maker) =>
  refusal(shares.app.call(StoreDeed, { propertyId, ...file }, by, FINANCE))
const upload = async (propertyId: string, bytes: Buffer, by?: string) =>
  store(propertyId, await shares.app.quarantine(bytes), by)
const staffDeed = (propertyId: string, sha256: string, by = shares.desk.checker) =>
  shares.app.call(GetStaffDeed, { propertyId, sha256 }, by, FINANCE)
const ownDeed = (userId: string, propertyId: string) => shares.app.call(GetDeed, { propertyId }, userId)
const versions = async (propertyId: string) =>
  (await shares.app.call(GetRaise, { propertyId }, shares.desk.checker, FINANCE)).raise.deedVersions
const audited = (action: string, propertyId: string) =>
  shares.app
    .collection('audit')
    .find({ action, subject: `raise:${propertyId}` })
    .toArray()

describe('a title deed', () => {
  it('is stored encrypted with the hash of its bytes, and kept when it is replaced', async () => {
    const { propertyId } = await closed()
    const first = await shares.desk.storeDeed(propertyId)
    expect(first).toMatchObject({
      ...{ version: 1, sha256: sha256Of(DEED), contentType: 'application/pdf', sizeBytes: DEED.length },
      storedBy: shares.desk.maker,
    })
    const second = await shares.desk.storeDeed(propertyId, PNG)
    expect(second).toMatchObject({ version: 2, sha256: sha256Of(PNG), contentType: 'image/png' })
    expect(await shares.desk.storeDeed(propertyId, PNG)).toEqual(second)
    expect(await versions(propertyId)).toEqual([first, second])
    for (const [{ sha256, contentType }, bytes] of [[first, DEED] as const, [second, PNG] as const]) {
      const handover = await staffDeed(propertyId, sha256)
      expect(handover.contentType).toBe(contentType)
      expect(await shares.app.received(handover)).toEqual(bytes)
    }
    const objects = await readdir(join(storage, 'objects'))
    for (const name of objects)
      expect((await readFile(join(storage, 'objects', name))).includes('/Catalog')).toBe(false)
    expect((await audited('deed.stored', propertyId)).map(({ actor, detail }) => [actor, detail.version])).toEqual([
      [shares.desk.maker, 1],
      [shares.desk.maker, 2],
    ])
    expect((await audited('deed.read', propertyId)).map(({ actor, detail }) => [actor, detail.version])).toEqual([
      [shares.desk.checker, 1],
      [shares.desk.checker, 2],
    ])
  })

  it('is filed only in its newest stored version', async () => {
    const { propertyId } = await closed()
    const propose = (sha256: string) => shares.desk.propose(propertyId, filing(sha256), shares.desk.maker, 'raise')
    expect(await refusal(propose(sha256Of(DEED)))).toBe('409 RESOLUTION_NOT_POSSIBLE document')
    const { sha256 } = await shares.desk.storeDeed(propertyId)
    const { pending } = await propose(sha256)
    await shares.desk.storeDeed(propertyId, PNG)
    expect(await refusal(shares.desk.decide(pending.approvalId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    expect(await refusal(propose(sha256))).toBe('409 RESOLUTION_NOT_POSSIBLE document')
    await shares.desk.decide((await propose(sha256Of(PNG))).pending.approvalId)
    const raise = await shares.app.collection('raises').findOne({ _id: propertyId })
    expect(raise).toMatchObject({ deed: { documentSha256: sha256Of(PNG) } })
    expect(await upload(propertyId, DEED)).toBe('409 RESOLUTION_NOT_POSSIBLE raise_state')
  })

  it('is opened by holders of registered shares of its property only', async () => {
    const [holder, other] = [(await shares.allotted())[0], await closed()]
    const handover = await ownDeed(holder.userId, holder.propertyId)
    expect(await shares.app.received(handover)).toEqual(DEED)
    expect(await refusal(ownDeed(newId(), holder.propertyId))).toBe('404 NOT_FOUND')
    expect(await refusal(ownDeed(other.userId, holder.propertyId))).toBe('404 NOT_FOUND')
    await shares.desk.storeDeed(other.propertyId)
    expect(await refusal(ownDeed(other.userId, other.propertyId))).toBe('404 NOT_FOUND')
    const dashboard = async ({ userId }: { userId: string }) =>
      (await shares.app.call(GetDashboard, {}, userId)).holdings.map(({ hasDeed }) => hasDeed)
    expect(await dashboard(holder)).toEqual([true])
    expect(await dashboard(other)).toEqual([undefined])
  })

  it('that belongs to another property, or was never stored, is not found', async () => {
    const [one, two] = [await closed(), await closed()]
    const { sha256 } = await shares.desk.storeDeed(one.propertyId)
    expect(await refusal(staffDeed(two.propertyId, sha256))).toBe('404 NOT_FOUND')
    expect(await refusal(staffDeed(one.propertyId, sha256Of(PNG)))).toBe('404 NOT_FOUND')
    expect(await refusal(staffDeed('Prop_0_none', sha256))).toBe('404 NOT_FOUND')
    expect(await audited('deed.read', one.propertyId)).toEqual([])
  })
})

describe('an upload of a title deed', () => {
  it('is refused if it is neither a PDF nor a picture, or too large', async () => {
    const { propertyId } = await closed()
    for (const text of ['<html>%PDF-1.7 %%EOF', '%PDF-1.7', `${DEED.toString()}<script>`])
      expect(await upload(propertyId, Buffer.from(text))).toBe('422 UPLOAD_TYPE_REFUSED')
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(LIMIT_BYTES - 9), Buffer.from('%%EOF')])
    expect(await upload(propertyId, large)).toBe('413 UPLOAD_TOO_LARGE')
    expect(await upload(propertyId, large.subarray(1))).toBe('422 UPLOAD_TYPE_REFUSED')
    expect(await versions(propertyId)).toBeUndefined()
  })

  it('is refused for an open raise, an unknown property and finance staff with money in the raise', async () => {
    const open = await shares.app.openRaise(40)
    expect(await upload(open, DEED)).toBe('409 RESOLUTION_NOT_POSSIBLE raise_state')
    expect(await upload('Prop_0_none', DEED)).toBe('404 NOT_FOUND')
    const { propertyId, userId } = await closed()
    expect(await upload(propertyId, DEED, userId)).toBe('403 CONFLICT_OF_INTEREST')
    expect(await versions(propertyId)).toBeUndefined()
  })

  it('is taken once, with its own key', async () => {
    const { propertyId } = await closed()
    const [one, two] = [await shares.app.quarantine(DEED), await shares.app.quarantine(PNG)]
    expect(await store(propertyId, { objectRef: one.objectRef, key: two.key })).toBe('409 UPLOAD_GONE')
    expect(await store(propertyId, one)).toBe('accepted')
    expect(await store(propertyId, one)).toBe('409 UPLOAD_GONE')
  })

  it('changes nothing while the object storage is down, and succeeds afterwards', async () => {
    const { propertyId } = await closed()
    const first = await shares.desk.storeDeed(propertyId)
    const file = await shares.app.quarantine(PNG)
    await rename(storage, `${storage}.away`)
    await writeFile(storage, 'not a folder')
    expect(await store(propertyId, file)).toBe('503 SERVICE_UNAVAILABLE')
    expect(await refusal(staffDeed(propertyId, first.sha256))).toBe('503 SERVICE_UNAVAILABLE')
    await rm(storage)
    await rename(`${storage}.away`, storage)
    expect(await versions(propertyId)).toEqual([first])
    expect(await store(propertyId, file)).toBe('accepted')
    expect((await versions(propertyId))?.map(({ sha256 }) => sha256)).toEqual([sha256Of(DEED), sha256Of(PNG)])
    expect(await shares.app.received(await staffDeed(propertyId, first.sha256))).toEqual(DEED)
  })
})
