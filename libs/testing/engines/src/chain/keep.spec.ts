import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { until } from '@hissa/testing-helpers'
import { confirmingBlocks, fundAccounts, keepChain, type ChainKeeper } from './keep.js'
import type { ChainRpc } from './rpc.js'

/** A node that counts its blocks; a transaction is mined by `pay`. */
function node(ageMs = 0) {
  const blocks = [{ transactions: [] as string[] }]
  const state = { saves: 0, isDown: false }
  const block = () => {
    const height = blocks.length - 1
    const timestamp = `0x${Math.floor((Date.now() - (height === 0 ? ageMs : 0)) / 1000).toString(16)}`
    return { hash: `0x${height}`, parentHash: `0x${height - 1}`, timestamp, ...blocks[height] }
  }
  const rpc = (async (method: string) => {
    if (state.isDown) throw new Error('down')
    if (method === 'eth_getBlockByNumber') return block()
    if (method === 'evm_mine') return void blocks.push({ transactions: [] })
    state.saves += 1
    return `0x${gzipSync('{}').toString('hex')}`
  }) as ChainRpc
  return { rpc, state, height: () => blocks.length - 1, pay: () => void blocks.push({ transactions: ['0x1'] }) }
}

describe('keepChain', () => {
  let dir: string
  let keeper: ChainKeeper
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'keep-'))
  })
  afterEach(async () => {
    await keeper.stop()
    rmSync(dir, { recursive: true })
  })

  it('mines the blocks that confirm the last transaction, then none, and saves each change once', async () => {
    const { rpc, state, height, pay } = node()
    keeper = keepChain(rpc, dir, 1)
    await until(() => height() === confirmingBlocks)
    pay()
    await until(() => height() === 2 * confirmingBlocks + 1)
    await until(() => state.saves >= 2 * confirmingBlocks)
    const before = state.saves
    await new Promise((resolve) => setImmediate(resolve))
    expect(height()).toBe(2 * confirmingBlocks + 1)
    expect(state.saves - before).toBeLessThanOrEqual(1)
  })

  it('continues after the node was unreachable', async () => {
    const { rpc, state, height } = node()
    state.isDown = true
    keeper = keepChain(rpc, dir, 1)
    await new Promise((resolve) => setImmediate(resolve))
    state.isDown = false
    await until(() => height() > 0)
  })
})

describe('fundAccounts', () => {
  it('gives ether only to accounts that have little', async () => {
    const funded: unknown[] = []
    const rpc = ((method: string, account: string) => {
      if (method === 'anvil_setBalance') funded.push(account)
      return Promise.resolve(account === '0xrich' ? '0xd3c21bcecceda1000000' : '0x0')
    }) as ChainRpc
    await fundAccounts(rpc, ['0xrich', '0xpoor'])
    expect(funded).toEqual(['0xpoor'])
  })
})
