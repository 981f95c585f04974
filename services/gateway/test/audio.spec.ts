import { connectBus, type Bus } from '@hissa/messaging'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

const SPEECHES_PER_MINUTE = 3
interface Part {
  language: string
  audio: string
  next: number | null
}
type Reply = { ok: true; output: unknown } | { ok: false; problem: unknown }

let gateway: Harness
let bus: Bus
let asked: { input: Record<string, unknown>; token?: string }[] = []
/** Parts by the byte at which they begin. */
let parts: Record<number, Part | undefined> = {}
let addresses = 0

const problem = { type: 'about:blank', title: 'x', status: 503, detail: 'Not here.', code: 'CHAT_SPEECH_UNAVAILABLE' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT_SPEECHES_PER_MINUTE: String(SPEECHES_PER_MINUTE) })
  bus = await connectBus(gateway.natsUrl, 'test')
  const answer = (name: string, reply: (input: Record<string, unknown>) => Reply) =>
    bus.nc.subscribe(`rpc.${name}`, {
      callback: (_error, message) => {
        const { data } = message.json<{ data: { input: Record<string, unknown>; token?: string } }>()
        if (name === 'chat.speak') asked.push({ input: data.input, ...(data.token && { token: data.token }) })
        message.respond(JSON.stringify({ response: reply(data.input) }))
      },
    })
  answer('chat.getSpeech', () => ({
    ok: true,
    output: { available: false, languages: ['en', 'ar'], longestText: 500 },
  }))
  answer('chat.speak', ({ from }) => {
    const part = parts[from as number]
    return part ? { ok: true, output: part } : { ok: false, problem }
  })
  await bus.nc.flush()
})
afterAll(async () => {
  await bus?.nc.drain()
  await gateway?.stop()
})
beforeEach(() => {
  asked = []
  parts = { 0: { language: 'en', audio: base64('one'), next: null } }
})

const speak = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${gateway.baseUrl}/api/audio`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `198.51.103.${(addresses += 1)}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

it('returns the audio of a short text whole, for visitors', async () => {
  const response = await speak({ text: 'Fees' })
  expect(response.status).toBe(200)
  const headers = ['content-type', 'content-language', 'content-length', 'cache-control', 'content-encoding']
  expect(headers.map((name) => response.headers.get(name))).toEqual(['audio/mpeg', 'en', '3', 'no-store', null])
  expect(await response.text()).toBe('one')
  expect(asked).toEqual([{ input: { text: 'Fees', from: 0 } }])
})

it('sends longer audio part by part, with the token of the user', async () => {
  parts = {
    0: { language: 'ar', audio: base64('one'), next: 3 },
    3: { language: 'ar', audio: base64('two'), next: null },
  }
  const token = gateway.token('anna')
  const response = await speak({ text: 'الرسوم', language: 'ar' }, { authorization: `Bearer ${token}` })
  expect([response.headers.get('content-language'), await response.text()]).toEqual(['ar', 'onetwo'])
  expect(asked).toEqual([0, 3].map((from) => ({ input: { text: 'الرسوم', language: 'ar', from }, token })))
})

it('closes the connection when the audio ends early', async () => {
  parts = { 0: { language: 'en', audio: base64('one'), next: 3 } }
  const response = await speak({ text: 'Fees' })
  await expect(response.text()).rejects.toThrow()
})

it('passes on that speech is not available', async () => {
  parts = {}
  const response = await speak({ text: 'Fees' })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    503,
    'CHAT_SPEECH_UNAVAILABLE',
  ])
  const status = await gateway.get('/api/audio')
  expect(await status.json()).toMatchObject({ success: true, available: false })
})

it.each([
  ['an empty text', { text: ' ' }, {}, 400],
  ['501 characters', { text: 'x'.repeat(501) }, {}, 400],
  ['plain text', 'Fees', { 'content-type': 'text/plain' }, 415],
  ['an invalid token', { text: 'Fees' }, { authorization: 'Bearer x' }, 401],
])('refuses %s', async (_name, body, headers, status) => {
  expect((await speak(body, headers as Record<string, string>)).status).toBe(status)
  expect(asked).toEqual([])
})

it('limits texts per address, and per user at any address', async () => {
  const senders: Record<string, string>[] = [
    { 'x-forwarded-for': '198.51.104.1' },
    { authorization: `Bearer ${gateway.token('omar')}` },
  ]
  for (const headers of senders) {
    const statuses: number[] = []
    for (let sent = 0; sent <= SPEECHES_PER_MINUTE; sent += 1)
      statuses.push((await speak({ text: 'Fees' }, headers)).status)
    expect(statuses).toEqual([...Array<number>(SPEECHES_PER_MINUTE).fill(200), 429])
  }
})
