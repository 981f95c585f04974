import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CheckCertificate, GetCertificate, ListRegisters } from '@hissa/contracts/investment'
import { workerFile } from '@hissa/kernel/workers'
import { verifyInclusion } from '@hissa/merkle'
import { readPdf } from '@hissa/testing-helpers/pdf'
import { refusal } from './desk.js'
import { DAY, ShareTransfers } from './share-transfers.js'

const NAME = 'Amal Al Suwaidi'

let shares: ShareTransfers
beforeAll(async () => {
  shares = await ShareTransfers.start()
  const { bus } = shares.app
  bus.nc.subscribe('rpc.identity.listNames', {
    callback: (_, message) => {
      const { userIds } = message.json<{ data: { input: { userIds: string[] } } }>().data.input
      const output = { names: userIds.map((userId) => ({ userId, name: NAME })) }
      message.respond(JSON.stringify({ response: { ok: true, output } }))
    },
  })
  await bus.nc.flush()
})
afterAll(() => shares.stop())

const certificate = (userId: string, propertyId: string, locale: 'en' | 'ar' = 'en') =>
  shares.app.call(GetCertificate, { propertyId, locale }, userId)
const check = (place: { sequence: number; index: number; code: string; name?: string }) =>
  shares.app.call(CheckCertificate, place)
const newestRegister = async () => (await shares.app.call(ListRegisters, { limit: 1 })).registers[0]

/** Returns an investor with registered shares, and moves time until a register states them. */
async function registered() {
  const [owner] = await shares.allotted()
  const sequence = (await newestRegister())?.sequence ?? 0
  await shares.app.advance(DAY)
  await shares.app.untilRetried(
    'a register is published',
    async () => ((await newestRegister())?.sequence ?? 0) > sequence,
  )
  return owner
}

/** Returns where the certificate's QR code leads: the register, the entry and the code. */
async function addressOn(bodyBase64: string) {
  const text = (await readPdf(Buffer.from(bodyBase64, 'base64'))).join('').replace(/\s/g, '')
  const [, sequence, index, code] = /\/certificate\/(\d+)\/(\d+)\/([0-9a-f]{32})/.exec(text)!
  return { sequence: Number(sequence), index: Number(index), code: code! }
}

describe('the certificate of registered shares', () => {
  it('can be checked by anyone against the published register', async () => {
    const { userId, propertyId } = await registered()
    const { bodyBase64, fileName } = await certificate(userId, propertyId)
    expect(fileName).toMatch(/^hissa-certificate-.+-en\.pdf$/)
    const place = await addressOn(bodyBase64)
    const { entry, register, property, ...rest } = await check(place)
    expect(rest).toEqual({})
    expect(property.propertyId).toBe(propertyId)
    expect(entry).toMatchObject({ propertyId, index: place.index, units: 20 })
    const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')
    const proof = entry.proof.map(bytes)
    const at = { leaf: bytes(entry.leaf), index: entry.index, treeSize: register.treeSize }
    expect(verifyInclusion({ ...at, path: proof, root: bytes(register.root) })).toBe(true)
  })

  it('confirms the printed name without telling it', async () => {
    const { userId, propertyId } = await registered()
    const { bodyBase64 } = await certificate(userId, propertyId, 'ar')
    const place = await addressOn(bodyBase64)
    expect(await check({ ...place, name: ' amal  al suwaidi' })).toMatchObject({ nameMatches: true })
    const other = await check({ ...place, name: 'Amal Al Suweidi' })
    expect(other).toMatchObject({ nameMatches: false })
    expect(JSON.stringify(other)).not.toMatch(/suwaidi/i)
    expect(JSON.stringify(other)).not.toContain(userId)
  })

  it('is not confirmed for a code, an entry or a register that was not printed', async () => {
    const { userId, propertyId } = await registered()
    const place = await addressOn((await certificate(userId, propertyId)).bodyBase64)
    const { code } = place
    for (const change of [
      { code: `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}` },
      { index: place.index + 1 },
      { sequence: place.sequence + 1 },
    ])
      expect(await refusal(check({ ...place, ...change }))).toBe('404 NOT_FOUND')
  })

  it('is refused to who has no registered shares of the property', async () => {
    const { propertyId } = await registered()
    expect(await refusal(certificate('another', propertyId))).toBe('404 NOT_FOUND')
  })

  it('is unavailable while rendering takes too long', async () => {
    const { userId, propertyId } = await registered()
    await shares.app.drainAll()
    await shares.app.bootAnother({ pdfs: { file: workerFile(import.meta.url, 'endless-worker'), taskTimeoutMs: 1 } })
    expect(await refusal(certificate(userId, propertyId))).toBe('503 SERVICE_UNAVAILABLE')
  })
})
