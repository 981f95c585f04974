import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Lease } from '@hissa/messaging'
import { transaction } from '@hissa/persistence'
import { encodeErrorResult, getContractAddress, parseEther, parseGwei, type Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { InvalidPlan, PlanConflict } from '../../src/chain/transactions/plan.js'
import { listHalted, requestRelease } from '../../src/chain/list-halted.js'
import { Sender } from '../../src/chain/sending/sender.js'
import { leastGas } from '../../src/chain/transactions/fees.js'
import { startAnvil, testKey, type Anvil } from './anvil.js'
import { counterCode, onlyAt } from './counter.js'
import { FaultProxy } from './fault-proxy.js'
import { ChainBench, DEPTH, errors, limits } from './harness.js'

let anvil: Anvil
let proxy: FaultProxy
let bench: ChainBench
let sender: Sender
let keyBase = 10

const role = 'minter'
const to = (number: number): Address => `0x${(0xabc000 + number).toString(16).padStart(40, '0')}`
const balanceOf = (address: Address) => anvil.client.getBalance({ address })

beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await FaultProxy.start(anvil.url)
})
beforeEach(async () => {
  bench = await ChainBench.open(anvil, (keyBase += 1))
  sender = bench.senderOf(role, { node: bench.nodeAt(proxy.url) })
})
afterEach(async () => {
  proxy.reset()
  await bench.close()
})
afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

async function deployCounter(): Promise<Address> {
  const [id] = await bench.plan({ role: 'deployer', data: counterCode })
  await bench.settle(bench.senderOf('deployer'), 'deployer')
  return (await bench.row(id!)).included!.contract!
}
const countOf = async (address: Address) => Number((await anvil.client.getStorageAt({ address, slot: '0x0' })) ?? 0)

describe('planning', () => {
  it('twice with the same content changes nothing', async () => {
    const plan = { id: 'same', to: to(1), value: 5n, kind: 'test', ref: { a: 1 } }
    await bench.plan(plan)
    await bench.plan(plan)
    expect(await bench.store.open()).toMatchObject([{ role, count: 1 }])
  })

  it.each([
    ['another value', { value: 6n }],
    ['another role', { role: 'anchor' as const }],
    ['another reference', { ref: { a: 2 } }],
  ])('rejects a reused id with %s', async (_, change) => {
    const plan = { id: 'taken', to: to(1), value: 5n, ref: { a: 1 } }
    await bench.plan(plan)
    await expect(bench.plan({ ...plan, ...change })).rejects.toThrow(PlanConflict)
  })

  it.each([
    ['a false address', { to: '0x12' as const }],
    ['odd data', { to: to(1), data: '0x123' as const }],
    ['a deployment without code', { to: null }],
    ['an unknown dependency', { to: to(1), after: ['nothing'] }],
  ])('rejects %s', async (_, change) => {
    await expect(bench.plan(change)).rejects.toThrow(InvalidPlan)
    expect(await bench.store.open()).toEqual([])
  })

  it('leaves nothing behind when the transaction of the caller aborts', async () => {
    const aborted = transaction(bench.connection, async (session) => {
      await bench.transactions.plan(session, { id: 'gone', role, to: to(1), data: '0x', kind: 'test', ref: {} })
      throw new Error('no')
    })
    await expect(aborted).rejects.toThrow('no')
    expect(await bench.store.byId('gone')).toBeNull()
  })

  it('gives concurrent callers consecutive sequence numbers', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => bench.plan({ to: to(index), value: 1n })))
    const rows = await Promise.all(ids.map(([id]) => bench.row(id!)))
    expect(rows.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('sending', () => {
  it('executes plans of two roles once each, in their order', async () => {
    const ids = await bench.plan({ to: to(11), value: 3n }, { to: to(12), value: 4n })
    const [other] = await bench.plan({ role: 'anchor', to: to(13), value: 5n })
    await bench.settle(sender, role)
    await bench.settle(bench.senderOf('anchor'), 'anchor')
    expect(await bench.states([...ids, other!])).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(await Promise.all([balanceOf(to(11)), balanceOf(to(12)), balanceOf(to(13))])).toEqual([3n, 4n, 5n])
    expect((await bench.row(ids[1]!)).nonce).toBe(1)
  })

  it('stores the signed bytes before it broadcasts them', async () => {
    const [id] = await bench.plan({ to: to(14), value: 1n })
    let stored: string | undefined
    proxy.rewrite = async (answer, { method, params }) => {
      if (method === 'eth_sendRawTransaction')
        stored = (await bench.row(id!)).attempts.find(({ raw }) => raw === params[0])?.hash
      return answer
    }
    await sender.pass()
    expect(stored).toBe((await bench.row(id!)).attempts[0]!.hash)
  })

  it('rejects a call that the contract would refuse, with its error and without using a nonce', async () => {
    const contract = await deployCounter()
    const data = encodeErrorResult({ abi: errors, errorName: 'CapExceeded', args: [7n] })
    const [id] = await bench.plan({ to: contract, data })
    await sender.pass()
    expect(await bench.row(id!)).toMatchObject({ state: 'rejected', reason: { code: 'CapExceeded', detail: '7' } })
    expect(await bench.recorder.told(id!)).toEqual(['failed'])
    expect(bench.recorder.last.get(id!)).toMatchObject({ receipt: null })
    const [next] = await bench.plan({ to: contract })
    await bench.settle(sender, role)
    expect(await bench.row(next!)).toMatchObject({ state: 'confirmed', nonce: 0 })
  })

  it('does not reject a call that depends on an earlier transaction that is on its way', async () => {
    const contract = await deployCounter()
    const ids = await bench.plan({ to: contract }, { to: contract, data: onlyAt(1) })
    await sender.pass()
    expect(await bench.states(ids)).toEqual(['sent', 'planned'])
    await bench.settle(sender, role)
    expect(await bench.states(ids)).toEqual(['confirmed', 'confirmed'])
    expect(await countOf(contract)).toBe(2)
  })

  it('does not sign a call to an address without a contract, which would do nothing, until there is one', async () => {
    const deployer = await bench.addressOf('deployer')
    const contract = getContractAddress({ from: deployer, nonce: 0n })
    const [call] = await bench.plan({ to: contract, data: onlyAt(0) })
    await sender.pass()
    await bench.mine(DEPTH)
    await sender.pass()
    expect(await bench.row(call!)).toMatchObject({ state: 'planned', attempts: [] })
    expect((await deployCounter()).toLowerCase()).toBe(contract.toLowerCase())
    await bench.settle(sender, role)
    expect(await bench.states([call!])).toEqual(['confirmed'])
    expect(await countOf(contract)).toBe(1)
  })

  it('broadcasts a dependent call after a reorganisation only once its dependency is mined again', async () => {
    await bench.mine(5)
    const deployer = bench.senderOf('deployer')
    const [deployment] = await bench.plan({ role: 'deployer', data: counterCode })
    const contract = getContractAddress({ from: await bench.addressOf('deployer'), nonce: 0n })
    const [call] = await bench.plan({ to: contract, data: onlyAt(0), after: [deployment!] })
    await bench.settle(deployer, 'deployer')
    await bench.settle(sender, role)
    const { blockNumber } = (await bench.row(deployment!)).included!
    await anvil.reorganiseSince(blockNumber - 1)
    await deployer.pass()
    await anvil.client.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never })
    await sender.pass()
    expect(await bench.states([deployment!, call!])).toEqual(['sent', 'sent'])
    await bench.mine()
    expect(await anvil.client.getTransactionCount({ address: await bench.addressOf(role) })).toBe(0)
    bench.nowMs += 31_000
    await bench.settle(deployer, 'deployer')
    await bench.settle(sender, role)
    expect(await countOf(contract)).toBe(1)
  })

  it('waits for a transaction of another role, and fails if that one fails', async () => {
    const contract = await deployCounter()
    const [first] = await bench.plan({ role: 'titler', to: contract })
    const [second] = await bench.plan({ to: contract, data: onlyAt(1), after: [first!] })
    await sender.pass()
    expect(await bench.states([second!])).toEqual(['planned'])
    await bench.settle(bench.senderOf('titler'), 'titler')
    await bench.settle(sender, role)
    expect(await bench.states([second!])).toEqual(['confirmed'])
    const [bad] = await bench.plan({ role: 'titler', to: contract, data: onlyAt(99) })
    const [waiting] = await bench.plan({ to: contract, after: [bad!] })
    await bench.settle(bench.senderOf('titler'), 'titler')
    await bench.settle(sender, role)
    expect((await bench.row(waiting!)).reason).toEqual({ code: 'DEPENDENCY_FAILED', detail: bad })
  })

  it('fails a transaction that reverts on the chain, with the reason, and only at depth', async () => {
    const contract = await deployCounter()
    const data = onlyAt(0)
    const [id] = await bench.plan({ to: contract, data })
    await sender.pass()
    // Someone else is first, so that the call reverts although its simulation passed.
    const stranger = privateKeyToAccount(testKey(999))
    await anvil.client.setBalance({ address: stranger.address, value: parseEther('1') })
    await anvil.client.sendTransaction({
      ...{ account: stranger, to: contract, gas: 100_000n, chain: anvil.client.chain },
      ...{ maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('50') },
    })
    await bench.mine()
    await sender.pass()
    expect(await bench.row(id!)).toMatchObject({ state: 'mined', included: { succeeded: false } })
    await bench.settle(sender, role)
    expect(await bench.row(id!)).toMatchObject({ state: 'failed', nonce: 0, reason: { code: 'REVERTED' } })
    expect(await bench.recorder.told(id!)).toEqual(['failed'])
    expect(await countOf(contract)).toBe(1)
  })

  it('rejects more gas than one transaction may use', async () => {
    const [id] = await bench.plan({ to: to(15), gasHint: 16_777_216n })
    expect((await bench.row(id!)).state).toBe('planned')
    // An endless loop: JUMPDEST PUSH0 JUMP.
    const [loop] = await bench.plan({ role: 'anchor', data: '0x5b5f56' })
    await bench.senderOf('anchor').pass()
    expect(await bench.row(loop!)).toMatchObject({ state: 'rejected', reason: { code: 'GAS_LIMIT' } })
  })

  it('repeats a follow-up that failed, without delaying other transactions', async () => {
    const ids = await bench.plan({ to: to(16), value: 1n }, { to: to(17), value: 1n })
    bench.recorder.before = async (_, id) => {
      if (id === ids[0]) throw new Error('not now')
    }
    await sender.pass()
    await bench.mine(DEPTH + 1)
    await sender.pass()
    expect(await bench.states(ids)).toEqual(['mined', 'confirmed'])
    expect(bench.alarmsOf('FOLLOW_UP_FAILED')).toHaveLength(1)
    bench.recorder.before = () => Promise.resolve()
    await sender.pass()
    expect(await bench.states(ids)).toEqual(['confirmed', 'confirmed'])
    expect(await bench.recorder.told(ids[0]!)).toEqual(['confirmed'])
  })

  it('replaces a stuck transaction with higher fees, same nonce and same payload, up to the ceiling', async () => {
    const [id] = await bench.plan({ to: to(18), value: 9n })
    await sender.pass()
    const fees: number[] = []
    for (let round = 0; round < 30; round += 1) {
      bench.nowMs += 61_000
      await sender.pass()
      fees.push(Number((await bench.row(id!)).attempts.at(-1)!.maxTipPerGas))
    }
    const { attempts, nonce } = await bench.row(id!)
    expect(nonce).toBe(0)
    expect(attempts.length).toBeGreaterThan(3)
    expect(attempts.every(({ maxFeePerGas }) => BigInt(maxFeePerGas) <= limits.maxFeePerGas)).toBe(true)
    expect(Math.max(...fees)).toBeLessThanOrEqual(Number(limits.maxTipPerGas))
    expect(bench.alarmsOf('FEE_CEILING').length).toBeGreaterThan(0)
    await bench.settle(sender, role)
    expect(await balanceOf(to(18))).toBe(9n)
  })

  it('broadcasts again what the node has dropped', async () => {
    const [id] = await bench.plan({ to: to(19), value: 2n })
    await sender.pass()
    await anvil.client.dropTransaction({ hash: (await bench.row(id!)).attempts[0]!.hash })
    await bench.mine()
    await sender.pass()
    expect((await bench.row(id!)).state).toBe('sent')
    bench.nowMs += 31_000
    await sender.pass()
    await bench.settle(sender, role)
    expect(await balanceOf(to(19))).toBe(2n)
  })

  it('waits with an alarm while the balance is too low, and continues once it suffices', async () => {
    const address = await bench.addressOf(role)
    await anvil.client.setBalance({ address, value: 1_000n })
    const [id] = await bench.plan({ to: to(20), value: 1n })
    await sender.pass()
    expect(await bench.states([id!])).toEqual(['planned'])
    expect(bench.alarmsOf('INSUFFICIENT_FUNDS')).toHaveLength(1)
    await anvil.client.setBalance({ address, value: parseEther('1') })
    await bench.settle(sender, role)
    expect(await balanceOf(to(20))).toBe(1n)
  })

  it('waits with an alarm while the base fee exceeds the ceiling', async () => {
    const low = bench.senderOf(role, { limits: { ...limits, maxFeePerGas: 1n } })
    const [id] = await bench.plan({ to: to(21), value: 1n })
    await low.pass()
    expect(await bench.states([id!])).toEqual(['planned'])
    expect(bench.alarmsOf('FEE_CEILING')).toHaveLength(1)
  })

  it('halts the role when someone else uses its key, until it is released', async () => {
    const stolen = privateKeyToAccount(bench.keys[role])
    const [id] = await bench.plan({ to: to(22), value: 1n })
    proxy.rewrite = (answer, { method }) =>
      method === 'eth_sendRawTransaction'
        ? { ...answer, result: undefined, error: { code: -32000, message: 'no' } }
        : answer
    // The node drops ours; the thief's transaction takes the nonce.
    await sender.pass()
    await anvil.client.dropTransaction({ hash: (await bench.row(id!)).attempts[0]!.hash })
    const theft = { account: stolen, to: to(23), value: 7n, nonce: 0, chain: anvil.client.chain }
    await anvil.client.sendTransaction(theft)
    await bench.mine()
    proxy.rewrite = undefined
    await sender.pass()
    expect(bench.alarmsOf('FOREIGN_TRANSACTION')).toHaveLength(0)
    await bench.mine(DEPTH)
    await sender.pass()
    expect(bench.alarmsOf('FOREIGN_TRANSACTION').length).toBeGreaterThan(0)
    expect(await bench.store.halted()).toEqual([role])
    const [next] = await bench.plan({ to: to(24), value: 1n })
    await bench.mine()
    await sender.pass()
    expect(await bench.states([id!, next!])).toEqual(['sent', 'planned'])
    const [halted] = await listHalted(bench.connection)
    expect(halted).toMatchObject({ role, haltedAt: expect.any(Date), taken: [{ id, kind: 'test', nonce: 0 }] })
    await sender.pass()
    expect(await bench.states([id!, next!])).toEqual(['sent', 'planned'])
    expect(await requestRelease(bench.connection, role)).toBe(true)
    await sender.pass()
    expect(await listHalted(bench.connection)).toEqual([])
    expect(await bench.recorder.told(id!)).toEqual(['failed'])
    expect((await bench.row(id!)).reason).toEqual({ code: 'NONCE_TAKEN' })
    await bench.settle(sender, role)
    expect(await bench.row(next!)).toMatchObject({ state: 'confirmed', nonce: 1 })
    expect(await balanceOf(to(22))).toBe(0n)
  })

  it('does not halt when its own transaction is included between two calls, long after the node lied about the nonce', async () => {
    const [id] = await bench.plan({ to: to(33), value: 1n })
    await sender.pass()
    const { hash, raw } = (await bench.row(id!)).attempts[0]!
    await anvil.client.dropTransaction({ hash })
    proxy.rewrite = (answer, { method }) =>
      method === 'eth_getTransactionCount' ? { ...answer, result: '0x1' } : answer
    await sender.pass()
    await bench.mine(DEPTH)
    await anvil.client.sendRawTransaction({ serializedTransaction: raw })
    proxy.rewrite = async (answer, { method }) => {
      if (method === 'eth_getTransactionReceipt' && answer.result === null) await bench.mine()
      return answer
    }
    await sender.pass()
    expect(await bench.store.halted()).toEqual([])
    expect(bench.alarmsOf('FOREIGN_TRANSACTION')).toEqual([])
    proxy.rewrite = undefined
    await bench.settle(sender, role)
    expect(await bench.states([id!])).toEqual(['confirmed'])
  })

  it('allows the least gas that nodes take, whatever the node estimates', async () => {
    proxy.rewrite = (answer, { method }) => (method === 'eth_estimateGas' ? { ...answer, result: '0x1' } : answer)
    const [id, later] = await bench.plan({ data: counterCode }, { to: to(30), value: 1n })
    await bench.settle(sender, role)
    expect(await bench.states([later!])).toEqual(['confirmed'])
    expect(BigInt((await bench.row(id!)).gas!)).toBeGreaterThan(leastGas(counterCode, true))
  })

  it('signs nothing when the chain has more transactions than were signed here', async () => {
    const [first] = await bench.plan({ to: to(25), value: 1n })
    await bench.settle(sender, role)
    const theft = { account: privateKeyToAccount(bench.keys[role]), to: to(26), value: 1n, chain: anvil.client.chain }
    await anvil.client.sendTransaction(theft)
    await bench.mine()
    const [second] = await bench.plan({ to: to(27), value: 1n })
    await sender.pass()
    expect(await bench.states([first!, second!])).toEqual(['confirmed', 'planned'])
    expect(bench.alarmsOf('FOREIGN_TRANSACTION')).toHaveLength(1)
  })

  it('is done by one of two replicas, and by the other once the lease has ended', async () => {
    const leases = [1, 2].map(() => new Lease(bench.connection, `chain-${role}`, { nowMs: () => bench.nowMs }))
    const [one, two] = leases.map((lease) => new Sender(bench.partsOf(role), lease))
    const [id] = await bench.plan({ to: to(28), value: 1n })
    await one!.pass()
    await bench.mine()
    await two!.pass()
    expect(await bench.states([id!])).toEqual(['sent'])
    bench.nowMs += 16_000
    await two!.pass()
    expect(await bench.states([id!])).toEqual(['mined'])
  })

  it('executes each plan once when two replicas send at the same time', async () => {
    const ids = await bench.plan(...Array.from({ length: 6 }, (_, index) => ({ to: to(40 + index), value: 1n })))
    const replicas = [bench.senderOf(role), bench.senderOf(role), bench.senderOf(role)]
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(replicas.map((replica) => replica.pass()))
      await bench.mine(2)
    }
    await bench.settle(replicas[0]!, role)
    expect(new Set(await bench.states(ids))).toEqual(new Set(['confirmed']))
    const balances = await Promise.all(ids.map((_, index) => balanceOf(to(40 + index))))
    expect(balances).toEqual(ids.map(() => 1n))
    expect(await anvil.client.getTransactionCount({ address: await bench.addressOf(role) })).toBe(ids.length)
  })
})
