import { ConfigError, PartDownError } from '@hissa/kernel'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { KeyGoneError, KeyRing, MemoryKeyStore } from './key-ring.js'
import { TamperedError, TooLargeError } from './sealed-object.js'
import { ObjectGoneError, Storage } from './storage.js'

const bytes = Buffer.from('the quick brown fox jumps over the lazy dog'.repeat(1_000))
async function* chunks(size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

let folder: string
let storage: Storage
let ring: KeyRing
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hissa-storage-'))
  ring = new KeyRing(Buffer.alloc(32, 7), new MemoryKeyStore())
  storage = new Storage(pathToFileURL(folder).href, ring)
})
afterEach(() => rm(folder, { recursive: true }))

const filesIn = async (sub: string) => readdir(join(folder, sub)).catch(() => [])
const flip = async (objectRef: string, at: number) => {
  const file = join(folder, objectRef)
  const content = await readFile(file)
  const place = at < 0 ? content.length + at : at
  content[place]! ^= 1
  await writeFile(file, content)
}

describe('the quarantine', () => {
  it('returns the bytes once to the holder of the key, and stores them encrypted', async () => {
    const { objectRef, key, sizeBytes } = await storage.putQuarantine(chunks(777), { limitBytes: 100_000 })
    expect(sizeBytes).toBe(bytes.length)
    expect((await readFile(join(folder, objectRef))).includes('quick brown')).toBe(false)
    expect(await storage.takeQuarantine(objectRef, key)).toEqual(bytes)
    await expect(storage.takeQuarantine(objectRef, key)).rejects.toBeInstanceOf(ObjectGoneError)
    expect(await filesIn('quarantine')).toEqual([])
  })

  it('rejects a different key and keeps the object', async () => {
    const one = await storage.putQuarantine(chunks(999), { limitBytes: 100_000 })
    const two = await storage.putQuarantine(chunks(999), { limitBytes: 100_000 })
    await expect(storage.takeQuarantine(one.objectRef, two.key)).rejects.toBeInstanceOf(TamperedError)
    await expect(storage.takeQuarantine(one.objectRef, 'short')).rejects.toBeInstanceOf(TamperedError)
    expect(await storage.takeQuarantine(one.objectRef, one.key)).toEqual(bytes)
  })

  it('stops at the limit while bytes still arrive, and removes the partial object', async () => {
    let given = 0
    const endless = async function* () {
      for (;;) {
        given += 1_000
        yield Buffer.alloc(1_000)
      }
    }
    await expect(storage.putQuarantine(endless(), { limitBytes: 50_000 })).rejects.toBeInstanceOf(TooLargeError)
    expect(given).toBeLessThan(60_000)
    expect(await filesIn('quarantine')).toEqual([])
  })

  it('rejects with the error of the source, and removes the partial object', async () => {
    const broken = async function* () {
      yield Buffer.alloc(10)
      throw new Error('the client went away')
    }
    await expect(storage.putQuarantine(broken(), { limitBytes: 100 })).rejects.toThrow('the client went away')
    expect(await filesIn('quarantine')).toEqual([])
  })

  it.each([0, 6, 30, -1])('detects a changed byte at %i', async (at) => {
    const { objectRef, key } = await storage.putQuarantine(chunks(500), { limitBytes: 100_000 })
    await flip(objectRef, at)
    await expect(storage.takeQuarantine(objectRef, key)).rejects.toBeInstanceOf(TamperedError)
  })

  it.each(['../../etc/passwd', 'quarantine/../objects/x', 'objects/018f0000-0000-7000-8000-000000000000', ''])(
    'rejects the reference %p',
    async (name) => {
      await expect(storage.takeQuarantine(name, 'k')).rejects.toBeInstanceOf(ObjectGoneError)
    },
  )

  it('removes expired objects', async () => {
    const { objectRef, key } = await storage.putQuarantine(chunks(500), { limitBytes: 100_000 })
    expect(await storage.sweepQuarantine(new Date(Date.now() - 60_000))).toBe(0)
    expect(await storage.sweepQuarantine(new Date(Date.now() + 60_000))).toBe(1)
    await expect(storage.takeQuarantine(objectRef, key)).rejects.toBeInstanceOf(ObjectGoneError)
  })

  it('goes on over pages, past an object that is gone and one that fails, which it reports at the end', async () => {
    const key = (name: string) => `quarantine/${name}`
    const pages: Record<string, string[]> = { '': ['gone', 'broken', 'one'], next: ['two'] }
    const deleted: string[] = []
    const failures: Record<string, string> = { gone: 'NotFound', broken: 'AccessDenied' }
    const disk = {
      listAll: async (_: string, { paginationToken = '' }: { paginationToken?: string }) => ({
        objects: pages[paginationToken]!.map((name) => ({ key: key(name) })),
        paginationToken: paginationToken ? undefined : 'next',
      }),
      getMetaData: async (of: string) => {
        const name = failures[of.slice(key('').length)]
        if (name) throw new Error('failed', { cause: Object.assign(new Error(name), { name }) })
        return { lastModified: new Date(0) }
      },
      delete: async (of: string) => void deleted.push(of),
    }
    Object.assign(storage, { disk })
    await expect(storage.sweepQuarantine(new Date())).rejects.toThrow('failed')
    expect(deleted).toEqual([key('one'), key('two')])
    failures.broken = 'NotFound'
    expect(await storage.sweepQuarantine(new Date())).toBe(2)
  })

  it('sweeps an empty disk', async () => {
    expect(await storage.sweepQuarantine(new Date())).toBe(0)
  })
})

describe("a subject's objects", () => {
  it('are readable under the same subject only', async () => {
    const objectRef = await storage.put('anna', bytes)
    await storage.put('omar', bytes)
    expect(await storage.get('anna', objectRef)).toEqual(bytes)
    await expect(storage.get('omar', objectRef)).rejects.toBeInstanceOf(TamperedError)
    await expect(storage.get('nobody', objectRef)).rejects.toBeInstanceOf(KeyGoneError)
  })

  it.each([5, 40, 70, -1])('are rejected with a changed byte at %i', async (at) => {
    const objectRef = await storage.put('anna', bytes)
    await flip(objectRef, at)
    await expect(storage.get('anna', objectRef)).rejects.toBeInstanceOf(TamperedError)
  })

  it('cannot be exchanged with each other on disk', async () => {
    const one = await storage.put('anna', Buffer.from('one'))
    const two = await storage.put('anna', Buffer.from('two'))
    await writeFile(join(folder, one), await readFile(join(folder, two)))
    await expect(storage.get('anna', one)).rejects.toBeInstanceOf(TamperedError)
  })

  it('are unreadable once the key is destroyed', async () => {
    const objectRef = await storage.put('anna', bytes)
    const field = await ring.sealField('anna', 'name', 'Anna')
    await ring.destroy('anna')
    await expect(storage.get('anna', objectRef)).rejects.toBeInstanceOf(KeyGoneError)
    await expect(ring.openField('anna', 'name', field)).rejects.toBeInstanceOf(KeyGoneError)
  })

  it('no longer exist after delete, which is idempotent', async () => {
    const objectRef = await storage.put('anna', bytes)
    await storage.delete(objectRef)
    await storage.delete(objectRef)
    await expect(storage.get('anna', objectRef)).rejects.toBeInstanceOf(ObjectGoneError)
  })
})

describe('a disk that fails', () => {
  it('is reported as down by every operation, and keeps what was stored', async () => {
    const objectRef = await storage.put('anna', bytes)
    const upload = await storage.putQuarantine(chunks(500), { limitBytes: 100_000 })
    await rename(folder, `${folder}.away`)
    await writeFile(folder, 'not a folder')
    const failing = [
      () => storage.get('anna', objectRef),
      () => storage.put('anna', bytes),
      () => storage.delete(objectRef),
      () => storage.putQuarantine(chunks(500), { limitBytes: 100_000 }),
      () => storage.takeQuarantine(upload.objectRef, upload.key),
    ]
    for (const act of failing) await expect(act()).rejects.toBeInstanceOf(PartDownError)
    await rm(folder)
    await rename(`${folder}.away`, folder)
    expect(await storage.get('anna', objectRef)).toEqual(bytes)
    expect(await storage.takeQuarantine(upload.objectRef, upload.key)).toEqual(bytes)
  })
})

describe('sealed fields', () => {
  it('open under their own name and subject', async () => {
    const sealed = await ring.sealField('anna', 'name', { family: 'العطار' })
    expect(await ring.openField('anna', 'name', sealed)).toEqual({ family: 'العطار' })
    await ring.keyFor('omar')
    await expect(ring.openField('anna', 'number', sealed)).rejects.toBeInstanceOf(TamperedError)
    await expect(ring.openField('omar', 'name', sealed)).rejects.toBeInstanceOf(TamperedError)
  })

  it('cannot be opened with a different master key', async () => {
    const store = new MemoryKeyStore()
    const sealed = await new KeyRing(Buffer.alloc(32, 1), store).sealField('anna', 'name', 'Anna')
    await expect(new KeyRing(Buffer.alloc(32, 2), store).openField('anna', 'name', sealed)).rejects.toBeInstanceOf(
      TamperedError,
    )
  })
})

describe('STORAGE_URL', () => {
  it.each(['https://example.test', 'folder', 's3://bucket/folder', 's3://'])('rejects %p and names itself', (url) => {
    expect(() => new Storage(url)).toThrow(ConfigError)
    expect(() => new Storage(url)).toThrow(/STORAGE_URL/)
  })
})
