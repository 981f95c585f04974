import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { poll } from '@hissa/testing-helpers'
import { chainRpc, freePort, startAnvil, type ChainRpc, type Engine } from '../src/start.js'

interface Block {
  hash: string
  number: string
}

const chainId = 31_337
const account = '0x00000000000000000000000000000000000000aa'
const other = '0x00000000000000000000000000000000000000bb'
const etherWei = 10n ** 18n

describe('the local chain', () => {
  let dir: string
  let port: number
  let rpc: ChainRpc
  let engine: Engine | undefined

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hissa-chain-'))
    port = await freePort()
    rpc = chainRpc(`http://127.0.0.1:${port}`)
  })
  afterEach(async () => {
    await engine?.stop()
    engine = undefined
    await rm(dir, { recursive: true, force: true })
  })

  const start = async () => (engine = await startAnvil({ dir, port, chainId, accounts: [account] }))
  const height = async () => Number(await rpc<string>('eth_blockNumber'))
  const balance = async (address: string) => BigInt(await rpc<string>('eth_getBalance', address, 'latest'))
  /** Pays 1 wei as the funded account and returns the block of the payment. */
  const pay = async () => {
    await rpc('anvil_impersonateAccount', account)
    const hash = await rpc<string>('eth_sendTransaction', { from: account, to: other, value: '0x1' })
    const receipt = await poll(
      'the receipt',
      async () => (await rpc<object | null>('eth_getTransactionReceipt', hash)) ?? undefined,
    )
    return { hash, ...(receipt as { blockNumber: string; blockHash: string }) }
  }
  const savedHeight = async () =>
    Number(
      (JSON.parse(await readFile(join(dir, 'state.json'), 'utf8')) as { best_block_number: string }).best_block_number,
    )
  const untilSaved = (blockNumber: string) =>
    poll('the saved block', async () => ((await savedHeight()) >= Number(blockNumber) ? true : undefined))

  it('has the id, rules and funded accounts that were asked for, and no account whose key is public', async () => {
    await start()
    expect(Number(await rpc<string>('eth_chainId'))).toBe(chainId)
    expect(await rpc<object>('anvil_nodeInfo')).toMatchObject({ hardFork: 'Osaka' })
    expect(await balance(account)).toBe(10_000n * etherWei)
    expect(await rpc<string[]>('eth_accounts')).toEqual([])
    expect(await balance('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(0n)
  })

  it('rejects a transaction with more gas than a public chain accepts', async () => {
    await start()
    await rpc('anvil_impersonateAccount', account)
    const send = (gas: number) => rpc('eth_sendTransaction', { from: account, to: other, gas: `0x${gas.toString(16)}` })
    await expect(send(16_777_217)).rejects.toThrow(/gas/)
    await expect(send(16_777_216)).resolves.toMatch(/^0x/)
  })

  it('mines a transaction at once and confirms it with further blocks', async () => {
    await start()
    const { blockNumber } = await pay()
    await poll('three confirmations', async () => ((await height()) >= Number(blockNumber) + 3 ? true : undefined))
  })

  it('has the same blocks, transactions and balances after it was killed', async () => {
    const { pid } = await start()
    const payment = await pay()
    await untilSaved(payment.blockNumber)
    process.kill(pid(), 'SIGKILL')
    await engine!.exited
    await start()
    expect(await rpc<Block>('eth_getBlockByNumber', payment.blockNumber, false)).toMatchObject({
      hash: payment.blockHash,
    })
    expect(await rpc<object>('eth_getTransactionReceipt', payment.hash)).toMatchObject({ status: '0x1' })
    expect(await balance(other)).toBe(1n)
  })

  it('is saved when it is stopped, and can be read below its head after the next start', async () => {
    await start()
    const { blockNumber } = await pay()
    await engine!.stop()
    expect(await savedHeight()).toBeGreaterThanOrEqual(Number(blockNumber))
    await start()
    const below = `0x${((await height()) - 8).toString(16)}`
    expect(BigInt(await rpc<string>('eth_getBalance', other, below))).toBe(1n)
  })

  it('gives an account ether again at the next start when it is almost used up', async () => {
    await start()
    await rpc('anvil_setBalance', account, '0x1')
    await engine!.stop()
    await start()
    expect(await balance(account)).toBe(10_000n * etherWei)
  })

  it('refuses the folder of a chain with another id, and leaves it as it is', async () => {
    await start()
    await engine!.stop()
    const before = await readFile(join(dir, 'state.json'), 'utf8')
    await expect(startAnvil({ dir, port, chainId: 1 })).rejects.toThrow(/has the id 31337, not 1/)
    expect(await readFile(join(dir, 'state.json'), 'utf8')).toBe(before)
  })

  it('refuses to start from a damaged file instead of beginning a new chain', async () => {
    await start()
    await engine!.stop()
    await writeFile(join(dir, 'state.json'), '{"block":')
    await expect(start()).rejects.toThrow(/anvil ended with code 2: .*state\.json/)
    engine = undefined
  })

  it('writes only to its folder, readable only by its owner', async () => {
    const home = process.env['HOME']
    process.env['HOME'] = join(dir, 'home')
    try {
      await start()
      const { blockNumber } = await pay()
      await untilSaved(blockNumber)
    } finally {
      process.env['HOME'] = home
    }
    expect((await readdir(dir)).filter((name) => name !== 'cache' && !name.endsWith('.new')).sort()).toEqual([
      'anvil.log',
      'chain-id',
      'state.json',
    ])
    expect((await stat(join(dir, 'state.json'))).mode & 0o777).toBe(0o600)
  })
})
