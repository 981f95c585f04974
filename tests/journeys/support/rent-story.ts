import assert from 'node:assert/strict'
import type { PropertySummary } from '@hissa/contracts/property'
import { IncomeDesk } from './income-desk.js'
import type { RaiseWorld } from './raise-world.js'
import { waitFor } from './waits.js'

const DAY_MS = 86_400_000
/** Dubai is always four hours ahead of UTC. */
const DUBAI_MS = 4 * 3_600_000

/**
 * Records rent and a cost of a completed raise, has two people distribute the quarter, and follows the money to the
 * investor Amal. Moves the clock past the end of the quarter.
 */
export async function distributeRent(world: RaiseWorld, small: PropertySummary, reason: string): Promise<void> {
  const { amal } = world.investors
  const today = new Date((await world.now()).getTime() + DUBAI_MS)
  const [year, quarter] = [today.getUTCFullYear(), Math.floor(today.getUTCMonth() / 3) + 1]
  const period = `${year}-Q${quarter}`
  const date = today.toISOString().slice(0, 10)
  await world.asUser(world.staff.maker, async (page) => {
    const desk = new IncomeDesk(page, world.url)
    await desk.openQuarter(small.propertyId, period)
    await desk.record({ amount: '20,000', date, reference: 'TT-2026-1001' })
    await desk.record({ amount: '2,000', date, reference: 'SC-2026-4', category: 'serviceCharge' })
    await page.getByText(/^The income can be distributed after/).waitFor()
    await world.see(page, 'income-entries')
  })
  await world.moveClockFarTo(new Date(Date.UTC(year, quarter * 3, 1) + DAY_MS))
  await world.asUser(world.staff.maker, async (page) => {
    const desk = new IncomeDesk(page, world.url)
    await desk.openQuarter(small.propertyId, period)
    await desk.propose(reason)
    assert.equal(await page.getByRole('button', { name: 'Approve proposal' }).count(), 0, 'the maker cannot approve')
  })
  await world.asUser(world.staff.checker, async (page) => {
    const desk = new IncomeDesk(page, world.url)
    await desk.openQuarter(small.propertyId, period)
    await desk.approve(reason)
  })
  const { idToken: token } = await world.session(amal)
  await waitFor('the income to be paid', async () => {
    const { income } = await world.journey.api<{ income: { state: string }[] }>('/api/income', { token })
    return income[0]?.state === 'paid'
  })
  await world.inLanguages(amal, async (page, language) => {
    await world.visit(page, '/dashboard/income?state=paid')
    await page.getByText(language === 'en' ? '1 payment' : 'دفعة واحدة').waitFor()
    await world.see(page, 'income', language)
    await page
      .getByRole('table', { name: language === 'en' ? 'Income' : 'الدخل', exact: true })
      .getByRole('button')
      .click()
    await page.getByRole('dialog').waitFor()
    await world.visit(page, '/investor-dashboard')
    await page.getByRole('region', { name: language === 'en' ? 'Income calendar' : 'تقويم الدخل' }).waitFor()
    await world.see(page, 'income-calendar', language)
  })
  const page = await (await fetch(`${world.url}/properties/${small.slug}`)).text()
  assert.match(page, /Rent and income/, 'readable without scripts')
}
