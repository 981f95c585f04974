import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBus } from '@hissa/messaging'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { startGateway, type Harness } from './support.js'

const READS_PER_MINUTE = 40
let gateway: Harness
let addresses = 0
/** Returns an address that has not sent a request yet. */
const stranger = () => `198.51.100.${(addresses += 1)}`

beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT_READS_PER_MINUTE: String(READS_PER_MINUTE) })
})
afterAll(() => gateway.stop())

const signedIn = async (user: string) => {
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/ws/events`, {
    headers: { 'x-forwarded-for': stranger() },
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ action: 'auth', token: gateway.token(user) }))
  await once(socket, 'message')
  return socket
}

const problemOf = async (response: Response) => {
  const text = await response.text()
  return { status: response.status, text, code: (JSON.parse(text) as { code: string }).code }
}

describe('cached public responses', () => {
  it('are keyed by the route’s parameters, in any notation', async () => {
    const same = [
      '/api/properties?city=Dubai&limit=5',
      '/api/properties?limit=5&city=Dubai',
      '/api/properties?limit=5&city=Dubai&sort=newest',
      '/api/properties?limit=5&city=Dubai&utm_source=1',
      '/api/properties?limit=5&city=Dubai&utm_source=2&&x',
    ]
    const from = stranger()
    const states = []
    for (const path of same) states.push((await gateway.get(path, from)).headers.get('x-cache'))
    expect(states).toEqual(['miss', 'hit', 'hit', 'hit', 'hit'])
    const others = ['/api/properties?city=Dubai&limit=6', '/api/properties?limit=5', '/api/properties?limit=5&q=Dubai']
    for (const path of others) expect((await gateway.get(path, from)).headers.get('x-cache')).toBe('miss')
    expect(gateway.lists).toHaveLength(1 + others.length)
  })

  it('are never sent to a request with a token', async () => {
    const from = stranger()
    await gateway.get('/api/properties?limit=7', from)
    const withToken = await gateway.get('/api/properties?limit=7', from, { authorization: 'Bearer x' })
    expect(withToken.headers.get('x-cache')).toBe('miss')
  })
})

/** Has the members of all four calls about tokens. */
const TOKENS_OUTPUT = {
  chain: { chainId: 31_337, name: 'Local chain', explorerUrl: null, confirmations: 2 },
  token: {
    property: { propertyId: 'property-1', slug: 'marina', title: 'Marina' },
    ...{ state: 'awaiting_title', symbol: 'MARINA', holders: 0, modules: [], sourceHash: `0x${'c'.repeat(64)}` },
    ...{ unitsTotal: 100, unitsMinted: 0, unitsAwaiting: 0 },
  },
  ...{ tokens: [], transfers: [], holders: [], count: 0 },
}

describe('cached responses about tokens', () => {
  it('are found until an event about a token, and keep those about properties', async () => {
    const bus = await connectBus(gateway.natsUrl, 'test')
    for (const call of ['listTokens', 'getToken', 'listTransfers', 'listHolders'])
      bus.nc.subscribe(`rpc.tokenisation.${call}`, {
        callback: (_, message) => {
          const response = { ok: true, output: TOKENS_OUTPUT }
          message.respond(JSON.stringify({ id: message.json<{ id: string }>().id, isDisposed: true, response }))
        },
      })
    await bus.nc.flush()
    const states = async (paths: readonly string[], from = stranger()) => {
      const found = []
      for (const path of paths) found.push((await gateway.get(path, from)).headers.get('x-cache'))
      return found
    }
    const tokens = ['', '?limit=5', '/marina', '/marina/transfers', '/marina/holders', '/creek'].map(
      (rest) => `/api/tokens${rest}`,
    )
    const misses = tokens.map(() => 'miss')
    const hits = tokens.map(() => 'hit')
    expect(await states([...tokens, '/api/properties?limit=9'])).toEqual([...misses, 'miss'])
    expect(await states([...tokens, '/api/tokens?other=1', '/api/properties?limit=9'])).toEqual([...hits, 'hit', 'hit'])
    for (const type of ['token.deployed', 'shares.minted', 'transfer.mirrored', 'difference.found']) {
      const socket = await signedIn('holder')
      bus.nc.publish(`hissa.tokenisation.${type}.v1`, JSON.stringify({ type, data: { userId: 'other' } }))
      // Received after the event before it, so that the gateway has handled both.
      bus.nc.publish('hissa.investment.raise.progressed.v1', JSON.stringify({ type: 'raise' }))
      await once(socket, 'message')
      socket.terminate()
      expect([type, ...(await states([...tokens, '/api/properties?limit=9']))]).toEqual([type, ...misses, 'hit'])
    }
    await bus.nc.close()
  })
})

describe('responses about a caller', () => {
  it('are kept by no cache, unlike public ones', async () => {
    const bus = await connectBus(gateway.natsUrl, 'test')
    bus.nc.subscribe('rpc.investment.listOrders', {
      callback: (_, message) => {
        const response = { ok: true, output: { orders: [], count: 0 } }
        message.respond(JSON.stringify({ id: message.json<{ id: string }>().id, isDisposed: true, response }))
      },
    })
    await bus.nc.flush()
    const from = stranger()
    const own = await gateway.get('/api/orders', from, { authorization: `Bearer ${gateway.token('investor')}` })
    const listed = await gateway.get('/api/properties?limit=8', from)
    await bus.nc.close()
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(listed.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  })
})

describe('cached pages', () => {
  const page = async (path: string, from: string) => (await gateway.get(path, from)).text()

  it('are keyed by known parameters and never echo unknown ones', async () => {
    const from = stranger()
    const plain = await page('/properties?city=Dubai&beds=2', from)
    expect(plain).toContain('/properties?beds=2&amp;city=Dubai'.replace('&amp;', '&'))
    expect(await page('/properties?evil=%22%3E&beds=2&city=Dubai', from)).toBe(plain)
    expect(await page('/properties?beds=2&city=Sharjah', from)).not.toBe(plain)
    expect(await page('/ar/properties/x?amount=2000&evil=1', from)).toContain('/ar/properties/x?amount=2000')
    expect(await page('/ar/properties/x?amount=2000&evil=1', from)).not.toContain('evil')
    expect(await page('/?evil=1', from)).toBe(await page('/?evil=2', from))
  })

  it('share one entry if the browser renders them, whatever their parameters', async () => {
    const from = stranger()
    expect(await page('/signin?next=/a', from)).toBe(await page('/signin?next=/b', from))
  })

  it('redirect with their own parameters only', async () => {
    const { headers } = await gateway.get('/login?evil=1&next=%2Finvestor-dashboard', stranger())
    expect(headers.get('location')).toBe('/signin?next=%2Finvestor-dashboard')
  })

  it('do not include made-up addresses', async () => {
    const from = stranger()
    expect(await page('/nothing/1', from)).not.toBe(await page('/nothing/1', from))
  })
})

describe('a request address', () => {
  it('is rejected over 2 KB', async () => {
    const longest = `/properties?q=${'a'.repeat(2_048 - '/properties?q='.length)}`
    const from = stranger()
    expect((await gateway.get(longest, from)).status).toBe(200)
    for (const path of [`${longest}a`, `/api${longest}`, `/${'a'.repeat(3_000)}`]) {
      expect(await problemOf(await gateway.get(path, from))).toMatchObject({ status: 414, code: 'URL_TOO_LONG' })
    }
  })

  it('is rejected over 2 KB with a page for a browser, and with a problem below /api', async () => {
    const long = `?q=${'secret'.repeat(400)}`
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const page = await gateway.get(`/ar/properties${long}`, stranger(), browser)
    expect([page.status, page.headers.get('content-type')]).toEqual([414, 'text/html; charset=utf-8'])
    const html = await page.text()
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).not.toContain('secret')
    const answer = await gateway.get(`/api/properties${long}`, stranger(), browser)
    expect(await problemOf(answer)).toMatchObject({ status: 414, code: 'URL_TOO_LONG' })
  })

  it('is not repeated if it cannot be decoded', async () => {
    const { status, text, code } = await problemOf(await gateway.get('/evil%zz', stranger()))
    expect([status, code]).toEqual([400, 'BAD_REQUEST'])
    expect(text).not.toContain('evil')
  })

  it.each(['/foo%0A', '/ar/x%0d%0aX:1', '/foo%E2%80%A8x', '/foo%E2%80%A9', '/api/properties/x%0a'])(
    'is rejected if its path has an encoded line break: %s',
    async (path) => {
      expect(await problemOf(await gateway.get(path, stranger()))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    },
  )

  it('is rejected with a page for a browser if its path has an encoded line break', async () => {
    const page = await gateway.get('/foo%0Asecret', stranger(), { accept: 'text/html' })
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await page.text()).not.toContain('secret')
  })

  it('may have an encoded line break in its query', async () => {
    expect((await gateway.get('/properties?q=a%0Ab', stranger())).status).toBe(200)
  })

  it('is rejected with headers over 16 KB', async () => {
    const response = await gateway.get('/', stranger(), { 'x-filler': 'a'.repeat(17_000) })
    expect(await problemOf(response)).toMatchObject({ status: 431, code: 'HEADERS_TOO_LARGE' })
  })
})

describe('the limit of reads', () => {
  const readAll = async (path: string, from: string, times = READS_PER_MINUTE) => {
    const answers = await Promise.all(Array.from({ length: times }, () => gateway.get(path, from)))
    return answers.map(({ status }) => status)
  }

  it('rejects reads, cached ones included, and states when the next is allowed', async () => {
    const from = stranger()
    expect(new Set(await readAll('/api/properties', from))).toEqual(new Set([200]))
    const refused = await gateway.get('/api/properties', from)
    expect(refused.headers.get('ratelimit-policy')).toBe(`"reads";q=${READS_PER_MINUTE};w=60`)
    expect(refused.headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect((await gateway.get('/api/properties', stranger())).status).toBe(200)
  })

  it('ignores files of the web and probes, and never rejects them', async () => {
    const from = stranger()
    await readAll('/healthz', from)
    await readAll('/assets/entry-abc.js', from)
    expect(new Set(await readAll('/api/properties', from))).toEqual(new Set([200]))
    expect((await gateway.get('/properties', from)).status).toBe(429)
    expect((await gateway.get('/assets/entry-abc.js?x=1', from)).status).toBe(200)
    expect((await gateway.get('/healthz', from)).status).toBe(200)
  })

  it('counts an IPv6 network as one address', async () => {
    await readAll('/api/properties', '2001:db8:1:2::1')
    expect((await gateway.get('/api/properties', '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await gateway.get('/api/properties', '2001:db8:1:3::1')).status).toBe(200)
  })

  it('counts a page once and does not count its own reads', async () => {
    const first = await gateway.get('/reads/first', stranger())
    expect(first.headers.get('ratelimit')).toContain(`r=${READS_PER_MINUTE - 1};`)
    for (let index = 0; index <= READS_PER_MINUTE; index += 1) {
      expect(await (await gateway.get(`/reads/${index}-`, stranger())).text()).toMatch(/-200$/)
    }
  })
})
