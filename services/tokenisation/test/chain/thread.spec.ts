import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startAnvil, type Anvil } from './anvil.js'
import { counterCode } from './counter.js'
import { ChainBench, DEPTH } from './harness.js'

let anvil: Anvil
let bench: ChainBench

beforeAll(async () => {
  anvil = await startAnvil()
  bench = await ChainBench.open(anvil, 1)
})
afterAll(async () => {
  await bench.close()
  await anvil.stop()
})

describe('a planned transaction', () => {
  it('is signed, mined and confirmed at depth, and its follow-up learns the contract and its logs', async () => {
    const sender = bench.senderOf('deployer')
    const [id] = await bench.plan({ role: 'deployer', data: counterCode })
    await sender.pass()
    expect(await bench.row(id!)).toMatchObject({ state: 'sent', nonce: 0, attempts: [expect.anything()] })
    await bench.mine()
    await sender.pass()
    expect((await bench.row(id!)).state).toBe('mined')
    await bench.mine(DEPTH - 1)
    await sender.pass()
    expect((await bench.row(id!)).state).toBe('mined')
    await bench.mine()
    await sender.pass()
    expect((await bench.row(id!)).state).toBe('confirmed')
    expect(await bench.recorder.told(id!)).toEqual(['confirmed'])
    const { contract } = (await bench.row(id!)).included!
    const [call] = await bench.plan({ role: 'minter', to: contract })
    await bench.settle(bench.senderOf('minter'), 'minter')
    expect(bench.recorder.last.get(call!)).toMatchObject({
      logs: [{ address: contract }],
      receipt: { chainId: 31_337 },
    })
    expect(await anvil.client.getStorageAt({ address: contract!, slot: '0x0' })).toMatch(/01$/)
  })
})
