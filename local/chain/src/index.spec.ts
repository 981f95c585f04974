import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { getAs } from '@hissa/testing-helpers'
import { startChainProxy, type ChainProxy } from './index.js'

const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })

describe('the RPC of the local chain', () => {
  let node: Server
  let proxy: ChainProxy
  const received: string[] = []

  beforeEach(async () => {
    received.length = 0
    node = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push(body)
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7' }))
      })
    })
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    const { port } = node.address() as AddressInfo
    proxy = await startChainProxy({ port: 0, nodeUrl: () => `http://127.0.0.1:${port}` })
  })
  afterEach(async () => {
    await proxy.close()
    node.closeAllConnections()
    await new Promise((resolve) => node.close(resolve))
  })

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(proxy.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const forMinute = () => Date.now() + 60_000

  it('forwards a call and a batch unchanged', async () => {
    expect(await (await post(call('eth_blockNumber'))).json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7' })
    const batch = [call('eth_chainId'), call('anvil_mine')]
    expect((await post(batch)).status).toBe(200)
    expect(received.map((body) => JSON.parse(body) as unknown)).toEqual([call('eth_blockNumber'), batch])
  })

  it.each(['eth_blockNumber', 'eth_sendRawTransaction', 'eth_getLogs', 'net_version', 'web3_clientVersion'])(
    'lets a web page call %s',
    async (method) => {
      const answer = await post(call(method), { origin: 'https://wallet.example' })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    },
  )

  it.each([
    'anvil_setBalance',
    'evm_mine',
    'hardhat_impersonateAccount',
    'debug_traceCall',
    'eth_sendTransaction',
    'eth_sendUnsignedTransaction',
    'eth_sign',
    'eth_signTransaction',
  ])('refuses %s from a web page, alone and in a batch', async (method) => {
    const headers = { origin: 'http://localhost:8080' }
    for (const body of [call(method), [call('eth_chainId'), call(method)]]) {
      const answer = await post(body, headers)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ error: { code: -32_601 } })
    }
    expect(received).toEqual([])
  })

  it.each([['null'], [{}], ['[null]'], ['{']])('refuses %j from a web page', async (body) => {
    expect((await post(body, { origin: 'http://localhost' })).status).toBe(403)
  })

  it('answers the preflight of a web page without asking the node', async () => {
    const answer = await fetch(proxy.url, { method: 'OPTIONS', headers: { origin: 'https://wallet.example' } })
    expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type'])
    expect(received).toEqual([])
  })

  it('refuses other types and bodies of more than 5 MB', async () => {
    expect((await post(call('eth_chainId'), { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('x'.repeat(5_000_001))).status).toBe(413)
    expect(received).toEqual([])
  })

  it.each([['attacker.test'], ['localhost', 'localhost']])('refuses requests to the host %p', async (...hosts) => {
    expect((await getAs(proxy.url, hosts)).status).toBe(400)
  })

  it('answers 502 while the node is not running', async () => {
    node.closeAllConnections()
    await new Promise((resolve) => node.close(resolve))
    const answer = await post(call('eth_chainId'))
    expect([answer.status, await answer.json()]).toEqual([
      502,
      { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'The node is not responding.' } },
    ])
  })

  it('cuts connections while it is down', async () => {
    proxy.setFault('down', forMinute())
    await expect(post(call('eth_chainId'))).rejects.toThrow('fetch failed')
    proxy.setFault(null, 0)
    expect((await post(call('eth_chainId'))).status).toBe(200)
  })

  it('answers 503 without asking the node while it fails', async () => {
    proxy.setFault('error', forMinute())
    const answer = await post(call('eth_chainId'))
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: { message: 'The chain is not available.' } },
    ])
    expect(received).toEqual([])
  })

  it('delays each request as long as asked while it is slow', async () => {
    proxy.setFault('slow', forMinute(), 300)
    const startedAt = performance.now()
    expect((await post(call('eth_chainId'))).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290)
  })
})
