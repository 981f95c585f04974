import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChainProxy, type ChainProxy } from '@hissa/chain-proxy'
import { chainRpc, freePort, startAnvil, type ChainRpc, type Engine } from '@hissa/testing-engines/start'
import { localChainId } from '../src/run/chain.js'
import { readChain } from '../src/sandbox/chain-state.js'
import { Faults } from '../src/sandbox/faults.js'

describe('the fault switches of the chain', () => {
  let dir: string
  let node: Engine
  let proxy: ChainProxy
  let faults: Faults
  let direct: ChainRpc

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hissa-chain-faults-'))
    node = await startAnvil({ dir, port: await freePort(), chainId: localChainId })
    const nodeUrl = `http://127.0.0.1:${node.port}`
    direct = chainRpc(nodeUrl)
    proxy = await startChainProxy({ port: 0, nodeUrl: () => nodeUrl })
    faults = new Faults({ chain: proxy }, () => undefined)
  })
  afterAll(async () => {
    faults.clear()
    await proxy.close()
    await node.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const post = (signal?: AbortSignal) =>
    fetch(proxy.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
      ...(signal && { signal }),
    })
  const set = (order: object) => faults.set({ target: 'chain', for: 'PT30S', ...order })
  const end = () => set({ mode: 'down', for: 'PT0S' })

  it('make the RPC unreachable while the node keeps mining, and reachable again', async () => {
    expect(set({ mode: 'down' })).toMatchObject({ target: 'chain', mode: 'down' })
    await expect(post()).rejects.toThrow('fetch failed')
    expect(await readChain(proxy.url)).toMatchObject({ isReachable: false, chainId: null, blockNumber: null })
    const before = Number(await direct<string>('eth_blockNumber'))
    await direct('evm_mine')
    end()
    const { blockNumber, ...rest } = await readChain(proxy.url)
    expect(rest).toEqual({ url: proxy.url, isReachable: true, chainId: localChainId })
    expect(blockNumber).toBeGreaterThan(before)
  })

  it('make the RPC fail', async () => {
    set({ mode: 'error' })
    expect((await post()).status).toBe(503)
    end()
    expect((await post()).status).toBe(200)
  })

  it('make the RPC slower than a client waits, by the delay that was asked for', async () => {
    expect(set({ mode: 'slow', delay: 'PT1M' })).toMatchObject({ mode: 'slow' })
    await expect(post(AbortSignal.timeout(100))).rejects.toThrow(/timeout/)
    expect(set({ mode: 'slow', delay: 'PT0S' })).toMatchObject({ mode: 'slow' })
    expect((await post()).status).toBe(200)
    end()
  })
})
