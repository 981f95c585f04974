import type { OrderView } from '@hissa/contracts/investment'
import type { PropertySummary } from '@hissa/contracts/property'
import { poll, type Journey } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import { demoPassword } from '../../../local/launcher/src/seed/accounts.js'

const UNITS = 200
const BUYERS = 2
const HOUR_MS = 3_600_000
const REASON = 'Checked against the documents of the holding company.'
const WAIT = { timeoutMs: 180_000, intervalMs: 500 }

/** Has two investors buy all shares of a property, moves the clock past the cooling-off period, and files the deed. */
export async function completeRaise(hissa: Hissa, journey: Journey): Promise<PropertySummary> {
  const properties = await journey.properties('status=active&limit=50')
  const property = properties.find(({ offering }) => offering.unitsTotal === UNITS)!
  const { propertyId, offering } = property
  const amount = (UNITS * offering.unitPriceFils) / 100 / BUYERS
  const { session } = await journey.becomeInvestor()
  await journey.buy(session, { propertyId, amount })
  await journey.buy((await journey.becomeInvestor()).session, { propertyId, amount })
  const endsAt = await poll('the cooling-off period', () => coolingOffEnd(journey, session.idToken), WAIT)
  await setClock(hissa, new Date(Date.parse(endsAt) + HOUR_MS))
  await fileDeed(journey, propertyId, endsAt.slice(0, 10))
  return property
}

async function coolingOffEnd(journey: Journey, token: string): Promise<string | undefined> {
  const { orders } = await journey.api<{ orders: OrderView[] }>('/api/orders', { token })
  return orders[0]?.coolingOffEndsAt
}

async function setClock({ url }: Hissa, at: Date): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ set: at.toISOString() })
  const response = await fetch(`${url}/sandbox/clock`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`the clock responded with ${response.status}`)
}

/** Files the title deed of a property by two people of finance. `issuedOn` is a date, for example 2026-11-02. */
export async function fileDeed(journey: Journey, propertyId: string, issuedOn: string): Promise<void> {
  const signIn = (name: string) => journey.signIn(`${name}@hissa.test`, demoPassword)
  const maker = await signIn('finance')
  const { sha256: documentSha256 } = await journey.storeDeed(maker, propertyId)
  const action = { type: 'file_deed', number: 'AD-2026-118842', issuedOn, documentSha256 }
  const { pending } = await journey.api<{ pending: { approvalId: string } }>('/api/finance/resolutions', {
    token: maker.idToken,
    body: { subject: { kind: 'raise', id: propertyId }, action, reason: REASON },
  })
  const path = `/api/finance/resolutions/${pending.approvalId}/decision`
  await journey.api(path, { token: (await signIn('finance2')).idToken, body: { verdict: 'approve', reason: REASON } })
}
