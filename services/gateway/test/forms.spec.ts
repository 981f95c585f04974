import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

let gateway: Harness
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const post = (path: string, body: unknown) =>
  fetch(`${gateway.baseUrl}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const MESSAGE = {
  ...{ name: 'Mona Saleh', email: 'mona@hissa.test', topic: 'order', language: 'ar' },
  message: 'Which documents do you need?',
}

describe('the forms of the public pages', () => {
  it.each([
    ['contact', MESSAGE],
    ['early-access', { email: 'mona@hissa.test', language: 'en' }],
    ['early-access/confirm', { token: 'entry.1.signed' }],
    ['early-access/leave', { token: 'entry.signed' }],
  ])('need no account at /api/%s', async (path, body) => {
    // No service responds in this test.
    expect((await post(path, body)).status).toBe(503)
  })

  it.each([
    ['a network of the sender’s choice', 'early-access', { email: 'mona', language: 'en', network: '203.0.113.9' }],
    ['no address', 'early-access', { language: 'en' }],
    ['a language that does not exist', 'early-access', { email: 'mona@hissa.test', language: 'xx' }],
    ['an empty message', 'contact', { ...MESSAGE, message: '' }],
    ['a message that is too long', 'contact', { ...MESSAGE, message: 'x'.repeat(4_001) }],
    ['a token that is too long', 'early-access/confirm', { token: 'x'.repeat(201) }],
  ])('reject %s before a service is called', async (_why, path, body) => {
    const answer = await post(path, body)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'VALIDATION_FAILED'])
  })
})
