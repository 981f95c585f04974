import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Bank, startBank } from '@hissa/bank-sandbox'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cash } from './cash.js'

let bank: Bank
let cash: Cash
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hissa-bank-'))
  bank = await startBank({ port: 0, dataDir })
  cash = await Cash.start({ BANK_URL: bank.url })
})
afterAll(async () => {
  await cash.stop()
  await bank.close()
  await rm(dataDir, { recursive: true, force: true })
})

const press = (path: string) => fetch(`${bank.url}${path}`, { method: 'POST', redirect: 'manual' })
const withdrawn = async () => {
  const investor = await cash.withMoney(50_000)
  const { withdrawalId } = (await cash.withdraw(investor, 100)).withdrawal
  return { ...investor, withdrawalId }
}
/** Waits until a withdrawal is in a state, and moves time so that files are exchanged. */
const reaches = (withdrawalId: string, state: string) =>
  cash.app.untilRetried(`the withdrawal is ${state}`, () =>
    cash.app.collection('withdrawals').findOne({ _id: withdrawalId, state }),
  )

describe('the bank, reached over a network', () => {
  it('gets an approved file, and its statement books the withdrawal', async () => {
    const { userId, withdrawalId } = await withdrawn()
    const { fileId } = await cash.send()
    await reaches(withdrawalId, 'paid')
    expect(await cash.app.collection('payment_files').findOne({ _id: fileId })).toMatchObject({ state: 'delivered' })
    expect(await cash.of(userId)).toMatchObject({ availableFils: 40_000, inFlightFils: 0 })
  })

  it.each([
    ['reject', 'rejected'],
    ['return', 'returned'],
  ])('that is set to %s gives the money back', async (mode, state) => {
    await press(`/mode/${mode}`)
    const { userId, withdrawalId } = await withdrawn()
    await cash.send()
    await reaches(withdrawalId, state)
    await press('/mode/pay')
    expect(await cash.of(userId)).toMatchObject({ availableFils: 50_000, inFlightFils: 0 })
  })

  it('gets a file once that a killed service had sent without recording it', async () => {
    const { userId, withdrawalId } = await withdrawn()
    const { fileId } = await cash.send()
    await reaches(withdrawalId, 'paid')
    // As it is after a kill between the bank's answer and the commit.
    await cash.app.collection('payment_files').updateOne({ _id: fileId }, { $set: { state: 'released', version: 2 } })
    await cash.app.drainAll()
    await cash.app.collection('changes').deleteMany({ _id: `payment-file:${fileId}:2:deliver` })
    await cash.app.bootAnother()
    await cash.app.untilRetried('the file is delivered', () =>
      cash.app.collection('payment_files').findOne({ _id: fileId, state: 'delivered' }),
    )
    expect(await cash.of(userId)).toMatchObject({ availableFils: 40_000, inFlightFils: 0 })
  })

  it('gets the file later if it does not respond', async () => {
    const { withdrawalId } = await withdrawn()
    const port = Number(new URL(bank.url).port)
    await bank.close()
    await cash.send()
    await cash.app.advance(1)
    expect(await cash.app.collection('withdrawals').findOne({ _id: withdrawalId })).toMatchObject({ state: 'sent' })
    bank = await startBank({ port, dataDir })
    await reaches(withdrawalId, 'paid')
    expect((await cash.app.proof()).faults).toEqual([])
  })
  it('never gets an approved file once one of its investors is suspended', async () => {
    await press('/mode/hold')
    const investor = await withdrawn()
    const { fileId } = await cash.send()
    const files = cash.app.collection('payment_files')
    await cash.app.untilRetried('the file is delivered', () => files.findOne({ _id: fileId, state: 'delivered' }))
    await cash.suspend(investor.userId)
    // As it was between its approval and its release.
    await cash.app.drainAll()
    await cash.app.collection('changes').deleteMany({ _id: new RegExp(`^payment-file:${fileId}:1:`) as never })
    await files.updateOne({ _id: fileId }, { $set: { state: 'approved', version: 1 } })
    await cash.app.bootAnother()
    await reaches(investor.withdrawalId, 'requested')
    expect(await files.findOne({ _id: fileId })).toMatchObject({ state: 'recalled', version: 2 })
    expect(await cash.of(investor.userId)).toMatchObject({ availableFils: 40_000, inFlightFils: 10_000 })
  })
})
