import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'
import {
  checkDigit,
  createJourney,
  documentPicture,
  emiratesIdNumber,
  identityCardLines,
  newPerson,
  passportLines,
  type Session,
} from './index.js'

const specimen = {
  lastName: 'Eriksson',
  firstName: 'Anna Maria',
  documentNumber: 'L898902C3',
  issuingState: 'UTO',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  expiryDate: '2012-04-15',
  sex: 'F' as const,
}

describe('machine-readable lines', () => {
  it('have the check digits of the ICAO examples', () => {
    expect(checkDigit('520727')).toBe('3')
    expect(checkDigit('AB2134<<<')).toBe('5')
    expect(checkDigit('L898902C3')).toBe('6')
  })

  it('match the passport of ICAO 9303 part 4 except for its personal number', () => {
    expect(passportLines(specimen)).toEqual([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159<<<<<<<<<<<<<<08',
    ])
  })

  it('match the card of ICAO 9303 part 5', () => {
    expect(identityCardLines({ ...specimen, documentNumber: 'D23145890' }, '')).toEqual([
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ])
  })

  it('include an Emirates ID number with a valid check digit', () => {
    expect(emiratesIdNumber('1980', '1234567')).toBe('784198012345678')
    expect(emiratesIdNumber('1979', '1234567')).toBe('784197912345671')
  })
})

describe('newPerson', () => {
  it('creates a unique address and document', () => {
    const [one, other] = [newPerson(), newPerson({ language: 'ar' })]
    expect(one.email).not.toBe(other.email)
    expect(one.document.documentNumber).not.toBe(other.document.documentNumber)
    expect(one.document.documentNumber).toHaveLength(9)
    expect(other.language).toBe('ar')
  })
})

describe('documentPicture', () => {
  it('returns a PNG of the requested size', () => {
    const png = documentPicture(1, 300, 200)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([300, 200])
    const length = png.readUInt32BE(33)
    expect(inflateSync(png.subarray(41, 41 + length))).toHaveLength(301 * 200)
  })
})

describe('the mailbox and the API', () => {
  const replies: Record<string, unknown> = {
    '/api/v1/messages': {
      messages: [
        { ID: '2', To: [{ Address: 'a@hissa.test' }] },
        { ID: '1', To: [{ Address: 'a@hissa.test' }] },
        { ID: '9', To: [{ Address: 'aa@hissa.test' }] },
      ],
    },
    '/api/v1/message/2': { ID: '2', Text: 'Hello\n\n222222\n\nWords' },
    '/api/v1/message/1': { ID: '1', Text: 'Hello\n\n111111\n\nWords' },
    '/api/v1/message/9': { ID: '9', Text: '999999' },
    '/api/orders/reserved': { order: { orderId: 'reserved', state: 'reserved' } },
    '/api/orders/allotted': { order: { orderId: 'allotted', state: 'allotted' } },
  }
  const server = createServer((request, response) => {
    const reply = replies[(request.url ?? '').split('?')[0] ?? '']
    response.writeHead(reply ? 200 : 403, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply ?? { code: 'KYC_REQUIRED', detail: 'Complete your identity check.' }))
  })
  let url: string

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it('returns the newest code sent to exactly that address', async () => {
    const { mailbox } = createJourney({ baseUrl: url, mailUrl: url })
    expect(await mailbox.waitForCode('a@hissa.test')).toBe('222222')
    expect(await mailbox.waitForCode('a@hissa.test', '222222')).toBe('111111')
  })

  it('throws a problem with its status and code', async () => {
    const { api } = createJourney({ baseUrl: url, mailUrl: url })
    await expect(api('/api/dashboard')).rejects.toMatchObject({ name: 'ApiFailure', status: 403, code: 'KYC_REQUIRED' })
  })

  it('takes an order as paid whose raise was completed and allotted before the first request', async () => {
    const journey = createJourney({ baseUrl: url, mailUrl: url })
    const session = { userId: 'anyone', idToken: 'token' } as Session
    await expect(journey.waitForPayment(session, 'allotted')).resolves.toMatchObject({ state: 'allotted' })
    await expect(journey.waitForPayment(session, 'reserved', { timeoutMs: 0 })).rejects.toThrow('timed out')
  })
})
