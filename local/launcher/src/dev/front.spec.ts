import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { freePort } from '@hissa/testing-engines/start'
import { getAs } from '@hissa/testing-helpers'
import { startFront, type Front, type FrontOptions } from './front.js'

const ownPolicy = "default-src 'none'; script-src 'self' 'nonce-x'"

describe('startFront', () => {
  const open: { close(): unknown }[] = []

  afterEach(async () => {
    for (const { close } of open.splice(0)) await close()
  })

  async function upstream(listener: RequestListener): Promise<{ port: number; server: Server }> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => server.close() })
    return { port: (server.address() as AddressInfo).port, server }
  }

  async function front(options: Partial<FrontOptions> = {}): Promise<{ front: Front; url: string }> {
    const port = await freePort()
    const started = await startFront({ host: '127.0.0.1', port, waitMs: 20_000, isFirstProxy: true, ...options })
    open.unshift(started)
    return { front: started, url: `http://127.0.0.1:${port}/` }
  }

  const saying = (text: string) => upstream((_request, response) => response.end(text))

  it('holds requests until resumed, and then sends them to the new process', async () => {
    const [old, next] = [await saying('old'), await saying('new')]
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const answerLater = () => {
      arrive()
      return false
    }
    const { front: held, url } = await front({ answer: answerLater })
    held.target(old.port)
    const release = held.hold()
    const answer = fetch(url).then((response) => response.text())
    await arrived
    held.target(next.port)
    release()
    expect(await answer).toBe('new')
  })

  it('passes a request whose process has exited to the next one, with its body', async () => {
    const { front: held, url } = await front()
    const gone = await saying('gone')
    await new Promise((resolve) => gone.server.close(resolve))
    held.target(gone.port)
    const answer = fetch(url, { method: 'POST', body: 'hello' }).then((response) => response.text())
    const next = await upstream((request, response) => request.pipe(response))
    held.target(next.port)
    expect(await answer).toBe('hello')
  })

  it('holds requests for a limited time: then 503 in problem details', async () => {
    const { url } = await front({ waitMs: 1 })
    const response = await fetch(url)
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
    ])
  })

  it('appends the script to pages whose policy allows it, and to nothing else', async () => {
    const { front: held, url } = await front({ pageEnd: '<script></script>' })
    const { port } = await upstream((request, response) => {
      const type = request.url === '/page' ? 'text/html' : 'text/plain'
      const policy = request.url === '/docs' ? "script-src 'none'" : ownPolicy
      response
        .writeHead(200, { 'content-type': type, 'content-length': 4, 'content-security-policy': policy })
        .end('text')
    })
    held.target(port)
    const texts = ['page', 'file', 'docs'].map(async (path) =>
      (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text(),
    )
    expect(await Promise.all(texts)).toEqual(['text<script></script>', 'text', 'text'])
  })

  it.each([['attacker.test'], ['localhost', 'localhost']])(
    'refuses requests and sockets for the host %p',
    async (...hosts) => {
      const { front: held, url } = await front({ answer: () => false, hosts: new Set(['hissa.example']) })
      held.target((await saying('reached')).port)
      const upgrade = ['connection: Upgrade', 'upgrade: websocket']
      const { status, response } = await getAs(url, hosts)
      expect([status, response]).toEqual([400, expect.stringContaining('"code":"BAD_REQUEST"')])
      expect((await getAs(url, hosts, upgrade)).status).toBe(400)
      expect((await getAs(url, ['hissa.example'])).status).toBe(200)
    },
  )

  it('records where a request came from, whatever the client claims', async () => {
    const { front: held, url } = await front()
    held.target((await upstream((request, response) => response.end(String(request.headers['x-forwarded-for'])))).port)
    const response = await fetch(url, { headers: { 'x-forwarded-for': '6.6.6.6' } })
    expect(await response.text()).toBe('127.0.0.1')
  })
})
