import type { StaffAudit } from '@hissa/audit'
import { ManualTiming } from '@hissa/kernel'
import type { Storage } from '@hissa/storage'
import { describe, expect, it } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
import type { HoldingStore } from '../holdings/holdings.api.js'
import type { RaiseStore } from '../raises/raises.api.js'
import { HandOver } from '../documents/documents.api.js'
import { ReadDeed } from './read-deed.js'

const SHA = 'a'.repeat(64)
const deed = { version: 1, sha256: SHA, objectRef: 'objects/1', contentType: 'application/pdf' }
const raise = { deed: { documentSha256: SHA }, deedVersions: [deed] }

/** Returns the reader of deeds over a storage whose reads end only when the test says so. */
function reader() {
  const reads: (() => void)[] = []
  const audited: string[] = []
  const get = () => new Promise<Buffer>((resolve) => reads.push(() => resolve(Buffer.from('deed'))))
  const timing = new ManualTiming()
  const putQuarantine = async () => ({ objectRef: 'q', key: 'k', sizeBytes: 4 })
  const storage = { get, putQuarantine } as unknown as Storage
  const read = new ReadDeed(
    { byId: async () => raise } as unknown as RaiseStore,
    { of: async () => ({ allottedUnits: 1 }) } as unknown as HoldingStore,
    new HandOver(storage, timing, { deedQueueMs: 10_000 }),
    { record: async ({ userId }: { userId: string }) => void audited.push(userId) } as unknown as StaffAudit,
  )
  const forHolder = (userId: string) =>
    read.forHolder({ propertyId: 'marina' }, userId).then(
      ({ ok }) => ok,
      (error: Error) => error.name,
    )
  const forStaff = (userId: string) => read.forStaff({ propertyId: 'marina', sha256: SHA }, { userId, roles: [] })
  return { reads, audited, timing, forHolder, forStaff }
}

describe('the hand-over of title deeds', () => {
  it('keeps at most two in memory, and starts the next when one has ended', async () => {
    const { reads, forHolder } = reader()
    const answers = ['anna', 'ben', 'carl'].map(forHolder)
    await setImmediate()
    expect(reads).toHaveLength(2)
    reads[0]!()
    expect(await answers[0]).toBe(true)
    await setImmediate()
    expect(reads).toHaveLength(3)
    for (const end of reads) end()
    expect(await Promise.all(answers)).toEqual([true, true, true])
  })

  it('is refused as unavailable to who has waited for ten seconds, and is then not audited', async () => {
    const { reads, audited, timing, forHolder, forStaff } = reader()
    const answers = ['anna', 'ben'].map(forHolder)
    await setImmediate()
    const late = forStaff('sara').catch((error: Error) => error.name)
    await setImmediate()
    await timing.pass(10_000)
    expect(await late).toBe('PartDownError')
    expect(audited).toEqual([])
    for (const end of reads) end()
    expect(await Promise.all(answers)).toEqual([true, true])
  })

  it('is refused to one person at once after four that wait', async () => {
    const { reads, forHolder } = reader()
    const answers = Array.from({ length: 7 }, () => forHolder('anna'))
    expect(await answers[6]).toBe('PartDownError')
    for (let ended = 0; ended < 6; ended += 1) {
      reads[ended]!()
      await answers[ended]
      await setImmediate()
    }
    expect(await Promise.all(answers.slice(0, 6))).toEqual(Array(6).fill(true))
  })
})
