// The service as a separate process, to be killed. Its processor is the parent process, which survives the kill.
// This file has only types to strip and imports only packages, so that it also runs on the compiled service.
import { boot } from '@hissa/investment'

type Gateway = NonNullable<NonNullable<Parameters<typeof boot>[1]>['gateway']>
type Refund = Awaited<ReturnType<Gateway['refund']>>

const waiting = new Map<number, (refund: Refund) => void>()
let calls = 0
process.on('message', ({ id, refund }: { id: number; refund: Refund }) => {
  waiting.get(id)?.(refund)
  waiting.delete(id)
})

const unused = (): never => {
  throw new Error('only refunds are requested here')
}
const gateway: Gateway = {
  openCheckout: unused,
  expireCheckout: unused,
  readCheckout: unused,
  readRefund: unused,
  listMovements: unused,
  listRefunds: async () => [],
  readWebhook: unused,
  refund: (request) =>
    new Promise((resolve) => {
      const id = (calls += 1)
      waiting.set(id, resolve)
      process.send!({ id, request })
    }),
}

const running = await boot(process.env, { gateway })
await running.ready
process.send!('ready')
