import { describe, expect, it } from '@jest/globals'
import type { RpcClient } from '@hissa/messaging'
import type { Storage } from '@hissa/storage'
import { FinanceController } from '../invest/finance.controller.js'
import { InvestController } from '../invest/invest.controller.js'
import { InvestorsController } from '../invest/investors.controller.js'
import { TicketsController } from '../kyc/tickets.controller.js'
import { PublicationsController } from '../properties/publications.controller.js'
import type { HttpCaller } from './caller.js'

const caller = { token: 't' } as HttpCaller
const inputs: unknown[] = []
const forward = async (_contract: unknown, input: unknown) => {
  inputs.push(input)
  return Buffer.from('{}')
}
const rpc = { forward, forwardRead: forward } as unknown as RpcClient
const [finance, invest] = [new FinanceController(rpc), new InvestController(rpc)]

describe('the cursor of a list', () => {
  it.each([
    ['suspense', (query: object) => finance.suspense(caller, query)],
    ['rejected work', (query: object) => finance.rejectedWork(caller, query)],
    ['publications', (query: object) => new PublicationsController(rpc).list(caller, query)],
    ['tickets', (query: object) => new TicketsController(rpc, {} as Storage).list(caller, query)],
    ['orders', (query: object) => invest.orders(caller, query)],
    ['payments', (query: object) => invest.payments(caller, query)],
    ['classifications', (query: object) => new InvestorsController(rpc).pending(caller, query)],
    ['decisions', (query: object) => new InvestorsController(rpc).decisions(caller, query)],
  ])('is passed on by %s even when it is empty, so that the service rejects it', async (_, list) => {
    inputs.length = 0
    await list({ cursor: '' })
    await list({})
    expect(inputs).toEqual([expect.objectContaining({ cursor: '' }), expect.not.objectContaining({ cursor: '' })])
  })
})
