import { afterEach, describe, expect, it } from '@jest/globals'
import { getAs } from '@hissa/testing-helpers'
import { LogCapture } from '../../test/log-capture.js'
import type { Engines } from '../engines/start-engines.js'
import type { LauncherBus } from './bus-state.js'
import type { SandboxClock } from './clock.js'
import { Faults } from './faults.js'
import { startSandbox, type SandboxServer } from './server.js'

const sandbox = { setFault: () => undefined }
const process = { current: () => ({ description: 'started here', pid: () => 0 }), stop: () => Promise.resolve() }
const engines = { bus: process, store: process } as unknown as Pick<Engines, 'bus' | 'store'>
const modes = ['down', 'slow', 'error']
const chain = { url: 'http://localhost:8545', isReachable: true, chainId: 31_337, blockNumber: 7 }

describe('/sandbox', () => {
  let server: SandboxServer | undefined
  const log = new LogCapture('launcher')
  afterEach(async () => {
    await server?.close()
    log.clear()
  })

  async function open(of: Pick<Engines, 'bus' | 'store'> | undefined, real = false) {
    server = await startSandbox({
      links: { app: 'http://localhost', freshStart: 'npm start -- --fresh' },
      clock: { view: () => ({ offsetMs: 0 }) } as unknown as SandboxClock,
      faults: new Faults(real ? {} : { email: sandbox, payments: sandbox, chain: sandbox }, () => of),
      bus: () => ({ streams: () => Promise.resolve([]) }) as unknown as LauncherBus,
      chain: () => Promise.resolve(chain),
      clockRefused: null,
      logger: log.logger,
    })
    return (await fetch(`${server.url}/sandbox`)).text()
  }
  /** Returns the faults that the form offers: [target, modes] of each part in its list. */
  const offered = (page: string) =>
    [...page.matchAll(/<option value="(\w+)" data-modes="([\w ]+)">/g)].map(
      ([, target, list]) => [target!, list!.split(' ')] as const,
    )

  it.each([
    ['OPTIONS', '/sandbox/clock'],
    ['DELETE', '/sandbox/clock'],
    ['POST', '/sandbox/nothing'],
  ])('responds to %s %s with a problem', async (method, path) => {
    await open(engines)
    const answer = await fetch(server!.url + path, { method })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect(await answer.json()).toMatchObject({ title: 'Not found', code: 'NOT_FOUND', success: false })
  })

  it.each([['attacker.test'], ['localhost', 'localhost']])('refuses requests to the host %p', async (...hosts) => {
    await open(engines)
    const { status, response } = await getAs(`${server!.url}/sandbox`, hosts)
    expect([status, response]).toEqual([400, expect.stringContaining('"code":"BAD_REQUEST"')])
  })

  it('rejects a body that is too large or not JSON with a problem', async () => {
    await open(engines)
    const post = async (type: string, body: string) => {
      const headers = { 'content-type': type }
      const answer = await fetch(`${server!.url}/sandbox/clock`, { method: 'POST', body, headers })
      return (await answer.json()) as object
    }
    const large = JSON.stringify('x'.repeat(5_000))
    expect(await post('application/json', large)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
    expect(await post('text/csv', 'x')).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    expect(await post('application/json', '{')).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  it.each([
    [
      'npm start',
      engines,
      [
        ['email', modes],
        ['payments', modes],
        ['chain', modes],
        ['bus', ['down', 'slow']],
        ['store', ['down', 'slow']],
      ],
    ],
    [
      'docker compose',
      undefined,
      [
        ['email', modes],
        ['payments', modes],
        ['chain', modes],
      ],
    ],
  ])('offers the faults that %s has, each of which can be switched', async (_name, of, expected) => {
    const page = await open(of)
    expect(offered(page)).toEqual(expected)
    const headers = { 'content-type': 'application/json' }
    for (const [target, list] of offered(page)) {
      for (const mode of list) {
        const body = JSON.stringify({ target, mode, for: 'PT0S' })
        const { status } = await fetch(`${server!.url}/sandbox/faults`, { method: 'POST', headers, body })
        expect([target, mode, status]).toEqual([target, mode, 200])
      }
    }
  })

  it('explains which faults are not available, without a form when there are none', async () => {
    const page = await open(undefined)
    expect(page).toContain('The bus runs in another container, which this page cannot stop.')
    expect(page).toContain('The store runs in another container, which this page cannot stop.')
    expect(page).toContain('id="fault-form"')
    await server!.close()
    expect(await open(undefined, true)).not.toContain('fault-form')
  })

  it('shows the chain: its block, the address of its RPC and a link to the public page', async () => {
    const page = await open(engines)
    expect(page).toMatch(/id="chain-block"[\s\S]*id="chain-status"[\s\S]*id="chain-url"[\s\S]*href="\/tokenization"/)
    const state = (await (await fetch(`${server!.url}/sandbox/state`)).json()) as object
    expect(state).toMatchObject({ chain, faults: [], streams: [] })
  })

  it('logs each request in one line, with its trace and without its query', async () => {
    await open(engines)
    await log.lines(1)
    log.clear()
    const trace = 'a'.repeat(32)
    const headers = { traceparent: `00-${trace}-${'b'.repeat(16)}-01` }
    await fetch(`${server!.url}/sandbox/clock?person=Sara`, { headers })
    expect(await log.lines(1)).toEqual([
      expect.objectContaining({ msg: 'request', method: 'GET', route: '/sandbox/clock', status: 200, traceId: trace }),
    ])
    expect(log.text).not.toContain('Sara')
  })
})
