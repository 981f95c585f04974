import type { OrderRequirements, OrderView } from '@hissa/contracts/investment'
import { type Fils, fils } from '@hissa/money'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { anOrder, inMinutes, needs } from '../../../test/order.js'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import FlowPage from './flow-page.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens()
})

const text = { documentId: 'risk', version: 1, hash: 'h' }
const FLOW = '/investment-flow/Prop_1904_marina'
const preview = {
  ...{ propertyId: 'Prop_1904_marina', units: 20, unitPriceFils: 10_000, amountFils: 200_000, feeFils: 3_000 },
  ...{ feeBasisPoints: 150, totalFils: 203_000, sharePartsPerMillion: 1_905, coolingOffHours: 48 },
  reservationMinutes: 31,
}

interface State {
  needs?: Partial<OrderRequirements>
  orders?: OrderView[]
  /** Changes what the server knows when a payment page is opened; can refuse it. */
  onCheckout?: () => void | [status: number, body: unknown]
  /** The investor's cash. */
  cashFils?: Fils
  /** Whether the raise has no shares left. */
  isFull?: boolean
}

/** Opens an address of the flow as a reload or another device does. `server` changes what the server knows. */
function open(at: string, server: State = {}) {
  const api = fakeApi({
    'GET /properties/Prop_1904_marina': () => [200, { success: true, property: aProperty() }],
    'GET /orders/requirements': () => [200, needs(server.needs)],
    'GET /orders': () => [200, { success: true, orders: server.orders ?? [] }],
    'GET /appropriateness': () => [
      200,
      { success: true, state: 'required', version: 1, hash: 'h', locale: 'en', questions: [] },
    ],
    'GET /disclosures': () => [200, { success: true, documents: [] }],
    'GET /cash': () => [200, { success: true, availableFils: server.cashFils ?? 0 }],
    'POST /orders/preview': () =>
      server.isFull ? [409, { code: 'PROPERTY_FULLY_FUNDED', detail: 'Full' }] : [200, { success: true, ...preview }],
    'POST /create-checkout-session': () =>
      server.onCheckout?.() ?? [200, { success: true, url: '#paid', orderId: 'ord_1', expiresAt: inMinutes(31) }],
  })
  const view = renderRoutes({
    at,
    api,
    routes: [
      { path: '/investment-flow/:propertyId/:step?', element: <FlowPage /> },
      { path: '*', element: 'elsewhere' },
    ],
  })
  const path = () => `${view.router.state.location.pathname}${view.router.state.location.search}`
  return { ...view, path }
}
const step = (name: string) => screen.findByRole('region', { name })
const steps = () => screen.getAllByRole('listitem').filter((item) => item.closest('ol[aria-label="Investment steps"]'))

describe('the investment flow at an address without a step', () => {
  it.each([
    ['the amount, if the address has none', '', {}, 'amount', ''],
    ['the amount, if it cannot be bought', '?amount=1900', {}, 'amount', '?amount=1900'],
    [
      'eligibility, until identity is verified',
      '?amount=2000',
      { identity: 'required' },
      'eligibility',
      '?amount=2000',
    ],
    [
      'eligibility, until the questions are passed',
      '?amount=2000',
      { appropriateness: 'required' },
      'eligibility',
      '?amount=2000',
    ],
    [
      'the disclosures, while one is not accepted',
      '?amount=2000',
      { outstanding: [text] },
      'disclosures',
      '?amount=2000',
    ],
    ['the review, once nothing is missing', '?amount=2000', {}, 'review', '?amount=2000'],
  ] as const)('opens %s', async (_name, search, missing, expected, kept) => {
    const { path } = open(`${FLOW}${search}`, { needs: missing as Partial<OrderRequirements> })
    await waitFor(() => expect(path()).toBe(`${FLOW}/${expected}${kept}`))
  })

  it('opens the payment of an open reservation with its amount, on any device', async () => {
    const { path } = open(FLOW, { orders: [anOrder()] })
    await step('Pay')
    expect(path()).toBe(`${FLOW}/pay?amount=2000`)
    expect(screen.getByText(/Reserved until 12:31, Dubai time/)).toBeTruthy()
  })
})

describe('the steps of the investment flow', () => {
  it('are an ordered list with the current step marked and links to the completed ones', async () => {
    open(`${FLOW}/review?amount=2000`)
    await step('Review')
    const items = steps()
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, null, null, 'step', null])
    const links = items.map((item) => item.querySelector('a')?.getAttribute('href') ?? null)
    expect(links).toEqual([
      ...['amount', 'eligibility', 'disclosures'].map((name) => `${FLOW}/${name}?amount=2000`),
      null,
      null,
    ])
  })

  it('fill the bar up to the current one, even if later ones are completed', async () => {
    open(`${FLOW}/amount?amount=2000`)
    await step('Amount')
    expect(steps().map((item) => item.classList.contains('border-primary'))).toEqual([true, false, false, false, false])
    expect(screen.getByText('Step 1 of 5: Amount')).toBeTruthy()
  })

  it('never go beyond the first incomplete one', async () => {
    const { path } = open(`${FLOW}/review?amount=2000`, { needs: { outstanding: [text] } })
    await step('Disclosures')
    expect(path()).toBe(`${FLOW}/disclosures?amount=2000`)
  })

  it('can be read again once completed', async () => {
    open(`${FLOW}/eligibility?amount=2000`)
    await step('Eligibility')
    expect(screen.getByText('Verified')).toBeTruthy()
  })

  it('keep the chosen amount when the user returns to an earlier one', async () => {
    const { path, router } = open(`${FLOW}/amount`)
    fireEvent.change(await screen.findByLabelText('Your investment'), { target: { value: '٥٬٠٠٠' } })
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await step('Review')
    expect(path()).toBe(`${FLOW}/review?amount=5000`)
    await router.navigate(-1)
    await step('Amount')
    expect(path()).toBe(`${FLOW}/amount?amount=5000`)
    expect(screen.getByLabelText<HTMLInputElement>('Your investment').value).toBe('5,000')
  })
})

describe('the amount step', () => {
  it('checks the amount when the field is left, and from then on at each change', async () => {
    open(`${FLOW}/amount`)
    const field = await screen.findByLabelText<HTMLInputElement>('Your investment')
    fireEvent.change(field, { target: { value: '1,900' } })
    expect(screen.queryByText(/Minimum investment amount is 2000/)).toBeNull()
    fireEvent.blur(field)
    screen.getByText('Invalid Amount: Minimum investment amount is 2000')
    fireEvent.change(field, { target: { value: 'AED 5,000' } })
    expect(screen.queryByText(/Minimum investment/)).toBeNull()
    fireEvent.change(field, { target: { value: '5,050' } })
    screen.getByText('Shares cost AED 100 each. Choose the nearest amount.')
    fireEvent.click(screen.getByRole('button', { name: /5,100/ }))
    expect(field.value).toBe('5,100')
  })

  it('offers quick amounts', async () => {
    open(`${FLOW}/amount`)
    fireEvent.click(await screen.findByRole('button', { name: '25,000' }))
    expect(screen.getByLabelText<HTMLInputElement>('Your investment').value).toBe('25,000')
  })

  it('explains the annual limit', async () => {
    const annualLimit = {
      year: 2026,
      limitFils: fils(18_360_000),
      usedFils: fils(0),
      leftFils: fils(300_000),
      resetsAt: inMinutes(1),
    }
    const { path } = open(`${FLOW}/amount?amount=4000`, { needs: { annualLimit } })
    await screen.findByText('Your investment: your annual limit allows AED 3,000 more. Enter that or less.')
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(path()).toBe(`${FLOW}/amount?amount=4000`)
  })
})

describe('the pay step', () => {
  it('offers to reserve the same amount again when the reservation has expired', async () => {
    open(`${FLOW}/pay?amount=2000`, { orders: [anOrder({ state: 'expired', reason: 'lapsed' })] })
    await screen.findByRole('button', { name: 'Reserve again' })
    screen.getByText('No payment arrived in time. You haven’t been charged.')
  })

  it('leads to the result of an order that is paid', async () => {
    open(`${FLOW}/pay?amount=2000`, { orders: [anOrder({ state: 'paid' })] })
    const link = await screen.findByRole('link', { name: 'See what happens next' })
    expect(link.getAttribute('href')).toBe('/payment-success?order_id=o1')
  })

  it('shows an order that is being released without a way to pay', async () => {
    open(`${FLOW}/pay`, { orders: [anOrder({ reason: 'released' })] })
    await screen.findByText('Being released')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('is not shown before anything was reserved', async () => {
    const { path } = open(`${FLOW}/pay?amount=2000`)
    await step('Review')
    expect(path()).toBe(`${FLOW}/review?amount=2000`)
  })
})

describe('the review', () => {
  it('itemises every fee of the server’s preview and names the total on the button', async () => {
    open(`${FLOW}/review?amount=2000`)
    const rows = (await screen.findAllByRole('row')).map((row) => row.textContent)
    expect(rows.map((row) => row.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringMatching(/^20 shares.*2,000\.00/),
      expect.stringMatching(/^Platform fee, 1\.5%.*30\.00/),
      'Card paymentNo charge',
      expect.stringMatching(/^You pay today.*2,030\.00/),
    ])
    screen.getByRole('button', { name: /^Pay 2,030\.00 UAE dirhams$/ })
  })

  it('does not judge the amount again once the last shares are reserved for it', async () => {
    const server: State = {}
    server.onCheckout = () => void Object.assign(server, { isFull: true, orders: [anOrder()] })
    const { calls } = open(`${FLOW}/review?amount=2000`, server)
    fireEvent.click(await screen.findByRole('button', { name: /^Pay/ }))
    await waitFor(() => expect(calls.filter(({ call }) => call.startsWith('GET /properties/')).length).toBe(2))
    await waitFor(() => expect(location.hash).toBe('#paid'))
    expect(calls.filter(({ call }) => call === 'POST /orders/preview').length).toBe(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the payment of the order', () => {
  const REVIEW = `${FLOW}/review?amount=2000`
  const pay = () => screen.getByRole('button', { name: /^Pay/ })

  it('offers the card only while there is no cash', async () => {
    open(REVIEW)
    await step('Review')
    await screen.findByText(/The payment page opens next/)
    expect(screen.queryByRole('group', { name: 'How you pay' })).toBeNull()
  })

  it('takes the cash that covers it once that is chosen, under one key', async () => {
    const { calls } = open(REVIEW, { cashFils: fils(203_000) })
    fireEvent.click(await screen.findByRole('radio', { name: /Pay with your cash.*2,030.00.*available/ }))
    expect(screen.getByText(/leaves your cash at once/)).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: 'Payment from cash' })).toBeTruthy()
    fireEvent.click(pay())
    await waitFor(() => expect(location.hash).toBe('#paid'))
    const sent = calls.find(({ call }) => call === 'POST /create-checkout-session')!
    expect(sent.body).toMatchObject({ amount: 2_000, payFrom: 'cash' })
  })

  it('is asked for again under its key after a lost response, without claiming that nothing was paid', async () => {
    Element.prototype.scrollIntoView = () => undefined
    let tries = 0
    const server: State = { cashFils: fils(203_000) }
    server.onCheckout = () => {
      tries += 1
      server.cashFils = fils(0)
      if (tries === 1) throw new TypeError('Failed to fetch')
    }
    const { calls } = open(REVIEW, server)
    fireEvent.click(await screen.findByRole('radio', { name: /Pay with your cash/ }))
    fireEvent.click(pay())
    await screen.findByText(/The connection was lost/)
    expect(screen.queryByText(/haven’t been charged/)).toBeNull()
    await screen.findByRole('radio', { name: /0.00.*available.*2,030.00.*short/ })
    fireEvent.click(pay())
    await waitFor(() => expect(location.hash).toBe('#paid'))
    const sent = calls.filter(({ call }) => call === 'POST /create-checkout-session')
    expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ payFrom: 'cash' }), sent[0]!.body])
  })

  describe('without an answer', () => {
    type Response = () => undefined | [status: number, body: unknown]
    const lose: Response = () => {
      throw new TypeError('Failed to fetch')
    }
    const answer: Response = () => undefined
    const refuse =
      (code: string): Response =>
      () => [409, { code, detail: 'No' }]

    /** Opens the review anew for each response, pays from cash, and returns the keys that were sent. */
    async function keysOf(responses: Response[], at = REVIEW) {
      Element.prototype.scrollIntoView = () => undefined
      const keys: (string | undefined)[] = []
      for (const response of responses) {
        const view = open(at, { cashFils: fils(300_000), onCheckout: response })
        fireEvent.click(await screen.findByRole('radio', { name: /Pay with your cash/ }))
        location.hash = ''
        fireEvent.click(pay())
        const sent = () => view.calls.find(({ call }) => call === 'POST /create-checkout-session')
        await waitFor(() => expect(screen.queryByRole('alert') ?? location.hash).toBeTruthy())
        keys.push(sent()!.headers['idempotency-key'])
        view.unmount()
      }
      return keys
    }

    it('keeps its key over reloads until it is answered, and then not', async () => {
      const [lost, again, next] = await keysOf([lose, answer, answer])
      expect(lost).toBeTruthy()
      expect(again).toBe(lost)
      expect(next).not.toBe(lost)
    })

    it('has another key for another amount', async () => {
      const [lost] = await keysOf([lose])
      expect(await keysOf([answer], `${FLOW}/review?amount=2100`)).not.toEqual([lost])
    })

    it('keeps its key while it is being placed, and loses it by a refusal', async () => {
      const [lost, busy, refused, next] = await keysOf([
        ...[lose, refuse('IDEMPOTENCY_IN_FLIGHT'), refuse('CASH_INSUFFICIENT'), answer],
      ])
      expect([busy, refused]).toEqual([lost, lost])
      expect(next).not.toBe(lost)
    })
  })

  it('says how much cash is missing, and keeps the card', async () => {
    const { calls } = open(REVIEW, { cashFils: fils(202_999) })
    const cash = await screen.findByRole('radio', { name: /2,029.99.*available.*0.01.*short/ })
    expect(cash.hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('radio', { name: /^Card/ })).toHaveProperty('checked', true)
    fireEvent.click(pay())
    await waitFor(() => expect(calls.some(({ call }) => call === 'POST /create-checkout-session')).toBe(true))
    expect(calls.find(({ call }) => call === 'POST /create-checkout-session')!.body).not.toHaveProperty('payFrom')
  })
  it('of shares that are reserved can become cash once they are released', async () => {
    open(FLOW, { orders: [anOrder()], cashFils: fils(300_000) })
    await screen.findByText(/covers this order too/)
  })
})
