import { defineRpc } from '@hissa/contracts'
import { silentTracer } from '@hissa/kernel'
import { describe, expect, it } from '@jest/globals'
import type { NatsConnection } from '@nats-io/transport-node'
import * as z from 'zod/mini'
import { RpcClient, type RpcClientOptions } from './rpc-client.js'

const Weigh = defineRpc({
  name: 'shop.weigh',
  access: 'public',
  input: z.object({ item: z.string() }),
  output: z.object({ grams: z.int() }),
  errors: [],
})
const SUCCESS = '"success":true'

/** Creates a client whose calls are answered by `answer`, and the list of its calls. */
function clientOf(answer: (call: number) => object, options?: RpcClientOptions) {
  const calls: { item: string; token?: string }[] = []
  const nc = {
    request: async (_: string, sent: string) => {
      const { data } = JSON.parse(sent) as { data: { input: { item: string }; token?: string } }
      calls.push({ ...data.input, ...(data.token ? { token: data.token } : {}) })
      const reply = Buffer.from(JSON.stringify({ response: answer(calls.length), isDisposed: true, id: '1' }))
      return { data: reply, json: () => JSON.parse(reply.toString()) as unknown }
    },
  } as unknown as NatsConnection
  return { calls, client: new RpcClient(nc, silentTracer, options) }
}
const weighed = (grams: unknown) => ({ ok: true, output: { grams } })
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('forwarding a call', () => {
  it('returns the JSON of its output, after the members of the client', async () => {
    const { client } = clientOf(() => weighed(5), { members: SUCCESS })
    expect((await client.forward(Weigh, { item: 'a' })).toString()).toBe('{"success":true,"grams":5}')
  })

  it('throws the problem of the service', async () => {
    const problem = { type: '/', title: 'Gone', status: 410, detail: 'It is gone.', code: 'GONE' }
    const { client } = clientOf(() => ({ ok: false, problem }))
    await expect(client.forward(Weigh, { item: 'a' })).rejects.toMatchObject({ code: 'GONE', status: 410 })
  })

  it('compares the output with the contract only on request', async () => {
    const strict = clientOf(() => weighed('five')).client
    await expect(strict.forward(Weigh, { item: 'a' })).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(strict.call(Weigh, { item: 'a' })).rejects.toMatchObject({ code: 'INTERNAL' })
    const { client } = clientOf(() => weighed('five'), { validates: false })
    expect((await client.forward(Weigh, { item: 'a' })).toString()).toBe('{"grams":"five"}')
    expect(await client.call(Weigh, { item: 'a' })).toEqual({ grams: 'five' })
  })
})

describe('a measured call', () => {
  it('is reported once with its name, the code of its problem or ok, and its duration', async () => {
    const asked: unknown[] = []
    let elapsedMs = 0
    const timing = { wallMs: () => 0, elapsedMs: () => (elapsedMs += 250) }
    const problem = { type: '/', title: 'Gone', status: 410, detail: 'It is gone.', code: 'GONE' }
    const answers = [weighed(5), { ok: false, problem }]
    const options = { timing, asked: (...call: unknown[]) => void asked.push(call) }
    const { client } = clientOf((call) => answers[call - 1]!, options)
    await client.call(Weigh, { item: 'a' })
    await expect(client.forward(Weigh, { item: 'a' })).rejects.toMatchObject({ code: 'GONE' })
    expect(asked).toEqual([
      ['shop.weigh', 'ok', 0.25],
      ['shop.weigh', 'GONE', 0.25],
    ])
  })
})

describe('forwarding a read', () => {
  it('shares one call between identical reads of one turn, which is made after all of them', async () => {
    const { client, calls } = clientOf((call) => weighed(call))
    const reads = [1, 2, 3].map(() => client.forwardRead(Weigh, { item: 'a' }, { token: 't' }))
    await Promise.resolve()
    expect(calls).toEqual([])
    reads.push(client.forwardRead(Weigh, { item: 'a' }, { token: 't' }))
    expect((await Promise.all(reads)).map(String)).toEqual(Array(4).fill('{"grams":1}'))
    expect(calls).toEqual([{ item: 'a', token: 't' }])
  })

  it('makes a new call in a later turn, even while the first is unanswered', async () => {
    let answerFirst = () => {}
    const first = new Promise<void>((resolve) => (answerFirst = resolve))
    const { client, calls } = clientOf((call) => weighed(call))
    const held = client.forwardRead(Weigh, { item: 'a' }).then((bytes) => first.then(() => bytes))
    await nextTurn()
    const later = await client.forwardRead(Weigh, { item: 'a' })
    answerFirst()
    expect([(await held).toString(), later.toString()]).toEqual(['{"grams":1}', '{"grams":2}'])
    expect(calls).toHaveLength(2)
  })

  it('never shares between tokens or inputs', async () => {
    const { client, calls } = clientOf((call) => weighed(call))
    const [item, token] = [{ item: 'a' }, { token: 't' }]
    await Promise.all([
      client.forwardRead(Weigh, item),
      client.forwardRead(Weigh, item, token),
      client.forwardRead(Weigh, item, { token: 'u' }),
      client.forwardRead(Weigh, { item: 'b' }, token),
    ])
    expect(calls).toHaveLength(4)
  })

  it('fails for each of the reads that share it, and not for the next', async () => {
    const { client } = clientOf((call) => (call === 1 ? weighed('broken') : weighed(call)))
    const reads = [1, 2].map(() => client.forwardRead(Weigh, { item: 'a' }))
    for (const read of reads) await expect(read).rejects.toMatchObject({ code: 'INTERNAL' })
    expect((await client.forwardRead(Weigh, { item: 'a' })).toString()).toBe('{"grams":2}')
  })
})
