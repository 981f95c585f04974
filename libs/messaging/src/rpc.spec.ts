import 'reflect-metadata'
import { describe, expect, it } from '@jest/globals'
import { defineError, defineRpc, NOT_FOUND, ok, refuse, type Answer } from '@hissa/contracts'
import { problem, silentTracer, type Logger } from '@hissa/kernel'
import type { CallHandler, ExecutionContext } from '@nestjs/common'
import { firstValueFrom, from } from 'rxjs'
import * as z from 'zod/mini'
import type { RpcReply } from './rpc-reply.js'
import { CallsInHand } from './rpc-server.js'
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

/** Answers one call of `handler` with what `handle` returns or throws; also returns what was logged. */
async function call(handler: () => unknown, handle: () => unknown, request: object = { input: {} }) {
  const logged: string[] = []
  const logger = { error: (_: object, message: string) => logged.push(message) } as unknown as Logger
  const measures = { call: () => undefined }
  const interceptor = new RpcInterceptor(() => Promise.reject(), logger, new CallsInHand(), measures, silentTracer)
  const context = { getHandler: () => handler, switchToRpc: () => ({ getData: () => request }) }
  const next: CallHandler = { handle: () => from(Promise.resolve().then(handle)) }
  const reply: RpcReply = await firstValueFrom(interceptor.intercept(context as unknown as ExecutionContext, next))
  return { reply, logged }
}
const { buy } = Shop.prototype

describe('a call', () => {
  it('answers with its output, without undeclared fields', async () => {
    const { reply } = await call(buy, () => ok({ orderId: 'o', userId: 'u' }))
    expect(reply).toEqual({ ok: true, output: { orderId: 'o' } })
  })

  it('answers with a declared error as a problem detail, without undeclared members', async () => {
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
    ['an undeclared error that it throws', raise(problem('NOT_FOUND', 404, 'x'))],
    ['an output that is no result', () => ({ orderId: 'o' })],
    ['an output of another form', () => ok({ orderId: 1 })],
    ['nothing', () => undefined],
  ])('answers INTERNAL and logs it when the handler answers with %s', async (_, handle) => {
    const { reply, logged } = await call(buy, handle)
    expect(reply).toMatchObject({ ok: false, problem: { code: 'INTERNAL', status: 500 } })
    expect(logged).toEqual(['an answer broke its contract'])
  })

  it('is not handled after the deadline of its caller', async () => {
    let handled = false
    const handle = () => (handled = true)
    const { reply } = await call(buy, handle, { input: {}, deadlineMs: Date.now() - 1_000 })
    expect(reply).toMatchObject({ problem: { code: 'DEADLINE_EXCEEDED', status: 504 } })
    expect(handled).toBe(false)
  })

  it('passes on the problems that its access implies, such as those of another service', async () => {
    const { reply, logged } = await call(buy, raise(problem('SERVICE_UNAVAILABLE', 503, 'x')))
    expect(reply).toMatchObject({ problem: { code: 'SERVICE_UNAVAILABLE' } })
    expect(logged).toEqual([])
  })
})
