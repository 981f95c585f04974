import assert from 'node:assert/strict'
import type { SuspenseItemView } from '@hissa/contracts/investment'
import type { Journey, Session } from '@hissa/testing-driver'
import { sampleAccount } from './accounts.js'
import { waitFor } from './waits.js'

const REASON = 'Checked against the statement of the card processor.'
const REFERENCE = 'FT26326-0417'

/** Returns the id of the newest charge, which the payments page lists first. */
async function newestCharge(paymentsUrl: string): Promise<string> {
  const page = await (await fetch(paymentsUrl)).text()
  const found = /\/charges\/(ch_\w+)\/refund/.exec(page)?.[1]
  assert.ok(found, 'the payments page lists a charge')
  return found
}

/**
 * Creates suspense items through real payments: orders are paid, then refunded or disputed at the payment processor,
 * and two people resolve some of them. Leaves a refund and a dispute open, one refund that `finance` has proposed to
 * cover, one that `finance2` has, and one that is resolved.
 */
export async function makeSuspense(journey: Journey, investor: Session, propertyId: string) {
  const [maker, checker] = await Promise.all(
    ['finance', 'finance2'].map(sampleAccount).map(({ email, password }) => journey.signIn(email, password)),
  )
  const cover = { type: 'cover', reference: REFERENCE }
  const propose = async (by: Session, itemId: string) => {
    const body = { subject: { kind: 'suspense', id: itemId }, action: cover, reason: REASON }
    const path = '/api/finance/resolutions'
    return journey.api<{ pending: { approvalId: string } }>(path, { token: by.idToken, body })
  }
  const opened: string[] = []
  for (const act of ['refund', 'refund', 'refund', 'refund', 'dispute'] as const) {
    const { url, orderId } = await journey.checkout(investor, { propertyId, amount: 2_000 })
    await journey.payByCard(url)
    await journey.waitForOrder(investor, orderId, 'paid')
    const payments = new URL('/', url).href
    const charge = await newestCharge(payments)
    const response = await fetch(new URL(`/charges/${charge}/${act}`, payments), { method: 'POST', redirect: 'manual' })
    assert.equal(response.status, 303)
    const item = await waitFor('an item in suspense', async () => {
      const path = '/api/finance/suspense?limit=100'
      const { items } = await journey.api<{ items: SuspenseItemView[] }>(path, { token: maker!.idToken })
      return items.find(({ itemId }) => !opened.includes(itemId))
    })
    opened.push(item.itemId)
  }
  await propose(maker!, opened[1]!)
  await propose(checker!, opened[2]!)
  const { pending } = await propose(maker!, opened[3]!)
  const decision = { token: checker!.idToken, body: { verdict: 'approve', reason: REASON } }
  await journey.api(`/api/finance/resolutions/${pending.approvalId}/decision`, decision)
}
