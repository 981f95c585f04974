import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import { dismissToast, toastStore } from '../../../lib/toast.js'
import FinancePage from '../finance-page.js'

const payout = {
  ...{ withdrawalId: 'w1', reference: 'HW-7D8E9F0A', amountFils: 20_000, state: 'requested', bankAccountId: 'b1' },
  ...{ iban: 'AE•• •••• 3456', requestedAt: '2026-11-21T07:00:00Z', version: 1, userId: 'u1' },
}
const pending = {
  ...{ approvalId: 'a1', payments: 1, totalFils: 20_000, maker: 'other', reason: 'Payments of the day' },
  requestedAt: '2026-11-21T07:30:00Z',
}
const file = {
  ...{ fileId: 'f1', state: 'approved', payments: 1, totalFils: 20_000, sha256: 'a'.repeat(64), maker: 'other' },
  ...{ checker: 'user-1', approvedAt: '2026-11-21T07:40:00Z' },
}
const difference = {
  ...{ differenceId: 'd1', why: 'unknown', entry: 'paid', direction: 'out', amountFils: 500, endToEndId: 'F-1' },
  ...{ statementId: 'S1', state: 'open', openedAt: '2026-11-21T07:50:00Z', version: 1 },
}
const statement = {
  ...{ approvalId: 's1', statementId: 'S1', sha256: 'c'.repeat(64), entries: 3, maker: 'other' },
  ...{ paid: { entries: 2, totalFils: 30_000 }, rejected: { entries: 0, totalFils: 0 } },
  ...{ returned: { entries: 1, totalFils: 10_000 }, requestedAt: '2026-11-21T08:00:00Z' },
}
const list = (change: object = {}) => ({
  ...{ success: true, payouts: [payout], count: 1, ready: { payments: 1, totalFils: 20_000 } },
  ...{ files: [], differences: [], ...change },
})

/** Waits for the message in the corner. */
const told = (text: string) => waitFor(() => expect(toastStore.get()).toMatchObject({ text }))

type Answer = (body: unknown) => [number, unknown]
const shown = (change: object, answers: Record<string, Answer> = {}) =>
  renderRoutes({
    routes: [{ path: '/staff/finance', element: <FinancePage /> }],
    at: '/staff/finance?tab=payouts',
    api: fakeApi({ 'GET /finance/payouts': () => [200, list(change)], ...answers }),
  })
const decide = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Agrees with the list' } })
  fireEvent.click(dialog.getByRole('button', { name }))
}

const upload = async () => {
  const field = await screen.findByLabelText(/Choose a file/)
  fireEvent.change(field, { target: { files: [new File(['<a/>'], 'camt.xml', { type: 'application/xml' })] } })
}

beforeEach(() => {
  dismissToast()
  storeTokens({ 'cognito:groups': ['finance'] })
})

describe('payouts', () => {
  it('are proposed as a file', async () => {
    const { calls } = shown({}, { 'POST /finance/payment-files': () => [200, { success: true, pending }] })
    await screen.findByText('HW-7D8E9F0A')
    await decide('Propose payment file')
    await told('The payment file was proposed')
    const sent = calls.find(({ call }) => call === 'POST /finance/payment-files')
    expect(sent?.body).toEqual({ reason: 'Agrees with the list' })
  })

  it('are approved by another person, and withdrawn by their own', async () => {
    const answer: Answer = () => [200, { success: true, state: 'approved', file }]
    const { calls, unmount } = shown({ pending }, { 'POST /finance/payment-files/a1/decision': answer })
    await decide('Approve payment file')
    await told('The payment file was approved')
    const sent = calls.find(({ call }) => call === 'POST /finance/payment-files/a1/decision')
    expect(sent?.body).toEqual({ verdict: 'approve', reason: 'Agrees with the list' })
    unmount()
    shown({ pending: { ...pending, maker: 'user-1' } })
    await screen.findByRole('button', { name: 'Withdraw proposal' })
    expect(screen.queryByRole('button', { name: 'Approve payment file' })).toBeNull()
  })

  it('show their files and the differences of bank statements', async () => {
    shown({ files: [file], differences: [difference], payouts: [], ready: { payments: 0, totalFils: 0 } })
    await screen.findByRole('button', { name: 'Download' })
    await screen.findByText('No withdrawal has this reference')
    await screen.findByText('No withdrawal is waiting to be paid.')
  })

  it('take a bank statement, and show what it comes to until another person approves it', async () => {
    const answers: Record<string, Answer> = {
      'POST /finance/bank-statements': () => [200, { success: true, pending: statement }],
    }
    const { calls, unmount } = shown({}, answers)
    await upload()
    await waitFor(() => expect(calls.some(({ call }) => call === 'POST /finance/bank-statements')).toBe(true))
    unmount()
    const booked = { statementId: 'S1', entries: 3, booked: 1, known: 1, differences: 1 }
    let pendingBankStatement: object | undefined = statement
    renderRoutes({
      routes: [{ path: '/staff/finance', element: <FinancePage /> }],
      at: '/staff/finance?tab=payouts',
      api: fakeApi({
        'GET /finance/payouts': () => [200, list(pendingBankStatement ? { pendingBankStatement } : {})],
        'POST /finance/bank-statements/s1/decision': () => {
          pendingBankStatement = undefined
          return [200, { success: true, state: 'approved', statement: booked }]
        },
      }),
    })
    await decide('Approve statement')
    await screen.findByText(/Booked: 1/)
  })

  it('let only the person who uploaded a statement withdraw it', async () => {
    shown({ pendingBankStatement: { ...statement, maker: 'user-1' } })
    await screen.findByRole('button', { name: 'Withdraw proposal' })
    expect(screen.queryByRole('button', { name: 'Approve statement' })).toBeNull()
  })

  it('say why a bank statement is refused', async () => {
    const body = { code: 'STATEMENT_INVALID', why: 'account', status: 422 }
    shown({}, { 'POST /finance/bank-statements': () => [422, body] })
    await upload()
    await screen.findByText(/statement of another account/)
  })
})
