import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { gzipSync } from 'node:zlib'
import { startGateway, type Harness } from './support.js'

let gateway: Harness
let addresses = 0
const stranger = () => `198.51.100.${(addresses += 1)}`

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const post = async (path: string, headers: Record<string, string>, body: string | Uint8Array) => {
  const authorization = `Bearer ${gateway.token('anna')}`
  const answer = await fetch(gateway.baseUrl + path, {
    method: 'POST',
    body: body as never,
    headers: { authorization, 'x-forwarded-for': stranger(), ...headers },
  })
  const { status, code } = (await answer.json()) as { status: number; code: string }
  return { status, code, contentType: answer.headers.get('content-type') }
}
const refusal = (status: number, code: string) => ({
  status,
  code,
  contentType: 'application/problem+json; charset=utf-8',
})
const UNSUPPORTED = refusal(415, 'UNSUPPORTED_MEDIA_TYPE')
const REVEAL = '/api/kyc/tickets/case_1/reveal'
const FORM = `--b\r\ncontent-disposition: form-data; name="reason"\r\n\r\nCompare the name\r\n--b--\r\n`

describe('an operation with a JSON body', () => {
  it.each([
    ['application/x-www-form-urlencoded', 'reason=Compare+the+name'],
    ['text/plain', '{"reason":"Compare the name"}'],
    ['multipart/form-data; boundary=b', FORM],
    ['text/csv', 'reason'],
  ])('rejects a body of %s', async (contentType, body) => {
    expect(await post(REVEAL, { 'content-type': contentType }, body)).toEqual(UNSUPPORTED)
  })

  it.each(['gzip', 'br', 'GZIP'])('rejects a body encoded as %s', async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    expect(await post(REVEAL, headers, gzipSync('{}'))).toEqual(UNSUPPORTED)
  })

  it('accepts a content type with parameters and the identity encoding', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'identity' }
    expect(await post(REVEAL, headers, '{"reason":7}')).toEqual(refusal(400, 'VALIDATION_FAILED'))
    expect(await post(REVEAL, headers, '{"reason":')).toEqual(refusal(400, 'BAD_REQUEST'))
  })
})

describe('POST /api/kyc/upload', () => {
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\npicture'

  it.each([
    ['without a boundary', 'multipart/form-data', FORM],
    ['that ends within the file', 'multipart/form-data; boundary=b', part],
    ['that ends within the head of a part', 'multipart/form-data; boundary=b', '--b\r\ncontent-dispo'],
  ])('rejects a form %s', async (_name, contentType, body) => {
    expect(await post('/api/kyc/upload', { 'content-type': contentType }, body)).toEqual(refusal(400, 'BAD_REQUEST'))
  })

  it('rejects an encoded form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'gzip' }
    expect(await post('/api/kyc/upload', headers, gzipSync(FORM))).toEqual(UNSUPPORTED)
  })

  it('accepts a complete form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    expect(await post('/api/kyc/upload', headers, FORM)).toEqual(refusal(422, 'UPLOAD_MISSING'))
  })
})

describe('the upload of a title deed', () => {
  it('is refused to who isn’t finance staff before its form is read', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    expect(await post('/api/finance/raises/marina/deed', headers, FORM)).toEqual(refusal(403, 'FORBIDDEN'))
    expect(await post('/api/finance/raises/marina/deed', { 'content-type': 'application/json' }, '{}')).toEqual(
      UNSUPPORTED,
    )
  })
})
