import type { Dashboard, HoldingView, PaymentView } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { anIncome, anIncomeList } from '../../test/income.js'
import { anOrder, needs } from '../../test/order.js'
import { aProperty } from '../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../test/render.js'
import { installStripe } from '../../test/stripe.js'
import { ACCOUNT, addressOf, aReceipt, aToken, aTransfer, hashOf, LOCAL_CHAIN, PROPERTY } from '../../test/token.js'
import { hideAmounts } from '../lib/hide-amounts.js'
import { publicScreens } from './public-screens.js'
import { signedInScreens } from './signed-in-screens.js'

/** 873 shares for AED 87,300 and a fee of 1,309.50; 871 and 872 of them registered and issued. No other figure of these
 * screens contains these digits. */
const OWN = /87[1-3]|87,300|88,609|1,309|8\.3/
const amounts = { units: units(873), amountFils: fils(8_730_000), feeFils: fils(130_950), totalFils: fils(8_860_950) }
const order = (change: Parameters<typeof anOrder>[0] = {}) => anOrder({ property: PROPERTY, ...amounts, ...change })
const holding: HoldingView = {
  ...{ property: PROPERTY, state: 'issued', raiseState: 'completed', ...amounts, allottedUnits: units(872) },
  ...{ issuedUnits: units(871), unitPriceFils: fils(10_000), sharePartsPerMillion: 83_143 },
  ...{ unitsTotal: units(10_500), unitsPaid: units(6_510), expectedReturnBasisPoints: 680, coolingOffHours: 48 },
  ...{ firstPaidAt: '2026-11-21T08:00:00Z', lastPaidAt: '2026-11-21T08:00:00Z', nextDates: [] },
}
const dashboard: Dashboard = {
  totals: {
    ...{ investedFils: amounts.amountFils, pendingFils: amounts.amountFils, reservedFils: amounts.totalFils },
    ...{ feesFils: amounts.feeFils, units: amounts.units, properties: 1 },
  },
  ...{ holdings: [holding], recentOrders: [order()], todo: [], userStatus: 'investor_active' },
  transfers: [
    {
      ...{ transferId: 't', direction: 'in', property: PROPERTY, units: units(871), basis: 'correction' },
      at: '2026-11-21T08:00:00Z',
    },
  ],
  asOf: '2026-11-22T08:00:00Z',
}
const payment: PaymentView = {
  ...{ paymentId: 'p', orderId: 'o1', reference: 'HS-00000001', property: PROPERTY, kind: 'payment', version: 1 },
  ...{ state: 'succeeded', method: 'card', amountFils: amounts.totalFils, currency: 'AED', at: '2026-11-21T08:05:00Z' },
}
const about = { orderId: 'o1', isRead: false, propertyId: PROPERTY.propertyId, title: PROPERTY.title }
const notices = [
  { noticeId: 'n1', kind: 'paymentReceived', ...about, at: '2026-11-21T08:05:00Z', amountFils: amounts.totalFils },
  { noticeId: 'n2', kind: 'allotted', ...about, at: '2026-11-21T08:05:00Z', units: 872 },
]
const own = { units: units(873), amountFils: fils(130_950) }
const income = anIncomeList({
  totals: { receivedFils: fils(130_950), declaredFils: fils(8_730_000), cashFils: fils(130_950) },
  income: [anIncome(own)],
  next: anIncomeList().next.map((estimate) => ({ ...estimate, ...own })),
})
const preview = {
  ...{ propertyId: PROPERTY.propertyId, unitPriceFils: 10_000, ...amounts, feeBasisPoints: 150 },
  ...{ sharePartsPerMillion: 83_143, coolingOffHours: 48, reservationMinutes: 31 },
}
const token = { property: PROPERTY, token: addressOf('1'), units: 871, unitsAwaiting: 872, receipt: aReceipt('a') }
const transfers = [aTransfer({ units: units(871) })]
const wallet = {
  chain: LOCAL_CHAIN,
  account: ACCOUNT,
  isCustodial: true,
  isFrozen: false,
  freezes: [],
  tokens: [token],
}
const bankAccount = {
  ...{ bankAccountId: 'b1', iban: 'AE•• •••• 3456', state: 'ready' },
  ...{ availableAt: '2026-11-20T08:00:00Z', addedAt: '2026-11-19T08:00:00Z' },
}
const movement = {
  ...{ movementId: 'm1', at: '2026-11-21T07:00:00Z', kind: 'withdrawal', code: 'withdrawal', direction: 'out' },
  ...{ amountFils: amounts.amountFils, state: 'pending', reference: 'HW-7D8E9F0A' },
}
const cash = {
  ...{ availableFils: amounts.amountFils, inFlightFils: amounts.totalFils, minimumWithdrawalFils: 1_000 },
  ...{ movements: [movement], count: 1 },
}
const limit = { leftFils: amounts.amountFils, year: 2026 }
const slug = PROPERTY.slug

type Answers = Parameters<typeof fakeApi>[0]
const ok = (body: object) => () => [200, { success: true, ...body }] as [number, unknown]

const paid = () => order({ state: 'paid', paidAt: '2026-11-21T08:05:00Z', canCancel: true, checkoutUrl: undefined })
const FLOW: Answers = {
  'GET /orders/requirements': ok(needs({ annualLimit: limit as never })),
  'GET /orders': ok({ orders: [] }),
  'POST /orders/preview': ok(preview),
}
const ALL: Answers = {
  'GET /dashboard': ok(dashboard),
  'GET /income': ok({ ...income, count: 1 }),
  'GET /orders': ok({ orders: [order(), { ...paid(), orderId: 'o2' }], count: 2 }),
  'GET /notifications': ok({ notices, count: 2 }),
  'GET /notifications/unread': ok({ unread: 1 }),
  'GET /payments': ok({ payments: [payment], count: 1 }),
  'GET /investments': ok({ holdings: [holding], count: 1 }),
  'GET /orders/o1': ok({ order: paid() }),
  'GET /orders/o1/checkout': ok({ order: order(), clientSecret: 'cs_1_secret_x' }),
  'GET /wallet': ok(wallet),
  'GET /cash': ok(cash),
  'GET /cash/bank-accounts': ok({ bankAccounts: [bankAccount], count: 1, maximum: 3 }),
  [`GET /properties/${slug}`]: ok({ property: aProperty() }),
  [`GET /properties/${PROPERTY.propertyId}`]: ok({ property: aProperty() }),
  [`GET /tokens/${slug}`]: ok({ chain: LOCAL_CHAIN, token: aToken() }),
  [`GET /tokens/${slug}/transfers`]: ok({ transfers, count: 1 }),
  [`GET /tokens/${slug}/holders`]: ok({ holders: [{ account: ACCOUNT, units: 871 }], count: 1 }),
}

interface Case {
  /** An address of the screen; one screen can have several. */
  at: string
  /** A text that is there once the screen shows its data. */
  ready: string | RegExp
  answers?: Answers
  /** Brings up more of the screen. */
  more?: () => void
}
const flow = (step: string) => `/investment-flow/${PROPERTY.propertyId}/${step}?amount=87300`

const CASES: Record<string, readonly Case[]> = {
  '/investor-dashboard': [{ at: '/investor-dashboard', ready: 'Share transfers' }],
  '/dashboard/income': [
    { at: '/dashboard/income', ready: 'Export as CSV' },
    { at: '/dashboard/income?show=d-1', ready: 'Your distribution' },
  ],
  '/orders': [{ at: '/orders', ready: 'Continue to payment' }],
  '/notifications': [{ at: '/notifications', ready: 'We received your payment' }],
  '/payments': [{ at: '/payments', ready: 'Completed' }],
  '/payment-success': [
    {
      ...{ at: '/payment-success?order_id=o1', ready: 'You can still cancel' },
      more: () => fireEvent.click(screen.getByRole('button', { name: 'Cancel investment' })),
    },
  ],
  '/payment-cancel': [{ at: '/payment-cancel?order_id=o1', ready: 'Reserved for you' }],
  '/payment/:orderId': [{ at: '/payment/o1', ready: 'Platform fee' }],
  '/wallet': [{ at: '/wallet', ready: /^0x1111/ }],
  '/cash': [{ at: '/cash', ready: 'HW-7D8E9F0A' }],
  '/investment-flow/:propertyId/:step?': [
    { at: flow('review'), ready: 'You get', answers: FLOW },
    { at: flow('pay'), ready: 'Platform fee', answers: { ...FLOW, 'GET /orders': ok({ orders: [order()] }) } },
  ],
  '/properties/:id': [{ at: `/properties/${slug}`, ready: 'Continue to payment' }],
  '/tokenization/:propertyId?': [{ at: `/tokenization/${slug}`, ready: 'Yours' }],
  '/tokenization/:propertyId/transactions/:hash': [
    { at: `/tokenization/${slug}/transactions/${hashOf('a')}`, ready: 'Issued' },
  ],
}

/** Screens without an amount or share of the user's, and the desks of staff, who need the figures. */
const NOTHING_OWN = [
  ...[
    '/onboarding',
    '/profile',
    '/profile-management',
    '/settings/:section?',
    '/add-payment-method',
    '/knowledge-avenue',
    '/knowledge-avenue/glossary',
    '/dashboard/statements',
  ],
  ...['/knowledge-avenue/quiz/:pathId', '/knowledge-avenue/:articleId', '/mae-knowledgebase-admin'],
  ...['/staff/finance', '/staff/shareholders', '/staff/kyc', '/staff/kyc/:caseId', '/staff/content', '/staff/requests'],
  ...['/staff/users', '/staff/users/:userId', '/staff/audit'],
  ...['/staff/content/properties', '/staff/content/properties/new', '/staff/content/properties/:propertyId'],
  '/staff/content/properties/:propertyId/terms',
  ...['/', '/properties', '/properties/compare', '/legal', '/about', '/contact'],
  ...['/accessibility', '/version', '/mobile-app', '/shares-card-showcase', '/early-access'],
  ...['/certificate/:sequence/:index/:code', '/card/:code', '/property-showcase/:id', '/saved', '/legal/admin'],
  ...['/marketplace', '/investor-digital-card', '/rewards-program'],
]
const screens = [...signedInScreens.signedIn, ...signedInScreens.onboarded, ...publicScreens]
const cases = Object.entries(CASES).flatMap(([path, all]) => all.map((one) => [one.at, path, one] as const))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens()
  installStripe()
})
afterEach(() => act(() => hideAmounts(false)))

async function open(path: string, { at, ready, answers, more }: Case) {
  history.replaceState(null, '', at)
  const found = screens.find((one) => one.path === path)!
  const { default: Component } = await found.load()
  renderRoutes({ at, api: fakeApi({ ...ALL, ...answers }), routes: [{ path, Component }] })
  await screen.findAllByText(ready)
  await act(async () => Promise.resolve())
  more?.()
}

/** The visible and the spoken text of the page. */
function shown(): string {
  const names = [...document.querySelectorAll('[aria-label], [title], [aria-valuetext]')].flatMap((element) =>
    ['aria-label', 'title', 'aria-valuetext'].map((name) => element.getAttribute(name) ?? ''),
  )
  return [document.title, document.body.textContent, ...names].join('\n')
}

describe('hidden amounts', () => {
  it('are considered on every screen', () => {
    expect([...Object.keys(CASES), ...NOTHING_OWN].sort()).toEqual(screens.map(({ path }) => path).sort())
  })

  it.each(cases)('leave no digit of the user’s amounts and shares on %s', async (_at, path, one) => {
    await open(path, one)
    expect(shown()).toMatch(OWN)
    act(() => hideAmounts(true))
    expect(shown()).not.toMatch(OWN)
    expect(shown()).toContain('Amount hidden')
  })

  it.each(cases.filter(([at]) => /review|pay\?|payment\/o1/.test(at)))(
    'are shown before anything is paid on %s',
    async (_at, path, one) => {
      await open(path, one)
      act(() => hideAmounts(true))
      expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
      fireEvent.click(screen.getByRole('button', { name: 'Show amounts before you pay' }))
      expect(screen.getByRole('button', { name: /^Pay/ }).textContent).toContain('88,609.50')
    },
  )

  it('leave no digit of what is left of the annual limit', async () => {
    const left = { ...needs({ annualLimit: { leftFils: fils(8_730_000), year: 2026 } as never }) }
    const at = `/investment-flow/${PROPERTY.propertyId}/amount?amount=90000`
    const answers = { ...FLOW, 'GET /orders/requirements': ok(left) }
    await open('/investment-flow/:propertyId/:step?', { at, ready: 'Remaining annual limit for 2026', answers })
    expect(shown()).toContain('your annual limit allows AED 87,300 more')
    act(() => hideAmounts(true))
    expect(shown()).not.toContain('87,300')
    expect(shown()).toContain('this is more than your annual limit allows')
  })

  it('show no square of the user’s', async () => {
    await open('/investor-dashboard', CASES['/investor-dashboard']![0]!)
    const copper = () => document.querySelectorAll('.sq-mine').length
    expect(copper()).toBeGreaterThan(0)
    act(() => hideAmounts(true))
    expect(copper()).toBe(0)
  })
})
