import { PATIENT_ENV } from '@hissa/testing-helpers'
import type { Running } from '@hissa/kernel'
import { connectBus } from '@hissa/messaging'
import { freshEngines } from '@hissa/testing-engines'
import { freePort } from '@hissa/testing-engines/start'
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { boot } from '../src/boot.js'

// Replaces the built web. A page shows its address and how often it was rendered; /login redirects, /broken throws, and
// /busy renders until the file `barrier` is removed.
const WEB = `
import { existsSync, writeFileSync } from 'node:fs'
let times = 0
export const render = async ({ url, fetchApi }) => {
  const { pathname, search } = new URL(url, 'http://local')
  if (pathname === '/login') return { status: 302, redirect: '/signin' + search, cacheable: false, html: '' }
  // Keeps its thread busy until the test removes the file.
  const barrier = new URL('../barrier', import.meta.url)
  if (pathname === '/busy' && existsSync(barrier)) {
    writeFileSync(new URL('../reached', import.meta.url), '')
    while (existsSync(barrier));
  }
  if (pathname === '/broken') throw new Error('a screen broke')
  const status = pathname.startsWith('/nothing') ? 404 : 200
  const read = pathname.startsWith('/reads') ? (await fetchApi('/api/properties')).status : ''
  return { status, cacheable: true, html: '<p title="' + (times += 1) + '">' + url + read }
}
export const renderShell = () => ({ status: 200, cacheable: true, html: '' })
export const site = { pages: ['/', '/about'], closed: ['/staff', ...Array.from({ length: 100 }, (_, index) => '/closed-' + index)] }
`
const CLIENT_ID = 'test'
/** In a search or an address of the pool: requests a response of some KB. */
export const LARGE = 'large'

export const LARGE_SCRIPT = `export default '${LARGE.repeat(1_000)}'`

export type Harness = Awaited<ReturnType<typeof startGateway>>

/**
 * Boots the gateway on fresh engines, with keys of a user pool, a web that shows what it rendered, and a property list.
 */
export async function startGateway(settings: Record<string, string> = {}) {
  const { natsUrl, redisUrl } = await freshEngines()
  const dir = await webFolder()
  const pool = await startPool()
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const issuer = `${baseUrl}/idp/ap-southeast-1_Test`
  const gateway: Running = await boot({
    NODE_ENV: 'test',
    ...PATIENT_ENV,
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: baseUrl,
    NATS_URL: natsUrl,
    REDIS_URL: redisUrl,
    JWKS_URL: `${pool.url}/jwks.json`,
    ISSUER: issuer,
    CLIENT_ID,
    USER_POOL_ID: 'ap-southeast-1_Test',
    IDENTITY_HTTP_URL: pool.url,
    STORAGE_URL: pathToFileURL(join(dir, 'storage')).href,
    WEB_DIST: dir,
    TRUST_PROXY: '1',
    ...settings,
  })
  const bus = await connectBus(natsUrl, 'test')
  const lists: unknown[] = []
  bus.nc.subscribe('rpc.property.listProperties', {
    callback: (_, message) => {
      const { data, id } = message.json<{ id: string; data: { input: object } }>()
      lists.push(data.input)
      const filler = (data.input as { q?: string }).q === LARGE ? { cursor: LARGE.repeat(1_000) } : {}
      const output = { properties: [], count: 0, scannedCount: lists.length, filters: data.input, ...filler }
      message.respond(JSON.stringify({ id, isDisposed: true, response: { ok: true, output } }))
    },
  })
  await bus.nc.flush()
  return {
    baseUrl,
    port,
    webDir: dir,
    redisUrl,
    natsUrl,
    /** Inputs of the calls to property. */
    lists,
    token: (sub: string, sessionId?: string) => pool.token(sub, issuer, sessionId),
    /** Sends a GET from a client at this address, behind our one proxy. */
    get: (path: string, from = '192.0.2.1', headers: Record<string, string> = {}) =>
      fetch(baseUrl + path, { headers: { 'x-forwarded-for': from, ...headers }, redirect: 'manual' }),
    drain: () => gateway.drain(),
    unhealthy: () => gateway.unhealthy(),
    stop: async () => {
      await gateway.drain()
      await bus.nc.drain()
      pool.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function webFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-gateway-'))
  await mkdir(join(dir, 'client/.vite'), { recursive: true })
  await mkdir(join(dir, 'client/assets'), { recursive: true })
  await mkdir(join(dir, 'server'), { recursive: true })
  await writeFile(join(dir, 'client/.vite/manifest.json'), '{}')
  await writeFile(join(dir, 'client/assets/entry-abc.js'), '1')
  await writeFile(join(dir, 'client/assets/large-abc.js'), LARGE_SCRIPT)
  await writeFile(join(dir, 'client/assets/large-abc.js.br'), brotliCompressSync(LARGE_SCRIPT))
  await writeFile(join(dir, 'client/assets/large-abc.js.gz'), gzipSync(LARGE_SCRIPT))
  await writeFile(join(dir, 'client/assets/picture-abc.png'), LARGE_SCRIPT)
  await writeFile(join(dir, 'server/package.json'), '{"type":"module"}')
  await writeFile(join(dir, 'server/entry-server.js'), WEB)
  return dir
}

async function startPool() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const jwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }
  const server = createServer((request, response) => {
    const filler = request.url?.includes(LARGE) ? { filler: LARGE.repeat(1_000) } : {}
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk], ...filler }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (sub: string, iss: string, sessionId?: string) => {
    const now = Math.floor(Date.now() / 1_000)
    const times = { iat: now, auth_time: now, exp: now + 600 }
    const session = sessionId === undefined ? {} : { origin_jti: sessionId }
    const claims = { sub, iss, aud: CLIENT_ID, token_use: 'id', ...times, 'cognito:username': sub, ...session }
    const unsigned = `${part({ alg: 'RS256', kid: 'k1' })}.${part(claims)}`
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url')}`
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    stop: () => server.close(),
  }
}
