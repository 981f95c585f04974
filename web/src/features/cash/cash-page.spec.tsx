import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { dismissToast, toastStore } from '../../lib/toast.js'
import CashPage from './cash-page.js'

const account = {
  ...{ bankAccountId: 'b1', iban: 'AE•• •••• 3456', state: 'ready' },
  ...{ availableAt: '2026-11-20T08:00:00Z', addedAt: '2026-11-19T08:00:00Z' },
}
const withdrawal = {
  ...{ withdrawalId: 'w1', reference: 'HW-7D8E9F0A', amountFils: 20_000, state: 'requested', bankAccountId: 'b1' },
  ...{ iban: account.iban, requestedAt: '2026-11-21T07:00:00Z', version: 1 },
}
const movement = {
  ...{ movementId: 'm1', at: '2026-11-21T07:00:00Z', kind: 'withdrawal', code: 'withdrawal', direction: 'out' },
  ...{ amountFils: 20_000, state: 'pending', reference: withdrawal.reference, withdrawal },
}
const cash = (change: object = {}) => ({
  ...{ success: true, availableFils: 50_000, inFlightFils: 0, minimumWithdrawalFils: 1_000, movements: [], count: 0 },
  ...change,
})
const accounts = (...bankAccounts: object[]) => ({
  ...{ success: true, bankAccounts, count: bankAccounts.length, maximum: 3 },
})

/** Waits for the message in the corner. */
const told = (text: string) => waitFor(() => expect(toastStore.get()).toMatchObject({ text }))

type Answer = (body: unknown) => [number, unknown]
const open = (answers: Record<string, Answer>) =>
  renderRoutes({
    at: '/cash',
    api: fakeApi({
      'GET /cash': () => [200, cash()],
      'GET /cash/bank-accounts': () => [200, accounts(account)],
      ...answers,
    }),
    routes: [{ path: '/cash', element: <CashPage /> }],
  })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const refused =
  (status: number, code: string): Answer =>
  () => [status, { status, code, title: code, detail: code, type: 'about:blank' }]

beforeEach(() => {
  dismissToast()
  localStorage.clear()
  storeTokens()
})
afterEach(() => {
  jest.restoreAllMocks()
})

describe('cash', () => {
  it('is withdrawn after a review of the account and the amount', async () => {
    const { calls } = open({ 'POST /cash/withdrawals': () => [200, { success: true, withdrawal }] })
    await type(/^Amount$/, '200')
    await press('Review withdrawal')
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this amount?' }))
    expect(dialog.getByText(account.iban)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
    await told('Your withdrawal was requested')
    const sent = calls.find(({ call }) => call === 'POST /cash/withdrawals')
    expect(sent?.body).toEqual({ bankAccountId: 'b1', amount: 200 })
  })

  it.each([
    ['', /Enter an amount in dirhams/],
    ['9', /below the smallest withdrawal/],
    ['501', /don’t have that much cash/],
  ])('is not withdrawn with the amount "%s"', async (amount, text) => {
    open({})
    await type(/^Amount$/, amount)
    await press('Review withdrawal')
    await screen.findByText(text)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows why a withdrawal is refused, and stays in the review', async () => {
    open({ 'POST /cash/withdrawals': refused(409, 'CASH_INSUFFICIENT') })
    await type(/^Amount$/, '200')
    await press('Review withdrawal')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
    await screen.findByText(/don’t have that much cash/)
  })

  it('leads to open offerings once it can pay for an order', async () => {
    const first = open({ 'GET /cash': () => [200, cash({ availableFils: 199_999 })] })
    await screen.findByRole('button', { name: 'Review withdrawal' })
    expect(screen.queryByRole('link', { name: 'Invest your cash' })).toBeNull()
    first.unmount()
    open({ 'GET /cash': () => [200, cash({ availableFils: 200_000 })] })
    const link = await screen.findByRole('link', { name: 'Invest your cash' })
    expect(link.getAttribute('href')).toBe('/properties?status=active')
  })

  it('lists its movements, and cancels a requested withdrawal', async () => {
    const { calls } = open({
      'GET /cash': () => [200, cash({ movements: [movement], count: 1 })],
      'POST /cash/withdrawals/w1/cancellation': () => [200, { success: true, withdrawal }],
    })
    await screen.findByText('HW-7D8E9F0A')
    await press('Cancel withdrawal HW-7D8E9F0A')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel withdrawal' }))
    await told('The withdrawal was cancelled')
    expect(calls.some(({ call }) => call === 'POST /cash/withdrawals/w1/cancellation')).toBe(true)
  })

  it('asks for a bank account before a withdrawal, and can be retried after an error', async () => {
    let fails = true
    open({
      'GET /cash': () => (fails ? [500, {}] : [200, cash()]),
      'GET /cash/bank-accounts': () => [200, accounts()],
    })
    await screen.findByText('Your cash can’t be shown')
    fails = false
    await press('Try Again')
    await screen.findByText(/To withdraw, add a bank account/)
    await screen.findByText('No movements yet')
  })
})

describe('bank accounts', () => {
  it('are added with number and holder', async () => {
    const { calls } = open({
      'GET /cash/bank-accounts': () => [200, accounts()],
      'POST /cash/bank-accounts': () => [200, { success: true, bankAccount: account }],
    })
    await press('Add a bank account')
    await press('Add a bank account')
    expect(await screen.findAllByText('Fill in this field.')).toHaveLength(2)
    await type(/^IBAN/, 'AE07 0331')
    await type(/^Account holder/, 'Layla Haddad')
    await press('Add a bank account')
    await told('We emailed you a code')
    const sent = calls.find(({ call }) => call === 'POST /cash/bank-accounts')
    expect(sent?.body).toEqual({ iban: 'AE07 0331', holderName: 'Layla Haddad', locale: 'en' })
  })

  it.each([
    ['IBAN_INVALID', /isn’t a valid IBAN/],
    ['HOLDER_NAME_MISMATCH', /in your own name/],
    ['BANK_ACCOUNT_KNOWN', /added this account already/],
  ])('are not added after the refusal %s', async (code, text) => {
    open({
      'GET /cash/bank-accounts': () => [200, accounts()],
      'POST /cash/bank-accounts': refused(422, code),
    })
    await press('Add a bank account')
    await type(/^IBAN/, 'AE07')
    await type(/^Account holder/, 'Layla')
    await press('Add a bank account')
    await screen.findByText(text)
  })

  it('are confirmed with the emailed code', async () => {
    const { calls } = open({
      'GET /cash/bank-accounts': () => [200, accounts({ ...account, state: 'unconfirmed' })],
      'POST /cash/bank-accounts/b1/confirmation': () => [200, { success: true, bankAccount: account }],
      'POST /cash/bank-accounts/b1/code': () => [200, { success: true, bankAccount: account }],
    })
    await press('Confirm')
    await screen.findByText('Enter the six digits of the code.')
    await type(/^Code/, '123456')
    await press('Confirm')
    await told('The bank account was confirmed')
    await press('Send another code')
    await told('We emailed you another code')
    const sent = calls.find(({ call }) => call === 'POST /cash/bank-accounts/b1/confirmation')
    expect(sent?.body).toEqual({ code: '123456' })
  })

  it('are removed after a question', async () => {
    open({ 'POST /cash/bank-accounts/b1/removal': refused(409, 'BANK_ACCOUNT_IN_USE') })
    await press(`Remove bank account ${account.iban}`)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await told('A withdrawal to this account is on its way. Remove it afterwards.')
  })
})
