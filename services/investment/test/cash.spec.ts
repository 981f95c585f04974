import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  AddBankAccount,
  CancelWithdrawal,
  ConfirmBankAccount,
  GetBankAccountCode,
  GetCash,
  ListBankAccounts,
  RemoveBankAccount,
  SendBankAccountCode,
} from '@hissa/contracts/investment'
import { UserStatusChanged } from '@hissa/contracts/identity'
import { newId } from '@hissa/kernel'
import { Cash, IBANS } from './cash.js'
import { refusal } from './desk.js'

let cash: Cash
beforeAll(async () => {
  cash = await Cash.start()
})
afterAll(() => cash.stop())

const add = (userId: string, iban: string = IBANS[0], holderName = 'Layla Haddad') =>
  cash.app.call(AddBankAccount, { iban, holderName }, userId)
const accountsOf = (userId: string) => cash.app.call(ListBankAccounts, {}, userId)
const suspend = async (userId: string) => {
  await cash.app.publish(UserStatusChanged, userId, { userId, status: 'suspended', version: 9 }, 9)
  await cash.app.until('the suspension is known', () =>
    cash.app.collection('investors').findOne({ _id: userId, status: 'suspended' }),
  )
}

describe('a bank account', () => {
  it('is added in the investor’s own name, masked and stored encrypted', async () => {
    const userId = await cash.app.newcomer()
    const { bankAccount } = await add(userId, 'ae07 0331 2345 6789 0123 456')
    expect(bankAccount).toMatchObject({ iban: 'AE•• •••• 3456', state: 'unconfirmed' })
    const row = JSON.stringify(await cash.app.collection('bank_accounts').findOne({ _id: bankAccount.bankAccountId }))
    expect([row.includes('0331'), row.includes('Layla')]).toEqual([false, false])
    expect(await accountsOf(userId)).toEqual({ bankAccounts: [bankAccount], count: 1, maximum: 3 })
    expect((await accountsOf(newId())).count).toBe(0)
  })

  it.each(['GB33BUKB20201555555555', 'AE080331234567890123456', 'AE07033123456789012345', 'none'])(
    'is refused with the number %s',
    async (iban) => expect(await refusal(add(await cash.app.newcomer(), iban))).toBe('422 IBAN_INVALID'),
  )

  it('is refused in another name, twice, above the maximum, and to who may not be paid', async () => {
    const userId = await cash.app.newcomer()
    expect(await refusal(add(userId, IBANS[0], 'Somebody Else'))).toBe('422 HOLDER_NAME_MISMATCH')
    await add(userId)
    expect(await refusal(add(userId))).toBe('409 BANK_ACCOUNT_KNOWN')
    await add(userId, IBANS[1])
    await add(userId, IBANS[2])
    expect(await refusal(add(userId, IBANS[3]))).toBe('409 TOO_MANY_BANK_ACCOUNTS')
    expect(await refusal(add(newId()))).toBe('403 KYC_REQUIRED')
    await suspend(userId)
    expect(await refusal(add(userId))).toBe('403 ACCOUNT_SUSPENDED')
  })

  it('is refused after ten were added in a day, removed ones included', async () => {
    const userId = await cash.app.newcomer()
    for (let added = 0; added < 10; added += 1) {
      const { bankAccountId } = (await add(userId)).bankAccount
      await cash.app.call(RemoveBankAccount, { bankAccountId }, userId)
    }
    await expect(add(userId)).rejects.toMatchObject({
      ...{ code: 'BANK_ACCOUNTS_TOO_OFTEN', status: 429, extra: { availableAt: expect.any(String) } },
    })
    await cash.app.advance(24 * 60)
    expect(await refusal(add(userId))).toBe('accepted')
  })

  it('is added once and within the maximum when several calls race', async () => {
    const userId = await cash.app.newcomer()
    const same = await Promise.all(Array.from({ length: 4 }, () => refusal(add(userId))))
    expect(same.filter((one) => one === 'accepted')).toHaveLength(1)
    const others = await Promise.all(IBANS.slice(1).map((iban) => refusal(add(userId, iban))))
    expect(others.filter((one) => one === 'accepted')).toHaveLength(2)
    expect((await accountsOf(userId)).count).toBe(3)
  })

  it('is confirmed by the latest emailed code only', async () => {
    const userId = await cash.app.newcomer()
    const { bankAccountId } = (await add(userId)).bankAccount
    const first = await cash.app.call(GetBankAccountCode, { bankAccountId, issue: 1 })
    await cash.app.call(SendBankAccountCode, { bankAccountId }, userId)
    expect(await refusal(cash.app.call(GetBankAccountCode, { bankAccountId, issue: 1 }))).toBe('404 NOT_FOUND')
    const { code } = await cash.app.call(GetBankAccountCode, { bankAccountId, issue: 2 })
    expect(code).not.toBe(first.code)
    const confirm = (text: string, by = userId) => cash.app.call(ConfirmBankAccount, { bankAccountId, code: text }, by)
    await expect(confirm(first.code)).rejects.toMatchObject({ code: 'BANK_CODE_WRONG', extra: { attemptsLeft: 4 } })
    expect(await refusal(confirm(code, newId()))).toBe('404 NOT_FOUND')
    expect((await confirm(code)).bankAccount.state).toBe('waiting')
    expect((await confirm('000000')).bankAccount.state).toBe('waiting')
    expect(await refusal(cash.app.call(SendBankAccountCode, { bankAccountId }, userId))).toBe('404 NOT_FOUND')
    const sent = await cash.app.events('investment.bank_account.code_requested.v1', bankAccountId)
    expect(sent.map((row) => row['event'].data.issue).sort()).toEqual([1, 2])
    expect(JSON.stringify(sent)).not.toContain(code)
  })

  it('needs another code after five wrong ones, or a day, and another account after five codes', async () => {
    const userId = await cash.app.newcomer()
    const { bankAccountId } = (await add(userId)).bankAccount
    const { code } = await cash.app.call(GetBankAccountCode, { bankAccountId, issue: 1 })
    const wrong = code === '000000' ? '000001' : '000000'
    const confirm = (text: string) => refusal(cash.app.call(ConfirmBankAccount, { bankAccountId, code: text }, userId))
    const tried = await Promise.all(Array.from({ length: 8 }, () => confirm(wrong)))
    expect(tried.filter((one) => one === '422 BANK_CODE_WRONG')).toHaveLength(5)
    expect(await confirm(code)).toBe('409 BANK_CODE_EXPIRED')
    const send = () => refusal(cash.app.call(SendBankAccountCode, { bankAccountId }, userId))
    for (let issue = 2; issue <= 5; issue += 1) expect(await send()).toBe('accepted')
    expect(await send()).toBe('409 BANK_CODES_EXHAUSTED')
    await cash.app.advance(24 * 60)
    expect(await confirm((await codeOf(bankAccountId)) ?? code)).toBe('409 BANK_CODE_EXPIRED')
  })

  it('is removed by its holder, unless a withdrawal to it is on its way', async () => {
    const { userId, bankAccountId } = await cash.withMoney(50_000)
    const remove = (by = userId) => refusal(cash.app.call(RemoveBankAccount, { bankAccountId }, by))
    const { withdrawal } = await cash.withdraw({ userId, bankAccountId }, 100)
    expect(await remove()).toBe('409 BANK_ACCOUNT_IN_USE')
    await cash.app.call(CancelWithdrawal, { withdrawalId: withdrawal.withdrawalId }, userId)
    expect(await remove(newId())).toBe('404 NOT_FOUND')
    expect(await remove()).toBe('accepted')
    expect((await accountsOf(userId)).count).toBe(0)
    expect(await refusal(add(userId))).toBe('accepted')
  })
})

/** Returns the latest code of an account, or undefined once it has expired. */
const codeOf = (bankAccountId: string) =>
  cash.app.call(GetBankAccountCode, { bankAccountId, issue: 5 }).then(
    ({ code }) => code,
    () => undefined,
  )

describe('cash', () => {
  it('is empty without movements', async () => {
    const empty = { availableFils: 0, inFlightFils: 0, minimumWithdrawalFils: 1_000, movements: [], count: 0 }
    expect(await cash.app.call(GetCash, { limit: 20 }, newId())).toEqual(empty)
  })

  it('lists its movements in pages, newest first, with their property', async () => {
    const userId = await cash.app.newcomer()
    const propertyId = await cash.app.openRaise(40)
    for (const amount of [1_000, 2_000, 3_000]) await cash.credit(userId, amount, propertyId)
    const page = await cash.app.call(GetCash, { limit: 2 }, userId)
    expect(page).toMatchObject({ availableFils: 6_000, inFlightFils: 0, count: 2 })
    expect(page.movements.map(({ amountFils, direction, state }) => [amountFils, direction, state])).toEqual([
      [3_000, 'in', 'completed'],
      [2_000, 'in', 'completed'],
    ])
    expect(page.movements[0]).toMatchObject({ kind: 'distribution', property: { propertyId, title: 'A home' } })
    const rest = await cash.app.call(GetCash, { limit: 2, cursor: page.cursor! }, userId)
    expect([rest.movements.map(({ amountFils }) => amountFils), rest.cursor]).toEqual([[1_000], undefined])
    expect(await refusal(cash.app.call(GetCash, { limit: 2, cursor: 'none' }, userId))).toBe('400 VALIDATION_FAILED')
  })
})

describe('the refund of an order', () => {
  it('that waits for its card is neither shown as cash nor withdrawn', async () => {
    const investor = await cash.withMoney(50_000)
    await cash.holdRefund(investor.userId, 30_000)
    const own = await cash.of(investor.userId)
    expect(own).toMatchObject({ availableFils: 50_000, inFlightFils: 0, count: 1 })
    expect(await refusal(cash.withdraw(investor, 500.01))).toBe('409 CASH_INSUFFICIENT')
    expect(await refusal(cash.withdraw(investor, 500))).toBe('accepted')
  })
})

describe('a withdrawal', () => {
  it('reserves cash, and releases it when it is cancelled in time', async () => {
    const investor = await cash.withMoney(50_000)
    const { withdrawal } = await cash.withdraw(investor, 300.5)
    expect(withdrawal).toMatchObject({ amountFils: 30_050, state: 'requested', iban: 'AE•• •••• 3456', version: 1 })
    const before = await cash.of(investor.userId)
    expect(before).toMatchObject({ availableFils: 19_950, inFlightFils: 30_050 })
    expect(before.movements[0]).toMatchObject({
      ...{ kind: 'withdrawal', direction: 'out', state: 'pending', amountFils: 30_050 },
      ...{ reference: withdrawal.reference, withdrawal },
    })
    const { withdrawalId } = withdrawal
    const cancel = (by = investor.userId) => cash.app.call(CancelWithdrawal, { withdrawalId }, by)
    expect(await refusal(cancel(newId()))).toBe('404 NOT_FOUND')
    expect((await cancel()).withdrawal).toMatchObject({ state: 'cancelled', version: 2 })
    expect((await cancel()).withdrawal.state).toBe('cancelled')
    const after = await cash.of(investor.userId)
    expect(after).toMatchObject({ availableFils: 50_000, inFlightFils: 0 })
    expect(after.movements[0]).toMatchObject({ kind: 'withdrawal', state: 'released' })
    const events = await cash.app.events('investment.withdrawal.changed.v1', withdrawalId)
    expect(events.map((row) => row['event'].data.state).sort()).toEqual(['cancelled', 'requested'])
  })

  it('is the same withdrawal for the same key, also when its calls race', async () => {
    const investor = await cash.withMoney(50_000)
    const call = (amount: number) => cash.withdraw(investor, amount, 'key-1')
    const answers = await Promise.all([call(200), call(200), call(200)])
    expect(new Set(answers.map(({ withdrawal }) => withdrawal.withdrawalId)).size).toBe(1)
    expect(await cash.of(investor.userId)).toMatchObject({ availableFils: 30_000, inFlightFils: 20_000 })
    expect(await refusal(call(201))).toBe('422 IDEMPOTENCY_KEY_REUSED')
    const other = await cash.withMoney(50_000)
    expect(await refusal(cash.withdraw(other, 200, 'key-1'))).toBe('accepted')
  })

  it('never takes more than there is when two race for one balance', async () => {
    const investor = await cash.withMoney(50_000)
    const tried = await Promise.all([300, 300].map((amount) => refusal(cash.withdraw(investor, amount))))
    expect(tried.sort()).toEqual(['409 CASH_INSUFFICIENT', 'accepted'])
    expect(await cash.of(investor.userId)).toMatchObject({ availableFils: 20_000, inFlightFils: 30_000 })
  })

  it('is refused while ten others have not ended', async () => {
    const investor = await cash.withMoney(50_000)
    const { withdrawalId } = (await cash.withdraw(investor, 10)).withdrawal
    for (let open = 1; open < 10; open += 1) await cash.withdraw(investor, 10)
    expect(await refusal(cash.withdraw(investor, 10))).toBe('409 TOO_MANY_WITHDRAWALS')
    await cash.app.call(CancelWithdrawal, { withdrawalId }, investor.userId)
    expect(await refusal(cash.withdraw(investor, 10))).toBe('accepted')
  })

  it('is refused below the minimum, above the cash, and to an account that is not ready', async () => {
    const investor = await cash.withMoney(50_000)
    const { userId } = investor
    expect(await refusal(cash.withdraw(investor, 9.99))).toBe('422 WITHDRAWAL_BELOW_MINIMUM')
    await expect(cash.withdraw(investor, 500.01)).rejects.toMatchObject({
      ...{ code: 'CASH_INSUFFICIENT', extra: { availableFils: 50_000 } },
    })
    expect(await refusal(cash.withdraw({ userId, bankAccountId: newId() }, 100))).toBe('404 NOT_FOUND')
    const { bankAccountId } = (await add(userId, IBANS[1])).bankAccount
    const fresh = () => refusal(cash.withdraw({ userId, bankAccountId }, 100))
    expect(await fresh()).toBe('409 BANK_ACCOUNT_UNCONFIRMED')
    await cash.confirm(userId, bankAccountId)
    expect(await fresh()).toBe('409 BANK_ACCOUNT_WAITING')
    await cash.app.advance(24 * 60)
    expect(await fresh()).toBe('accepted')
    expect(await refusal(cash.withdraw({ userId: newId(), bankAccountId }, 100))).toBe('403 KYC_REQUIRED')
    await suspend(userId)
    expect(await fresh()).toBe('403 ACCOUNT_SUSPENDED')
  })

  it('leaves a ledger without faults', async () => {
    expect((await cash.app.proof()).faults).toEqual([])
  })
})
