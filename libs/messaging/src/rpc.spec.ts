import 'reflect-metadata'
import { describe, expect, it } from '@jest/globals'
import { defineError, defineRpc, NOT_FOUND, ok, refuse, type Answer } from '@hissa/contracts'
import { problem, silentTracer, type Logger } from '@hissa/kernel'
import type { CallHandler, ExecutionContext } from '@nestjs/common'
import { firstValueFrom, from } from 'rxjs'
import * as z from 'zod/mini'
import type { RpcReply } from './rpc-reply.js'
import { PendingCalls } from './rpc-server.js'
import { Rpc, RpcInterceptor } from './rpc.js'

const HELD = defineError({ code: 'HELD', status: 409, extra: { orderId: z.string() }, description: 'Already held.' })
const Buy = defineRpc({
  name: 'shop.buy',
  access: 'public',
  input: z.object({}),
  output: z.object({ orderId: z.string() }),
  errors: [HELD],
})

class Shop {
  @Rpc(Buy)
  async buy(): Promise<Answer<typeof Buy>> {
    return ok({ orderId: 'o' })
  }

  // @ts-expect-error the contract does not declare the error
  @Rpc(Buy)
  async undeclared() {
    return refuse(NOT_FOUND, 'x')
  }

  // @ts-expect-error the handler returns its output without a result
  @Rpc(Buy)
  async bare() {
    return { orderId: 'o' }
  }
}

/** Calls `handler`, whose method runs `handle`; returns the reply and what was logged. */
async function call(handler: () => unknown, handle: () => unknown, request: object = { input: {} }) {
  const logged: string[] = []
  const logger = { error: (_: object, message: string) => logged.push(message) } as unknown as Logger
  const measures = { call: () => undefined }
  const interceptor = new RpcInterceptor(() => Promise.reject(), logger, new PendingCalls(), measures, silentTracer)
  const context = { getHandler: () => handler, switchToRpc: () => ({ getData: () => request }) }
  const next: CallHandler = { handle: () => from(Promise.resolve().then(handle)) }
  const reply: RpcReply = await firstValueFrom(interceptor.intercept(context as unknown as ExecutionContext, next))
  return { reply, logged }
}
const { buy } = Shop.prototype

describe('a call', () => {
  it('returns its output, without undeclared fields', async () => {
    const { reply } = await call(buy, () => ok({ orderId: 'o', userId: 'u' }))
    expect(reply).toEqual({ ok: true, output: { orderId: 'o' } })
  })

  it('returns a declared error as a problem detail, without undeclared members', async () => {
    const refused = refuse(HELD, 'You hold these shares.', { orderId: 'o', userId: 'u' } as { orderId: string })
    expect(await call(buy, () => refused)).toEqual({
      logged: [],
      reply: {
        ok: false,
        problem: {
          type: '/problems/held',
          title: 'Held',
          status: 409,
          detail: 'You hold these shares.',
          code: 'HELD',
          orderId: 'o',
        },
      },
    })
  })

  const raise = (error: unknown) => () => {
    throw error
  }
  it.each<[string, () => unknown]>([
    ['an undeclared error', () => refuse(NOT_FOUND, 'x')],
    [
      'a declared code with another status',
      () => ({ ok: false, error: { ...refuse(HELD, 'x', { orderId: 'o' }).error, status: 410 } }),
    ],
    [
      'an error without its members',
      () => ({ ok: false, error: { ...refuse(HELD, 'x', { orderId: 'o' }).error, extra: {} } }),
    ],
    ['an undeclared error by throwing it', raise(problem('NOT_FOUND', 404, 'x'))],
    ['an output that is not a result', () => ({ orderId: 'o' })],
    ['an output that the schema rejects', () => ok({ orderId: 1 })],
    ['nothing', () => undefined],
  ])('returns INTERNAL and logs it when the handler returns %s', async (_, handle) => {
    const { reply, logged } = await call(buy, handle)
    expect(reply).toMatchObject({ ok: false, problem: { code: 'INTERNAL', status: 500 } })
    expect(logged).toEqual(['a response broke its contract'])
  })

  it("is not handled after its caller's deadline", async () => {
    let handled = false
    const handle = () => (handled = true)
    const { reply } = await call(buy, handle, { input: {}, deadlineMs: Date.now() - 1_000 })
    expect(reply).toMatchObject({ problem: { code: 'DEADLINE_EXCEEDED', status: 504 } })
    expect(handled).toBe(false)
  })

  it('returns the problems that its access rule implies, such as those of another service', async () => {
    const { reply, logged } = await call(buy, raise(problem('SERVICE_UNAVAILABLE', 503, 'x')))
    expect(reply).toMatchObject({ problem: { code: 'SERVICE_UNAVAILABLE' } })
    expect(logged).toEqual([])
  })
})
