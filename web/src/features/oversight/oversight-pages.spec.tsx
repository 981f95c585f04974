import { beforeEach, describe, expect, it } from '@jest/globals'
import type { AuditRecord } from '@hissa/contracts/audit'
import type { StaffAccount } from '@hissa/contracts/identity'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import AuditPage from './audit-page.js'
import UserPage from './user-page.js'
import UsersPage from './users-page.js'

const USER = {
  userId: 'investor-1',
  userStatus: 'investor_active',
  roles: ['investor'],
  verification: 'approved',
  joinedAt: '2026-11-01T08:00:00.000Z',
} as const
const LISTED = { ...USER, name: 'A. R.', email: 'a***@e***' }
const account = (more: Partial<StaffAccount> = {}): StaffAccount => ({
  ...{
    ...USER,
    roles: ['investor'],
    name: 'Anna Rossi',
    email: 'anna@example.com',
    phoneNumber: null,
    caseId: 'case-1',
  },
  ...{ openSessions: 2, suspended: false, refusal: null, suspendedByCaller: false, acts: [], notes: [] },
  ...more,
})
const ROW: AuditRecord = {
  ...{ service: 'kyc', id: 'row-1', at: '2026-11-21T07:00:00.000Z', actor: 'officer-1', roles: ['compliance'] },
  ...{ action: 'case.approved', subject: 'investor-1', detail: { caseId: 'case-1' }, seq: 7, hash: 'a'.repeat(64) },
}
const SUSPEND = 'POST /staff/users/investor-1/suspension'

function open(at: string, more: Parameters<typeof fakeApi>[0] = {}, one = account()) {
  const api = fakeApi({
    'GET /staff/users': () => [200, { users: [LISTED] }],
    'POST /staff/users/search': () => [200, { users: [LISTED] }],
    'GET /staff/users/investor-1': () => [200, { account: one }],
    [SUSPEND]: () => [200, { userStatus: 'suspended' }],
    'GET /staff/audit': () => [200, { rows: [ROW], missing: [], withheld: [] }],
    ...more,
  })
  const routes = [
    { path: '/staff/users', element: <UsersPage /> },
    { path: '/staff/users/:userId', element: <UserPage /> },
    { path: '/staff/audit', element: <AuditPage /> },
  ]
  return { ...renderRoutes({ at, api, routes }), api }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(() => {
  localStorage.clear()
  storeTokens({ 'cognito:groups': ['compliance'] })
})

describe('the users, for staff', () => {
  it('are listed masked, with a link to each account', async () => {
    open('/staff/users')
    const link = await screen.findByRole('link', { name: 'A. R.' })
    expect(link.getAttribute('href')).toBe('/staff/users/investor-1')
    expect(screen.getByText('a***@e***')).toBeTruthy()
    expect(screen.getByText('Active investor')).toBeTruthy()
  })

  it('are found by an address that isn’t in the page’s address', async () => {
    const { router, api } = open('/staff/users')
    await screen.findByRole('link', { name: 'A. R.' })
    type('Email address or user ID', 'anna@example.com')
    await press('Find user')
    await screen.findByText('anna@example.com')
    expect(router.state.location.pathname + router.state.location.search).toBe('/staff/users/investor-1')
    expect(api.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ query: 'anna@example.com' })
  })

  it('aren’t found by a part of an address, which the page says', async () => {
    open('/staff/users', { 'POST /staff/users/search': () => [200, { users: [] }] })
    await screen.findByRole('link', { name: 'A. R.' })
    type('Email address or user ID', 'anna')
    await press('Find user')
    expect(await screen.findByText('No account has this address or ID.')).toBeTruthy()
  })

  it('are hidden from other staff', async () => {
    storeTokens({ 'cognito:groups': ['finance'] })
    const { api } = open('/staff/users')
    expect(await screen.findByText('This page is for compliance staff and administrators')).toBeTruthy()
    expect(api.calls).toEqual([])
  })
})

describe('an account, for staff', () => {
  it('is suspended with a reason and an explanation', async () => {
    const { api } = open('/staff/users/investor-1')
    await press('Suspend account')
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    const confirm = () => fireEvent.click(dialog.getByRole('button', { name: 'Suspend account', hidden: true }))
    confirm()
    expect(dialog.getByText('Write at least three characters.')).toBeTruthy()
    expect(api.calls.some(({ call }) => call === SUSPEND)).toBe(false)
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'account_takeover' } })
    fireEvent.change(dialog.getByLabelText('Explanation'), { target: { value: 'Signed in from two countries' } })
    confirm()
    await waitFor(() =>
      expect(api.calls.find(({ call }) => call === SUSPEND)?.body).toEqual({
        reasonCode: 'account_takeover',
        reason: 'Signed in from two countries',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  })

  it('offers no act on one’s own account, and says why', async () => {
    open('/staff/users/investor-1', {}, account({ refusal: 'own_account', acts: null, notes: null }))
    expect(await screen.findByText(/This is your own account/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Suspend account' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull()
    expect(screen.getAllByText(/nobody reads what colleagues write about them/)).toHaveLength(2)
  })

  it('isn’t reinstated by the person who suspended it', async () => {
    open('/staff/users/investor-1', {}, account({ suspended: true, suspendedByCaller: true, userStatus: 'suspended' }))
    expect(await screen.findByText(/You suspended this account/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reinstate account' })).toBeNull()
  })

  it('shows what staff did and noted, with author and reason', async () => {
    const by = { by: 'officer-12345678', byName: null, at: '2026-11-20T09:30:00.000Z' }
    const act = {
      ...by,
      action: 'user.suspended',
      reasonCode: 'sanctions_match',
      reason: 'List of 20 November',
    } as const
    open(
      '/staff/users/investor-1',
      {},
      account({ acts: [act], notes: [{ ...by, noteId: 'note-1', text: 'Calls at noon' }] }),
    )
    expect(await screen.findByText(/Match on a sanctions list/)).toBeTruthy()
    expect(screen.getByText('List of 20 November')).toBeTruthy()
    expect(screen.getByText('Calls at noon')).toBeTruthy()
    expect(screen.getAllByText('12345678')).toHaveLength(2)
  })
})

describe('the audit trail of all services', () => {
  it('is filtered by the address, and a row’s person narrows it', async () => {
    const { router, calls } = open('/staff/audit?service=kyc&from=2026-11-20')
    await press('investor-1')
    await waitFor(() => expect(router.state.location.search).toBe('?service=kyc&from=2026-11-20&subject=investor-1'))
    await waitFor(() => expect(calls).toHaveLength(2))
  })

  it('names services whose rows are missing or not for the reader', async () => {
    open('/staff/audit', { 'GET /staff/audit': () => [200, { rows: [ROW], missing: ['chat'], withheld: ['kyc'] }] })
    expect(await screen.findByText(/their rows are missing: Assistant/)).toBeTruthy()
    expect(screen.getByText(/for compliance staff only: Identity verification/)).toBeTruthy()
  })

  it('is verified part by part, and says where a chain is broken', async () => {
    const head = (seq: number) => ({ seq, hash: 'a'.repeat(64) })
    const intact = { verdict: { state: 'intact', head: head(12) } }
    const answers = [
      { verdict: { state: 'part', head: head(2_000) }, cursor: 'next' },
      { verdict: { state: 'broken', seq: 2_007, reason: 'changed' } },
      { verdict: { state: 'intact', head: head(0) } },
    ]
    const { calls } = open('/staff/audit', {
      'GET /staff/audit/verification': () => [200, { service: 'kyc', ...(answers.shift() ?? intact) }],
    })
    await press('Verify all chains')
    expect(await screen.findByText(/^Row 2.?007 was changed$/)).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('Intact up to row 12')).toHaveLength(4))
    expect(screen.getAllByText('Nothing recorded yet')).toHaveLength(1)
    expect(calls.filter(({ call }) => call.includes('verification'))).toHaveLength(7)
  })
})
