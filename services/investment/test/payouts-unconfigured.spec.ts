import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ProposePaymentFile, ProposeBankStatement } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { statementOf } from './cash.js'
import { FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

describe('without a client money account', () => {
  it('no payment file is made and no statement is proposed', async () => {
    const file = await app.quarantine(Buffer.from(statementOf([])))
    const propose = app.call(ProposePaymentFile, { reason: 'Payments' }, newId(), FINANCE)
    expect(await refusal(propose)).toBe('409 PAYOUTS_NOT_CONFIGURED')
    expect(await refusal(app.call(ProposeBankStatement, file, newId(), FINANCE))).toBe('409 PAYOUTS_NOT_CONFIGURED')
  })
})
