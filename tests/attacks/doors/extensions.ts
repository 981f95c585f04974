import type { Journey, Session } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import type { Metrics } from '../support/metrics.js'

const AMOUNT_AED = 2_000
const AT_ONCE = [2, 5]

/** Extends a reservation several times at once: one call may answer 200, and every other one answers 409. */
export async function verifyExtensions(metrics: Metrics, hissa: Hissa, journey: Journey): Promise<void> {
  const { session } = await journey.becomeInvestor()
  const properties = await journey.properties()
  for (const [index, count] of AT_ONCE.entries())
    await metrics.measure(`extension.${count}AtOnce`, 'wrong answers', 0, async () => {
      const { propertyId } = properties[index]!
      await journey.meetRequirements(session, propertyId)
      const { orderId } = await journey.checkout(session, { propertyId, amount: AMOUNT_AED })
      const extend = () => extensionOf(hissa.url, session, orderId)
      const statuses = (await Promise.all(Array.from({ length: count }, extend))).sort((a, b) => a - b)
      const expected = [200, ...Array.from({ length: count - 1 }, () => 409)]
      await journey.release(session, orderId)
      return statuses.filter((status, n) => status !== expected[n]).length
    })
}

async function extensionOf(url: string, { idToken }: Session, orderId: string): Promise<number> {
  const path = `${url}/api/orders/${orderId}/extension`
  const response = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${idToken}` } })
  await response.arrayBuffer()
  return response.status
}
