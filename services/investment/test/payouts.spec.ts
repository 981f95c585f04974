import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  CancelWithdrawal,
  GetPaymentFile,
  ListPayouts,
  ProposePaymentFile,
  ProposeBankStatement,
  WithdrawPaymentFile,
  WithdrawBankStatement,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { createHash } from 'node:crypto'
import { accounts } from '../src/accounts.js'
import { Cash, IBANS, PAYER_IBAN, statementOf } from './cash.js'
import { FINANCE, refusal } from './desk.js'

let cash: Cash
beforeAll(async () => {
  cash = await Cash.start()
})
afterAll(() => cash.stop())

/** Returns an investor with AED 500, of which AED 100 is sent to the bank. */
async function sent() {
  const investor = await cash.withMoney(50_000)
  const { withdrawalId } = (await cash.withdraw(investor, 100)).withdrawal
  const file = await cash.send()
  return { ...investor, withdrawalId, file }
}

const stateOf = async (withdrawalId: string) =>
  (await cash.app.collection('withdrawals').findOne({ _id: withdrawalId }))?.['state'] as string
const readFile = (fileId: string) => refusal(cash.app.call(GetPaymentFile, { fileId }, cash.checker, FINANCE))
const differencesOf = async (withdrawalId: string) =>
  (await cash.payouts()).differences!.filter(({ endToEndId }) => endToEndId === withdrawalId.replaceAll('-', ''))
const balanceOf = async (account: string) => {
  const { balances, faults } = await cash.app.proof()
  expect(faults).toEqual([])
  const { creditsPosted = 0, debitsPosted = 0 } = balances.get(account) ?? {}
  return creditsPosted - debitsPosted
}

describe('a payment file', () => {
  it('pays every requested withdrawal once it has a second person’s approval', async () => {
    const investor = await cash.withMoney(50_000)
    const { withdrawalId, reference } = (await cash.withdraw(investor, 100.5)).withdrawal
    expect(await cash.payouts('open')).toMatchObject({ ready: { payments: 1, totalFils: 10_050 } })
    const { pending } = await cash.propose()
    expect(pending).toMatchObject({ payments: 1, totalFils: 10_050, maker: cash.maker })
    expect(await refusal(cash.propose(cash.checker))).toBe('409 APPROVAL_PENDING')
    expect(await refusal(cash.decide(pending.approvalId, cash.maker))).toBe('403 APPROVAL_SAME_PERSON')
    const { state, file } = await cash.decide(pending.approvalId)
    expect([state, file]).toMatchObject(['approved', { payments: 1, totalFils: 10_050, state: 'approved' }])
    expect(await refusal(cash.decide(pending.approvalId))).toBe('409 APPROVAL_NOT_PENDING')
    expect(await stateOf(withdrawalId)).toBe('sent')
    const cancel = cash.app.call(CancelWithdrawal, { withdrawalId }, investor.userId)
    expect(await refusal(cancel)).toBe('409 WITHDRAWAL_NOT_CANCELLABLE')
    const handover = await cash.app.call(GetPaymentFile, { fileId: file!.fileId }, cash.checker, FINANCE)
    const xml = (await cash.app.received(handover)).toString()
    expect(createHash('sha256').update(xml).digest('hex')).toBe(file!.sha256)
    for (const part of [
      `<EndToEndId>${withdrawalId.replaceAll('-', '')}</EndToEndId>`,
      '<InstdAmt Ccy="AED">100.50</InstdAmt>',
      '<Nm>Layla Haddad</Nm>',
      `<IBAN>${IBANS[0]}</IBAN>`,
      `<IBAN>${PAYER_IBAN}</IBAN>`,
      `<Ustrd>${reference}</Ustrd>`,
      '<NbOfTxs>1</NbOfTxs><CtrlSum>100.50</CtrlSum>',
    ])
      expect(xml).toContain(part)
    const audit = await cash.app
      .collection('audit')
      .find({ subject: `payment-file:${file!.fileId}` })
      .toArray()
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([['payment-file.read', cash.checker]])
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.50' }]))
  })

  it('is refused without withdrawals, about one’s own money, and to other roles', async () => {
    expect(await refusal(cash.propose())).toBe('409 NO_PAYOUTS')
    const investor = await cash.withMoney(50_000)
    const { withdrawalId } = (await cash.withdraw(investor, 100)).withdrawal
    expect(await refusal(cash.propose(investor.userId))).toBe('403 CONFLICT_OF_INTEREST')
    const { approvalId } = (await cash.propose()).pending
    expect(await refusal(cash.decide(approvalId, investor.userId))).toBe('403 CONFLICT_OF_INTEREST')
    const propose = cash.app.call(ProposePaymentFile, { reason: 'Payments' }, cash.maker, ['compliance'])
    expect(await refusal(propose)).toBe('403 FORBIDDEN')
    expect((await cash.decide(approvalId, cash.checker, 'reject')).state).toBe('rejected')
    expect(await stateOf(withdrawalId)).toBe('requested')
    expect(await refusal(cash.decide(newId()))).toBe('404 NOT_FOUND')
    expect(await readFile(newId())).toBe('404 NOT_FOUND')
    await cash.app.call(CancelWithdrawal, { withdrawalId }, investor.userId)
  })

  it('is withdrawn by its maker only', async () => {
    const investor = await cash.withMoney(50_000)
    const { withdrawalId } = (await cash.withdraw(investor, 100)).withdrawal
    const { approvalId } = (await cash.propose()).pending
    const withdraw = (by: string, id = approvalId) =>
      refusal(cash.app.call(WithdrawPaymentFile, { approvalId: id }, by, FINANCE))
    expect(await withdraw(cash.checker)).toBe('403 APPROVAL_NOT_MAKER')
    expect(await withdraw(cash.maker, newId())).toBe('404 NOT_FOUND')
    expect(await withdraw(cash.maker)).toBe('accepted')
    expect(await withdraw(cash.maker)).toBe('409 APPROVAL_NOT_PENDING')
    await cash.app.call(CancelWithdrawal, { withdrawalId }, investor.userId)
  })

  it('is refused when a withdrawal was cancelled, or its investor suspended, since it was proposed', async () => {
    const [one, two] = [await cash.withMoney(50_000), await cash.withMoney(50_000)]
    const first = (await cash.withdraw(one, 100)).withdrawal
    await cash.withdraw(two, 100)
    const { approvalId } = (await cash.propose()).pending
    await cash.app.call(CancelWithdrawal, { withdrawalId: first.withdrawalId }, one.userId)
    expect(await refusal(cash.decide(approvalId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    const { pending } = await cash.propose()
    expect(pending.payments).toBe(1)
    await cash.suspend(two.userId)
    expect(await refusal(cash.decide(pending.approvalId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    expect(await refusal(cash.propose())).toBe('409 NO_PAYOUTS')
    expect((await cash.payouts()).files).toHaveLength(await cash.app.collection('payment_files').countDocuments())
  })

  it('is recalled when one of its investors is suspended before it is released', async () => {
    const [one, two] = [await cash.withMoney(50_000), await cash.withMoney(50_000)]
    const [first, second] = [(await cash.withdraw(one, 100)).withdrawal, (await cash.withdraw(two, 100)).withdrawal]
    const { fileId } = await cash.send()
    await cash.suspend(one.userId)
    const reads = [...(await Promise.all([readFile(fileId), readFile(fileId)])), await readFile(fileId)]
    expect(new Set(reads)).toEqual(new Set(['409 PAYMENT_FILE_RECALLED']))
    const states = () => Promise.all([first, second].map(({ withdrawalId }) => stateOf(withdrawalId)))
    expect(await states()).toEqual(['requested', 'requested'])
    expect((await cash.payouts()).files).toContainEqual(expect.objectContaining({ fileId, state: 'recalled' }))
    expect([(await cash.send()).payments, await states()]).toEqual([1, ['requested', 'sent']])
    await cash.importStatement(statementOf([{ withdrawalId: second.withdrawalId, amount: '100.00' }]))
    expect(await stateOf(second.withdrawalId)).toBe('paid')
  })

  it('is never recalled once it was released', async () => {
    const investor = await cash.withMoney(50_000)
    const { withdrawalId } = (await cash.withdraw(investor, 100)).withdrawal
    const { fileId } = await cash.send()
    expect(await readFile(fileId)).toBe('accepted')
    await cash.suspend(investor.userId)
    expect([await readFile(fileId), await stateOf(withdrawalId)]).toEqual(['accepted', 'sent'])
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
  })

  it('pays a withdrawal after 500 older ones of accounts that may not be paid', async () => {
    const row = { userId: newId(), state: 'requested', amountFils: 1_000, requestedAt: new Date(), version: 1 }
    const older = Array.from({ length: 500 }, (_, index) => {
      const _id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
      return { ...row, _id, requestKey: `older:${index}`, inputHash: '', hold: '', iban: '', bankAccountId: '' }
    })
    await cash.app.collection('withdrawals').insertMany(older)
    const investor = await cash.withMoney(50_000)
    const { withdrawalId } = (await cash.withdraw(investor, 100)).withdrawal
    const made = await refusal(cash.send())
    await cash.app.collection('withdrawals').deleteMany({ userId: row.userId })
    expect([made, await stateOf(withdrawalId)]).toEqual(['accepted', 'sent'])
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
  })

  it('is the same for one person who approves it twice at the same time', async () => {
    const investor = await cash.withMoney(50_000)
    const { withdrawalId } = (await cash.withdraw(investor, 100)).withdrawal
    const { approvalId } = (await cash.propose()).pending
    const decided = await Promise.allSettled([cash.decide(approvalId), cash.decide(approvalId)])
    const answers = decided.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const { fileId } = (await cash.app.collection('withdrawals').findOne({ _id: withdrawalId })) as unknown as {
      fileId: string
    }
    expect(new Set(answers.map(({ file }) => file?.fileId))).toEqual(new Set([fileId]))
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
  })

  it('is made once of two approvals at the same time', async () => {
    const investor = await cash.withMoney(50_000)
    const { withdrawalId } = (await cash.withdraw(investor, 100)).withdrawal
    const { approvalId } = (await cash.propose()).pending
    const files = await cash.app.collection('payment_files').countDocuments()
    const decided = await Promise.all([cash.checker, newId()].map((by) => refusal(cash.decide(approvalId, by))))
    expect(decided.sort()).toEqual(['409 APPROVAL_NOT_PENDING', 'accepted'])
    expect(await cash.app.collection('payment_files').countDocuments()).toBe(files + 1)
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
  })
})

describe('a bank statement', () => {
  it('books a paid withdrawal, and changes nothing when it is imported again', async () => {
    const [before, inFlight] = [await balanceOf(accounts.bank()), await balanceOf(accounts.payoutsInFlight())]
    const { userId, withdrawalId } = await sent()
    const xml = statementOf([{ withdrawalId, amount: '100.00' }])
    expect(await cash.importStatement(xml)).toMatchObject({ entries: 1, booked: 1, known: 0, differences: 0 })
    expect(await cash.importStatement(xml)).toMatchObject({ entries: 1, booked: 0, known: 1, differences: 0 })
    expect(await stateOf(withdrawalId)).toBe('paid')
    expect(await cash.of(userId)).toMatchObject({ availableFils: 40_000, inFlightFils: 0 })
    expect((await cash.of(userId)).movements[0]).toMatchObject({ kind: 'withdrawal', state: 'completed' })
    // AED 500 had come in through the bank, and AED 100 has left it.
    expect((await balanceOf(accounts.bank())) - before).toBe(-40_000)
    expect(await balanceOf(accounts.payoutsInFlight())).toBe(inFlight)
  })

  it('is booked once when it is approved twice at the same time', async () => {
    const { userId, withdrawalId } = await sent()
    const { approvalId } = await cash.proposeBankStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
    const approve = () => cash.decideBankStatement(approvalId).then(({ statement }) => statement?.booked, refusal)
    const answers = await Promise.all([approve(), approve()])
    expect(answers).toContain(1)
    expect(await cash.of(userId)).toMatchObject({ availableFils: 40_000, inFlightFils: 0 })
    const audit = await cash.app.collection('audit').find({ 'detail.approvalId': approvalId }).toArray()
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
      ['statement.proposed', cash.maker],
      ['statement.approved', cash.checker],
    ])
  })

  it('books nothing until a second person approves it', async () => {
    const { userId, withdrawalId } = await sent()
    const xml = statementOf([
      { withdrawalId, amount: '100.00' },
      { withdrawalId, amount: '100.00', kind: 'returned' },
      { withdrawalId: newId(), amount: '7.00', currency: 'USD' },
    ])
    const pending = await cash.proposeBankStatement(xml)
    expect(pending).toMatchObject({
      ...{ entries: 3, paid: { entries: 1, totalFils: 10_000 }, rejected: { entries: 0, totalFils: 0 } },
      ...{ returned: { entries: 1, totalFils: 10_000 }, maker: cash.maker },
    })
    expect((await cash.payouts()).pendingBankStatement).toEqual(pending)
    expect(await stateOf(withdrawalId)).toBe('sent')
    expect(await refusal(cash.proposeBankStatement(statementOf([])))).toBe('409 APPROVAL_PENDING')
    expect(await refusal(cash.decideBankStatement(pending.approvalId, cash.maker))).toBe('403 APPROVAL_SAME_PERSON')
    expect(await refusal(cash.decideBankStatement(pending.approvalId, userId))).toBe('403 CONFLICT_OF_INTEREST')
    expect(await refusal(cash.decideBankStatement(newId()))).toBe('404 NOT_FOUND')
    expect(await cash.decideBankStatement(pending.approvalId, cash.checker, 'reject')).toEqual({ state: 'rejected' })
    expect(await stateOf(withdrawalId)).toBe('sent')
    expect(await refusal(cash.decideBankStatement(pending.approvalId))).toBe('409 APPROVAL_NOT_PENDING')
    expect((await cash.payouts()).pendingBankStatement).toBeUndefined()
    await cash.importStatement(xml)
    expect(await stateOf(withdrawalId)).toBe('returned')
  })

  it('is withdrawn by its maker only', async () => {
    const { approvalId } = await cash.proposeBankStatement(statementOf([]))
    const withdraw = (by: string, id = approvalId) =>
      refusal(cash.app.call(WithdrawBankStatement, { approvalId: id }, by, FINANCE))
    expect(await withdraw(cash.checker)).toBe('403 APPROVAL_NOT_MAKER')
    expect(await withdraw(cash.maker, newId())).toBe('404 NOT_FOUND')
    expect(await withdraw(cash.maker)).toBe('accepted')
    expect(await withdraw(cash.maker)).toBe('409 APPROVAL_NOT_PENDING')
  })

  it('is booked later if the process was killed after its approval, also under another account', async () => {
    const { withdrawalId } = await sent()
    const { approvalId } = await cash.proposeBankStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
    await cash.decideBankStatement(approvalId)
    // As it is after a kill between booking and its record.
    const rows = cash.app.collection('bank_statements')
    await rows.updateOne({ _id: approvalId }, { $set: { state: 'approved', version: 1 }, $unset: { result: 1 } })
    await cash.app.drainAll()
    await cash.app.collection('changes').deleteMany({ _id: `book-statement:${approvalId}:booked` as never })
    cash.app.env['PAYOUT_IBAN'] = IBANS[3]
    await cash.app.bootAnother()
    // The sweep leaves a statement to its own process at first.
    await cash.app.advance(2)
    await cash.app.untilRetried('the statement is booked', () =>
      rows.findOne({ _id: approvalId, state: 'booked', 'result.known': 1, 'result.booked': 0 }),
    )
    await cash.app.drainAll()
    cash.app.env['PAYOUT_IBAN'] = PAYER_IBAN
    await cash.app.bootAnother()
  })

  it('releases a rejected withdrawal', async () => {
    const { userId, withdrawalId } = await sent()
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00', kind: 'rejected' }]))
    expect(await stateOf(withdrawalId)).toBe('rejected')
    expect(await cash.of(userId)).toMatchObject({ availableFils: 50_000, inFlightFils: 0 })
    const listed = (await cash.payouts()).payouts.find((payout) => payout.withdrawalId === withdrawalId)
    expect(listed).toMatchObject({ state: 'rejected', bankReason: 'AC04', userId })
  })

  it('books a returned withdrawal back into the investor’s cash', async () => {
    const { userId, withdrawalId } = await sent()
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00', kind: 'returned' }]))
    expect(await stateOf(withdrawalId)).toBe('returned')
    const after = await cash.of(userId)
    expect(after).toMatchObject({ availableFils: 50_000, inFlightFils: 0 })
    expect(after.movements.slice(0, 2)).toMatchObject([
      { kind: 'withdrawal_returned', direction: 'in', state: 'completed' },
      { kind: 'withdrawal', direction: 'out', state: 'completed' },
    ])
  })

  it('that comes before the one it presumes is a difference until that one has come', async () => {
    const { userId, withdrawalId } = await sent()
    const late = statementOf([{ withdrawalId, amount: '100.00', kind: 'returned' }])
    expect(await cash.importStatement(late)).toMatchObject({ booked: 0, differences: 1 })
    expect(await cash.importStatement(late)).toMatchObject({ booked: 0, known: 1, differences: 0 })
    expect(await differencesOf(withdrawalId)).toMatchObject([{ why: 'state', entry: 'returned', amountFils: 10_000 }])
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
    expect(await stateOf(withdrawalId)).toBe('returned')
    expect(await differencesOf(withdrawalId)).toEqual([])
    expect(await cash.of(userId)).toMatchObject({ availableFils: 50_000, inFlightFils: 0 })
  })

  it('opens a difference for another amount, another currency, an unknown payment, and a second payment', async () => {
    const { userId, withdrawalId } = await sent()
    const other = newId()
    const entries = [
      { withdrawalId, amount: '100.01' },
      { withdrawalId, amount: '100.00', currency: 'USD' },
      { withdrawalId: other, amount: '5.00' },
    ]
    expect(await cash.importStatement(statementOf(entries))).toMatchObject({ booked: 0, differences: 3 })
    expect((await differencesOf(withdrawalId)).map(({ why }) => why)).toEqual(['amount', 'amount'])
    expect(await differencesOf(other)).toMatchObject([{ why: 'unknown', direction: 'out', state: 'open' }])
    expect(await stateOf(withdrawalId)).toBe('sent')
    const paid = () => cash.importStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
    expect([await paid(), await paid()]).toMatchObject([{ booked: 1 }, { booked: 0, differences: 1 }])
    expect(await cash.of(userId)).toMatchObject({ availableFils: 40_000, inFlightFils: 0 })
  })

  it.each<[string, string]>([
    ['account', statementOf([], { iban: IBANS[3] })],
    ['format', '<Document><Other/></Document>'],
    ['format', statementOf([{ withdrawalId: 'x', amount: '1e3' }])],
    ['xml', 'not XML <at all'],
    ['xml', `<!DOCTYPE a [<!ENTITY x "y">]>${statementOf([])}`],
    ['xml', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
    ['size', `<a>${' '.repeat(5_000_001)}</a>`],
  ])('is refused because of its %s, whatever else it has', async (why, xml) => {
    expect(await refusal(cash.proposeBankStatement(xml))).toBe(`422 STATEMENT_INVALID ${why}`)
  })

  it('is not proposed by a person whose own money it returns', async () => {
    const { userId, withdrawalId } = await sent()
    await cash.importStatement(statementOf([{ withdrawalId, amount: '100.00' }]))
    const forged = statementOf([{ withdrawalId, amount: '100.00', kind: 'returned' }])
    expect(await refusal(cash.proposeBankStatement(forged, userId))).toBe('403 CONFLICT_OF_INTEREST')
    expect(await stateOf(withdrawalId)).toBe('paid')
    expect(await cash.of(userId)).toMatchObject({ availableFils: 40_000 })
  })

  it('is booked although many entries that nothing explains were imported before', async () => {
    const { withdrawalId } = await sent()
    const oldest = { importedAt: new Date(0), kind: 'other', direction: 'in', amountMinor: 1, currency: 'AED' }
    const unexplained = { ...oldest, statementId: 's', state: 'open', why: 'unknown', version: 1 }
    const rows = Array.from({ length: 501 }, (_, index) => ({ _id: `unexplained-${index}` as never, ...unexplained }))
    await cash.app.collection('bank_entries').insertMany(rows)
    const returned = { withdrawalId, amount: '100.00', kind: 'returned' as const }
    await cash.importStatement(statementOf([returned, { withdrawalId, amount: '100.00' }]))
    await cash.app.collection('bank_entries').deleteMany({ importedAt: new Date(0) })
    expect(await stateOf(withdrawalId)).toBe('returned')
  })

  it('that is imported again books what a killed process had left', async () => {
    const { withdrawalId } = await sent()
    const xml = statementOf([{ withdrawalId, amount: '100.00' }])
    await cash.importStatement(xml)
    // As it is after a kill between booking the payment and trying the early return again.
    await cash.app.collection('bank_entries').insertOne({
      ...{ _id: `early-${withdrawalId}`, kind: 'returned', direction: 'in', amountMinor: 10_000, currency: 'AED' },
      ...{ endToEndId: withdrawalId.replaceAll('-', ''), statementId: 's', importedAt: new Date() },
      ...{ state: 'open', why: 'state', version: 1 },
    })
    expect(await cash.importStatement(xml)).toMatchObject({ booked: 0, known: 1 })
    expect(await stateOf(withdrawalId)).toBe('returned')
  })

  it('is taken from an upload once', async () => {
    const upload = await cash.app.quarantine(Buffer.from(statementOf([])))
    const take = () => cash.app.call(ProposeBankStatement, upload, cash.maker, FINANCE)
    const { approvalId } = (await take()).pending
    expect(await refusal(take())).toBe('409 UPLOAD_GONE')
    await cash.decideBankStatement(approvalId, cash.checker, 'reject')
  })

  it('leaves a ledger without faults, with every payment booked', async () => {
    expect((await cash.app.proof()).faults).toEqual([])
    expect(await balanceOf(accounts.payoutsInFlight())).toBe(0)
  })
})

describe('the list of payouts', () => {
  it('is read in pages by finance only, without names and numbers of accounts', async () => {
    const read = (cursor?: string, view: 'open' | 'all' = 'all') =>
      cash.app.call(ListPayouts, { view, limit: 2, ...(cursor ? { cursor } : {}) }, cash.maker, FINANCE)
    const first = await read()
    const second = await read(first.cursor)
    expect([first.files, second.files].map((files) => files !== undefined)).toEqual([true, false])
    const ids = [...first.payouts, ...second.payouts].map(({ withdrawalId }) => withdrawalId)
    expect(ids).toEqual([...new Set(ids)].toSorted().reverse())
    expect(ids).toHaveLength(4)
    expect(await refusal(read(first.cursor, 'open'))).toBe('400 VALIDATION_FAILED')
    expect(JSON.stringify([first, second])).not.toMatch(/Layla|0331/)
    expect(await refusal(cash.app.call(ListPayouts, { view: 'all', limit: 2 }, cash.maker, []))).toBe('403 FORBIDDEN')
  })
})
