import { afterAll, beforeAll, describe, it } from '@jest/globals'
import { Investment } from './harness.js'
import { expectWithinBounds, watchCommands } from './purchase-commands.js'

let app: Investment
let unwatch: () => void
beforeAll(async () => {
  unwatch = watchCommands()
  app = await Investment.start()
})
afterAll(async () => {
  unwatch()
  await app.stop()
})

describe.each([
  ['without an idempotency key', undefined],
  ['with an idempotency key', 'a key of the client'],
])('a purchase %s', (_name, idempotencyKey) => {
  it('sends no more commands to the store than its bounds', async () => {
    const propertyId = await app.openRaise(1_000)
    await expectWithinBounds(app, { propertyId, userId: await app.investor(propertyId), idempotencyKey })
  })
})
