import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { RpcNode } from '../../src/chain/rpc/chain-node.js'
import { NodeClient } from '../../src/chain/rpc/node-client.js'
import { NodeFault, NodeRefused, NodeUnavailable } from '../../src/chain/rpc/node-errors.js'
import { startAnvil, type Anvil } from './anvil.js'
import { FaultProxy } from './fault-proxy.js'
import { IMPATIENT, PATIENT } from './harness.js'

let anvil: Anvil
let proxy: FaultProxy
let client: NodeClient
let node: RpcNode

beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await FaultProxy.start(anvil.url)
  client = new NodeClient(proxy.url, PATIENT)
  node = new RpcNode(client)
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

const address = `0x${'11'.repeat(20)}` as const
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Error,
  )

describe('NodeClient', () => {
  it('sends 2,300 calls made together as three requests and gives each its own answer', async () => {
    await anvil.client.setBalance({ address, value: 77n })
    const patient = new NodeClient(proxy.url)
    const asked = Array.from({ length: 2_300 }, (_, index) =>
      index === 1_234 ? patient.request('eth_chainId') : patient.request('eth_getBalance', address, 'latest'),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter((answer) => answer === '0x4d')).toHaveLength(2_299)
    expect(answers[1_234]).toBe('0x7a69')
    expect(proxy.requests).toBe(3)
  })

  it.each([
    ['down', { kind: 'down' }],
    ['overloaded', { kind: 'status', status: 503 }],
    ['redirecting', { kind: 'status', status: 307, headers: { location: '/elsewhere' } }],
    ['answering with text', { kind: 'bytes', body: '<html>' }],
    ['answering with null', { kind: 'bytes', body: 'null' }],
    ['answering more than the limit', { kind: 'bytes', body: `"${'x'.repeat(2 ** 20)}"` }],
  ] as const)('reports a node that is %s as unavailable after its retries', async (_, fault) => {
    proxy.fault = fault
    expect(await failureOf(client.request('eth_chainId'))).toBeInstanceOf(NodeUnavailable)
    expect(proxy.requests).toBe(PATIENT.retries + 1)
  })

  it.each([['hang'], ['drip']] as const)('ends a call to a node whose response %ss at the deadline', async (kind) => {
    proxy.fault = { kind }
    const impatient = new NodeClient(proxy.url, IMPATIENT)
    expect(await failureOf(impatient.request('eth_chainId'))).toBeInstanceOf(NodeUnavailable)
  })

  it('does not let the node postpone a retry', async () => {
    proxy.fault = { kind: 'status', status: 429, headers: { 'retry-after': '3600' } }
    expect(await failureOf(client.request('eth_chainId'))).toMatchObject({ message: expect.not.stringMatching(/time/) })
    expect(proxy.requests).toBe(PATIENT.retries + 1)
  })

  it('rejects a batch with a missing answer, which would shift the others to the wrong calls', async () => {
    proxy.rewrite = (answer, { method }) => (method === 'eth_chainId' ? undefined : answer)
    const asked = [client.request('eth_chainId'), client.request('eth_blockNumber'), client.request('eth_gasPrice')]
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('names neither the address of the node nor the data of a call in its errors', async () => {
    const secret = new NodeClient(proxy.url.replace('http://', 'http://user:hidden-key@'), PATIENT)
    const data = `0x${'ab'.repeat(64)}`
    const texts: string[] = []
    for (const fault of [{ kind: 'down' }, { kind: 'status', status: 500 }, { kind: 'bytes', body: data }] as const) {
      proxy.fault = fault
      texts.push(JSON.stringify(serialised(await failureOf(secret.request('eth_call', { data })))))
    }
    proxy.fault = { kind: 'none' }
    const refused = await failureOf(secret.request('eth_sendRawTransaction', data))
    expect(refused).toBeInstanceOf(NodeRefused)
    texts.push(refused!.message)
    expect(texts.join()).not.toMatch(/hidden-key|127\.0\.0\.1|abab/)
  })
})

const serialised = (error: Error | undefined) => ({ message: error?.message, stack: error?.stack, cause: error?.cause })

describe('RpcNode', () => {
  it.each([
    ['a missing field', (result: object) => ({ ...result, timestamp: undefined })],
    ['a number that is too large', (result: object) => ({ ...result, number: '0xffffffffffffffff' })],
    ['a hash that is too short', (result: object) => ({ ...result, hash: '0x12' })],
    ['another type', () => 'block'],
    ['null', () => null],
  ])('rejects a block with %s', async (_, change) => {
    proxy.rewrite = (answer) => ({ ...answer, result: change(answer.result as object) })
    expect(await failureOf(node.latestBlock())).toMatchObject({ name: 'NodeFault', fault: 'SHAPE' })
  })

  it('rejects a block of another height than asked for', async () => {
    await anvil.client.mine({ blocks: 2 })
    proxy.rewrite = (answer) => ({ ...answer, result: { ...(answer.result as object), number: '0x2' } })
    expect(await failureOf(node.blockAt(1))).toBeInstanceOf(NodeFault)
  })

  it.each([['0x'], [null], [-1], ['12']])('rejects the balance %p', async (result) => {
    proxy.rewrite = (answer) => ({ ...answer, result })
    expect(await failureOf(node.balance(address))).toBeInstanceOf(NodeFault)
  })

  it('rejects another hash than that of the bytes it sent', async () => {
    proxy.rewrite = ({ id }) => ({ jsonrpc: '2.0', id, result: `0x${'22'.repeat(32)}` })
    expect(await failureOf(node.send('0x02', `0x${'33'.repeat(32)}`))).toMatchObject({ fault: 'OTHER_HASH' })
  })

  it('rejects the receipt of another transaction', async () => {
    const receipt = { transactionHash: `0x${'44'.repeat(32)}`, ...RECEIPT }
    proxy.rewrite = ({ id }) => ({ jsonrpc: '2.0', id, result: receipt })
    expect(await failureOf(node.receipt(`0x${'55'.repeat(32)}`))).toMatchObject({ fault: 'FALSE_RECEIPT' })
  })
})

const RECEIPT = {
  blockHash: `0x${'66'.repeat(32)}`,
  blockNumber: '0x1',
  from: address,
  to: null,
  status: '0x1',
  gasUsed: '0x5208',
  logs: [],
}
