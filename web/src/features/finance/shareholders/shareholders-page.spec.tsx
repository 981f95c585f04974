import { beforeEach, describe, expect, it } from '@jest/globals'
import type { HeldOrderView } from '@hissa/contracts/investment'
import type { RelocationView, ShareDecisionView, ShareholderView } from '@hissa/contracts/tokenisation'
import { fils, units } from '@hissa/money'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import { ACCOUNT, addressOf, LOCAL_CHAIN, PROPERTY } from '../../../../test/token.js'
import ShareholdersPage from './shareholders-page.js'

const MOVE: RelocationView = {
  ...{ relocationId: 'move-1', kind: 'own_wallet', state: 'requested', from: ACCOUNT, to: addressOf('d') },
  ...{ tokens: 0, tokensMoved: 0, requestedAt: '2026-11-21T07:00:00.000Z' },
}
const decision = (maker: string, more: Partial<ShareDecisionView> = {}): ShareDecisionView => ({
  ...{ approvalId: 'approval-1', userId: 'investor-1', action: { type: 'move', relocationId: 'move-1' } },
  ...{
    state: 'pending',
    maker,
    reason: 'Agreed by telephone',
    evidence: 'e'.repeat(64),
    requestedAt: '2026-11-21T07:30:00.000Z',
  },
  ...more,
})
const shareholder = (more: Partial<ShareholderView> = {}): ShareholderView => ({
  ...{ userId: 'investor-1', address: ACCOUNT, identity: ACCOUNT, isCustodial: true, isRegistered: true },
  ...{ isFrozen: false, relocation: MOVE, pending: 0, wallets: [], freezes: [], relocations: [MOVE], decisions: [] },
  tokens: [{ property: PROPERTY, token: addressOf('1'), units: units(20), unitsAwaiting: units(0), isFrozen: false }],
  actions: [
    { type: 'freeze' },
    { type: 'freeze', propertyId: PROPERTY.propertyId },
    { type: 'move', relocationId: 'move-1' },
  ],
  ...more,
})

const PROPOSE = 'POST /compliance/share-decisions'
const DECIDE = 'POST /compliance/share-decisions/approval-1/decision'
const api = (one: ShareholderView = shareholder(), more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'GET /compliance/shareholders': () => [200, { shareholders: [one], count: 1 }],
    'GET /compliance/shareholders/investor-1': () => [200, { chain: LOCAL_CHAIN, shareholder: one }],
    'GET /compliance/share-decisions': () => [200, { decisions: one.decisions, count: one.decisions.length }],
    'GET /finance/approvals': () => [200, { approvals: [], count: 0 }],
    [PROPOSE]: () => [200, { decision: decision('user-1') }],
    [DECIDE]: () => [200, { decision: decision('colleague', { state: 'approved' }) }],
    'POST /compliance/share-decisions/approval-1/withdrawal': () => [200, { decision: decision('user-1') }],
    'POST /compliance/relocations/move-1/decline': () => [200, { relocation: MOVE }],
    'POST /finance/resolutions': () => [200, { pending: {} }],
    ...more,
  })
const PAGE = (
  <main>
    <ShareholdersPage />
  </main>
)
const shown = (calls = api(), at = '/staff/shareholders?user=investor-1') =>
  renderRoutes({ routes: [{ path: '/staff/shareholders', element: PAGE }], at, api: calls })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
/** Presses a button that opens a dialog, which is loaded at its first use. */
const open = async (name: string) => {
  await press(name)
  return screen.findByRole('dialog')
}
/** Enters a reason in the open dialog and confirms it. */
const confirm = (name: string) => {
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Agreed by telephone' } })
  fireEvent.click(dialog.getByRole('button', { name }))
}
const bodiesOf = (calls: ReturnType<typeof fakeApi>['calls'], call: string) =>
  calls.filter((one) => one.call === call).map(({ body }) => body)
const roles = (...groups: string[]) => storeTokens({ 'cognito:groups': groups })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  roles('compliance')
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe('the list of shareholders', () => {
  it('is searched by a whole user id or address, in every view', async () => {
    const { router, calls } = shown(api(), '/staff/shareholders')
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: ` ${ACCOUNT} ` } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(router.state.location.search).toContain(`q=${ACCOUNT}`))
    await screen.findByText('investor-1')
    expect(new Set(calls.map(({ call }) => call))).toEqual(
      new Set(['GET /compliance/shareholders', 'POST /finance/names']),
    )
  })

  it('opens a shareholder by keyboard, and another section by two keys', async () => {
    const { router } = shown(api(), '/staff/shareholders')
    await screen.findByText('investor-1')
    fireEvent.keyDown(document.body, { key: 'j' })
    fireEvent.keyDown(document.activeElement!, { key: 'Enter' })
    await screen.findByRole('heading', { name: 'Shareholder' })
    for (const key of ['g', 'f']) fireEvent.keyDown(document.body, { key })
    await waitFor(() => expect(router.state.location.search).toBe('?view=frozen'))
  })

  it('has a text for an empty view, an unknown search and an error', async () => {
    const nothing = { 'GET /compliance/shareholders': () => [200, { shareholders: [], count: 0 }] as [number, unknown] }
    const { unmount } = shown(api(shareholder(), nothing), '/staff/shareholders?view=frozen')
    await screen.findByText('No shares are frozen')
    unmount()
    const second = shown(api(shareholder(), nothing), '/staff/shareholders?q=nobody')
    await screen.findByText('No shareholder matches this search')
    second.unmount()
    shown(
      api(shareholder(), { 'GET /compliance/shareholders': () => [503, { code: 'UNAVAILABLE', detail: 'No' }] }),
      '/staff/shareholders',
    )
    await screen.findByRole('button', { name: 'Try Again' })
  })

  it('is not for others', async () => {
    roles('content')
    const { calls } = shown()
    await screen.findByText('This page is for compliance and finance staff')
    expect(calls).toEqual([])
  })
})

describe('the orders on hold', () => {
  const order: HeldOrderView = {
    ...{ orderId: 'order-1', reference: 'HS-5A6B7C8D', userId: 'investor-9', state: 'cooling_off' },
    property: { propertyId: 'Prop_1_reem', slug: 'reem', title: 'Reem' },
    ...{ units: units(20), totalFils: fils(203_000), since: '2026-11-20T10:00:00.000Z' },
    holds: ['money_out', 'awaiting_review'],
  }
  const held = (orders: HeldOrderView[]) =>
    api(shareholder(), { 'GET /compliance/held-orders': () => [200, { orders, count: orders.length }] })

  it('show why, and link to the order for finance staff only', async () => {
    const { unmount } = shown(held([order]), '/staff/shareholders?view=held')
    await screen.findByText('HS-5A6B7C8D')
    expect(screen.getByText('Refunded elsewhere')).toBeTruthy()
    expect(screen.getByText('Awaiting review')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'HS-5A6B7C8D' })).toBeNull()
    unmount()
    roles('finance')
    shown(held([order]), '/staff/shareholders?view=held')
    const link = await screen.findByRole('link', { name: 'HS-5A6B7C8D' })
    expect(link.getAttribute('href')).toBe('/staff/finance?tab=orders&order=order-1')
  })

  it('say when there are none', async () => {
    shown(held([]), '/staff/shareholders?view=held')
    await screen.findByText('No orders are on hold')
  })
})

describe('a shareholder, for compliance', () => {
  it('is frozen for all properties or one, with a reason', async () => {
    const { calls } = shown()
    await open('Freeze shares')
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Freeze shares' }))
    expect(screen.getByText('Enter a reason of at least three characters')).toBeTruthy()
    expect(bodiesOf(calls, PROPOSE)).toEqual([])
    fireEvent.change(screen.getByLabelText('Applies to'), { target: { value: '1' } })
    confirm('Freeze shares')
    await waitFor(() =>
      expect(bodiesOf(calls, PROPOSE)).toEqual([
        {
          ...{ userId: 'investor-1', reason: 'Agreed by telephone' },
          action: { type: 'freeze', propertyId: PROPERTY.propertyId },
        },
      ]),
    )
  })

  it('has a request that can be proposed for approval or declined', async () => {
    const { calls } = shown()
    await open('Approve the move')
    confirm('Approve the move')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(calls, PROPOSE)).toMatchObject([{ action: { type: 'move', relocationId: 'move-1' } }])
    await open('Decline request')
    confirm('Decline request')
    await waitFor(() =>
      expect(bodiesOf(calls, 'POST /compliance/relocations/move-1/decline')).toEqual([
        { reason: 'Agreed by telephone' },
      ]),
    )
  })

  it('offers the maker of a proposal only its withdrawal', async () => {
    const { calls } = shown(api(shareholder({ decisions: [decision('user-1')], actions: [] })))
    await screen.findByText('Another person has to decide.')
    expect(screen.queryByRole('button', { name: 'Approve proposal' })).toBeNull()
    await press('Withdraw proposal')
    await waitFor(() =>
      expect(bodiesOf(calls, 'POST /compliance/share-decisions/approval-1/withdrawal')).toHaveLength(1),
    )
  })

  it('lets another person approve, and explains a refusal by its reason', async () => {
    const refused = {
      [DECIDE]: () => [409, { code: 'SHARE_ACTION_NOT_POSSIBLE', detail: 'No', why: 'screening' }] as [number, unknown],
    }
    const { calls } = shown(api(shareholder({ decisions: [decision('colleague')], actions: [] }), refused))
    await open('Approve proposal')
    confirm('Approve proposal')
    expect((await screen.findByRole('alert')).textContent).toContain('The address is on a sanctions list')
    expect(bodiesOf(calls, DECIDE)).toEqual([{ verdict: 'approve', reason: 'Agreed by telephone' }])
  })

  it('shows a checker the shares, whole addresses, reason, maker and time of what is approved', async () => {
    const tokens: ShareholderView['tokens'] = [
      { property: PROPERTY, token: addressOf('1'), units: units(20), unitsAwaiting: units(5), isFrozen: false },
    ]
    shown(api(shareholder({ decisions: [decision('colleague')], actions: [], tokens })))
    await open('Approve proposal')
    const dialog = screen.getByRole('dialog')
    await within(dialog).findByText('Shares affected')
    for (const part of [
      ...['Approve the move', 'investor-1', ACCOUNT, addressOf('d'), PROPERTY.title, '20 shares · 5 more await issue'],
      ...['Agreed by telephone', 'colleague', '21 Nov 2026, 11:30'],
    ])
      expect(dialog.textContent).toContain(part)
    expect(within(dialog).getAllByRole('button', { name: 'Copy address' })).toHaveLength(2)
  })

  it('shows a checker what the proposal is about, even if the investor has other shares', async () => {
    const scope: ShareDecisionView['scope'] = {
      ...{ from: addressOf('e'), to: addressOf('c') },
      tokens: [{ property: PROPERTY, units: units(7) }],
    }
    shown(api(shareholder({ decisions: [decision('colleague', { scope })], actions: [] })))
    await open('Approve proposal')
    const dialog = screen.getByRole('dialog')
    await within(dialog).findByText('Shares affected')
    for (const part of [addressOf('e'), addressOf('c'), '7 shares']) expect(dialog.textContent).toContain(part)
    for (const part of [ACCOUNT, addressOf('d'), '20 shares']) expect(dialog.textContent).not.toContain(part)
  })

  it('can only have an outdated proposal rejected, and says why', async () => {
    const outdated = decision('colleague', { isStale: true })
    const { unmount } = shown(api(shareholder({ decisions: [outdated], actions: [] })))
    await screen.findByText(/have changed since this was proposed, so it can’t be approved/)
    expect(screen.queryByRole('button', { name: 'Approve proposal' })).toBeNull()
    await screen.findByRole('button', { name: 'Reject proposal' })
    unmount()
    shown(api(shareholder({ decisions: [outdated] })), '/staff/shareholders?view=decisions')
    await screen.findByText('Outdated')
  })

  it('shows the country, a suspended account, and how each wallet was screened', async () => {
    const wallets: ShareholderView['wallets'] = [
      { address: addressOf('d'), state: 'open', screenedAt: '2026-11-20T07:00:00.000Z', listDate: '2026-11-18' },
      { address: addressOf('e'), state: 'requested', isListed: true, screenedAt: '2026-11-21T07:00:00.000Z' },
      { address: addressOf('f'), state: 'requested' },
    ]
    shown(api(shareholder({ country: 'OM', isSuspended: true, wallets, relocations: [] })))
    const rows = within(await screen.findByRole('table', { name: 'Wallets and sanctions screening' })).getAllByRole(
      'row',
    )
    const found = rows.map(({ textContent }) => textContent)
    expect(found[1]).toMatch(/In use.*Not on a list.*20 Nov 2026, 11:00.*18 Nov(ember)? 2026/)
    expect(found[2]).toMatch(/Requested.*On a sanctions list.*21 Nov 2026, 11:00.*–/)
    expect(found[3]).toMatch(/Requested.*Not screened yet.*–.*–/)
    for (const part of ['Oman', 'Account suspended']) expect(document.body.textContent).toContain(part)
  })

  it('is not decided while what is affected can’t be loaded', async () => {
    let isDown = true
    const one = shareholder({ decisions: [decision('colleague')], actions: [] })
    const answers: Parameters<typeof fakeApi>[0] = {
      'GET /compliance/shareholders/investor-1': () =>
        isDown ? [503, { code: 'UNAVAILABLE', detail: 'No' }] : [200, { chain: LOCAL_CHAIN, shareholder: one }],
    }
    shown(api(one, answers), '/staff/shareholders?view=decisions')
    await open('Approve proposal')
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText('We couldn’t load the shares affected')
    expect(dialog.queryByRole('button', { name: 'Approve proposal' })).toBeNull()
    isDown = false
    fireEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
    await dialog.findByRole('button', { name: 'Approve proposal' })
  })

  it('shows a move without a count until its properties are counted', async () => {
    shown(api(shareholder({ relocations: [{ ...MOVE, state: 'moving' }] })))
    await screen.findByText('Moving')
    expect(document.body.textContent).not.toContain('0 of 0')
  })

  it('has a move that the chain refuses, which can be proposed to be retried or cancelled', async () => {
    const refusal = { reason: 'WalletFrozen', at: '2026-11-21T08:00:00.000Z', count: 3 }
    const stuck = { ...MOVE, state: 'moving' as const, refusal }
    const actions: ShareholderView['actions'] = [
      { type: 'cancel', relocationId: 'move-1' },
      { type: 'retry', relocationId: 'move-1' },
    ]
    const { calls } = shown(api(shareholder({ relocation: stuck, relocations: [stuck], actions })))
    await screen.findByText('Refused by the blockchain 3 times: WalletFrozen')
    expect(screen.queryByRole('button', { name: 'Decline request' })).toBeNull()
    await open('Retry the move')
    confirm('Retry the move')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open('Cancel the move')
    expect(screen.getByRole('dialog').textContent).toContain('end up at the address that they were leaving')
    confirm('Cancel the move')
    await waitFor(() =>
      expect(bodiesOf(calls, PROPOSE)).toMatchObject([{ action: actions[1] }, { action: actions[0] }]),
    )
  })

  it('explains why a move can’t be cancelled while a transaction may still be carried out', async () => {
    const action = { type: 'cancel' as const, relocationId: 'move-1' }
    const refused = {
      [DECIDE]: () => [409, { code: 'SHARE_ACTION_NOT_POSSIBLE', detail: 'No', why: 'in_flight' }] as [number, unknown],
    }
    shown(api(shareholder({ decisions: [decision('colleague', { action })], actions: [] }), refused))
    await open('Approve proposal')
    confirm('Approve proposal')
    expect((await screen.findByRole('alert')).textContent).toContain('may still be carried out')
  })

  it('that is the caller offers nothing and says why', async () => {
    shown(api(shareholder({ own: true, actions: [] })))
    await screen.findByText('This is your own account. Two other people have to decide about it.')
    expect(screen.queryByRole('button', { name: 'Decline request' })).toBeNull()
  })

  it('shows a freeze that can be lifted, and a wallet that can be recovered', async () => {
    const freezes: ShareholderView['freezes'] = [
      { freezeId: 'freeze-1', state: 'frozen', frozenAt: '2026-11-20T07:00:00.000Z' },
    ]
    const actions: ShareholderView['actions'] = [{ type: 'unfreeze', freezeId: 'freeze-1' }, { type: 'recover' }]
    const { calls } = shown(api(shareholder({ isCustodial: false, isFrozen: true, freezes, actions })))
    await open('Lift freeze')
    confirm('Lift freeze')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await open('Recover a lost wallet')
    confirm('Recover a lost wallet')
    await waitFor(() =>
      expect(bodiesOf(calls, PROPOSE)).toMatchObject([
        { action: { type: 'unfreeze', freezeId: 'freeze-1' } },
        { action: { type: 'recover' } },
      ]),
    )
  })
})

describe('a shareholder, for finance', () => {
  it('can be asked to transfer shares to another investor, and nothing else', async () => {
    roles('finance')
    const { calls } = shown(api(shareholder({ actions: [] })))
    await open('Transfer shares')
    expect(screen.queryByRole('button', { name: 'Freeze shares' })).toBeNull()
    await screen.findByLabelText('Recipient’s investor reference')
    const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fill('Recipient’s investor reference', 'investor-2')
    fill('Number of shares', '0')
    fill('Basis', 'inheritance')
    fill('Court order, probate or correction number', 'P-2026-11')
    confirm('Transfer shares')
    expect(screen.getByText('Enter a whole number of shares, such as 20')).toBeTruthy()
    fill('Number of shares', '12')
    confirm('Transfer shares')
    await waitFor(() =>
      expect(bodiesOf(calls, 'POST /finance/resolutions')).toEqual([
        {
          subject: { kind: 'holding', id: `investor-1:${PROPERTY.propertyId}` },
          reason: 'Agreed by telephone',
          action: {
            ...{ type: 'transfer_shares', toUserId: 'investor-2', units: 12, basis: 'inheritance' },
            reference: 'P-2026-11',
          },
        },
      ]),
    )
  })
})

describe('an empty list of shareholders', () => {
  const empty = () =>
    api(shareholder(), { 'GET /compliance/shareholders': () => [200, { shareholders: [], count: 0 }] })

  it('offers all of them only where it shows a part of them', async () => {
    const { unmount } = shown(empty(), '/staff/shareholders?view=all')
    await screen.findByText('There are no shareholders yet')
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
    unmount()
    shown(empty(), '/staff/shareholders?view=all&q=0xabc')
    await screen.findByRole('button', { name: 'Show all' })
  })
})
