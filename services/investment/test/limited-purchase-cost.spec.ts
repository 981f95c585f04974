import { afterAll, beforeAll, describe, it } from '@jest/globals'
import { Investment } from './harness.js'
import { expectWithinBounds, watchCommands } from './purchase-commands.js'

let app: Investment
let unwatch: () => void
beforeAll(async () => {
  unwatch = watchCommands()
  app = await Investment.start({ pack: 'dfsa' })
})
afterAll(async () => {
  unwatch()
  await app.stop()
})

describe('a purchase under an annual limit', () => {
  it('costs no extra store commands once the year’s limit exists', async () => {
    const [first, propertyId] = [await app.openRaise(1_000), await app.openRaise(1_000)]
    const userId = await app.investor(first)
    await app.place(userId, first)
    await app.accept(userId, propertyId)
    await expectWithinBounds(app, { propertyId, userId })
  })
})
