import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMissing } from '../src/disk.js'
import { KeyRing, MemoryKeyStore } from '../src/key-ring.js'
import { TamperedError, TooLargeError } from '../src/sealed-object.js'
import { ObjectGoneError, Storage } from '../src/storage.js'

const bytes = Buffer.from('the quick brown fox jumps over the lazy dog'.repeat(2_000))
async function* chunks(size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

describe('storage in a bucket', () => {
  let folder: string
  let server: S3rver
  let url: (bucket: string) => string
  let storage: Storage
  const earlier = Object.fromEntries(Object.keys(credentials).map((name) => [name, process.env[name]]))

  beforeAll(async () => {
    Object.assign(process.env, credentials)
    folder = mkdtempSync(join(tmpdir(), 'hissa-bucket-'))
    server = new S3rver({
      ...{ directory: folder, address: '127.0.0.1', port: 0, silent: true },
      // It signs the path of a listing in another form than AWS's SDK.
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: 'papers', configs: [] }],
    })
    const { port } = await server.run()
    url = (bucket) => `s3://${bucket}?region=me-central-1&endpoint=http://127.0.0.1:${port}`
    storage = new Storage(url('papers'), new KeyRing(Buffer.alloc(32, 7), new MemoryKeyStore()))
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
    for (const [name, value] of Object.entries(earlier))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })

  /** Returns everything that the bucket has stored under a folder. */
  const stored = (sub: string) => {
    const place = join(folder, 'papers', sub)
    return existsSync(place) ? readdirSync(place).map((file) => readFileSync(join(place, file))) : []
  }

  it('hands quarantined bytes over once, and holds them encrypted', async () => {
    const { objectRef, key, sizeBytes } = await storage.putQuarantine(chunks(7_777), { limitBytes: 1_000_000 })
    expect(sizeBytes).toBe(bytes.length)
    expect(stored('quarantine').length).toBeGreaterThan(0)
    expect(stored('quarantine').some((content) => content.includes('quick brown'))).toBe(false)
    expect((await storage.takeQuarantine(objectRef, key)).equals(bytes)).toBe(true)
    await expect(storage.takeQuarantine(objectRef, key)).rejects.toBeInstanceOf(ObjectGoneError)
  })

  it('stores nothing of an upload that exceeds its limit or breaks off', async () => {
    const before = stored('quarantine').length
    await expect(storage.putQuarantine(chunks(999), { limitBytes: 50_000 })).rejects.toBeInstanceOf(TooLargeError)
    const broken = async function* () {
      yield Buffer.alloc(10)
      throw new Error('the client went away')
    }
    await expect(storage.putQuarantine(broken(), { limitBytes: 100 })).rejects.toThrow('the client went away')
    expect(stored('quarantine')).toHaveLength(before)
  })

  it('returns the objects of a person under that person only', async () => {
    const objectRef = await storage.put('anna', bytes)
    await storage.put('omar', bytes)
    expect((await storage.get('anna', objectRef)).equals(bytes)).toBe(true)
    await expect(storage.get('omar', objectRef)).rejects.toBeInstanceOf(TamperedError)
  })

  it('deletes an object, twice without an error', async () => {
    const objectRef = await storage.put('anna', bytes)
    await storage.delete(objectRef)
    await storage.delete(objectRef)
    await expect(storage.get('anna', objectRef)).rejects.toBeInstanceOf(ObjectGoneError)
  })

  it('removes expired objects of the quarantine', async () => {
    const { objectRef, key } = await storage.putQuarantine(chunks(999), { limitBytes: 1_000_000 })
    expect(await storage.sweepQuarantine(new Date(0))).toBe(0)
    expect(await storage.sweepQuarantine(new Date(Date.now() + 3_600_000))).toBe(1)
    await expect(storage.takeQuarantine(objectRef, key)).rejects.toBeInstanceOf(ObjectGoneError)
  })

  it('reports a bucket that does not exist as a fault, not as a missing object', async () => {
    const elsewhere = new Storage(url('nowhere'), new KeyRing(Buffer.alloc(32, 7), new MemoryKeyStore()))
    const failure = await elsewhere.put('anna', bytes).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(isMissing(failure)).toBe(false)
    await expect(elsewhere.get('anna', 'objects/018f0000-0000-7000-8000-000000000000')).rejects.not.toBeInstanceOf(
      ObjectGoneError,
    )
  })
})
