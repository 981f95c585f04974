import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { EventData } from '@hissa/contracts'
import { TransferMirrored } from '@hissa/contracts/tokenisation'
import { units } from '@hissa/money'
import type { Investment } from './harness.js'
import { hash, receipt, ShareTransfers, TOKEN } from './share-transfers.js'

const ACCOUNT = `0x${'33'.repeat(20)}`

let shares: ShareTransfers
let app: Investment
beforeAll(async () => {
  shares = await ShareTransfers.start()
  ;({ app } = shares)
})
afterAll(() => shares.stop())

const mirror = (transferId: string, propertyId: string, change: Partial<EventData<typeof TransferMirrored>> = {}) =>
  app.publish(TransferMirrored, transferId, {
    ...{ transferId, propertyId, units: units(5), token: TOKEN, account: ACCOUNT, receipt: receipt('c3'), version: 3 },
    ...change,
  })

describe('the chain', () => {
  it('issues transferred shares again once they have moved, and takes the newest receipt', async () => {
    const [from] = await shares.allotted()
    const { propertyId } = from
    await shares.mint(from)
    await shares.reaches(from, 'issued')
    const to = await app.investor()
    await shares.transfer(from, to)
    expect((await shares.dashboard(from.userId)).holdings[0]).toMatchObject({
      units: 15,
      issuedUnits: 15,
      state: 'issued',
    })
    expect((await shares.dashboard(to)).holdings[0]).toMatchObject({ units: 5, issuedUnits: 0, state: 'allotted' })
    const [{ _id: id }] = (await shares.rowsOf(propertyId)) as [{ _id: string }]
    for (let n = 0; n < 2; n += 1) await mirror(id, propertyId)
    await app.until('it is issued', async () => (await shares.dashboard(to)).holdings[0]!.state === 'issued')
    const view = { token: TOKEN, account: ACCOUNT, transactionHash: hash('c3') }
    expect(await shares.dashboard(to)).toMatchObject({
      ...{ holdings: [{ units: 5, issuedUnits: 5, onChain: view }], transfers: [{ onChain: view }] },
    })
    await mirror(id, propertyId, { version: 5, receipt: receipt('d4') })
    await app.until('the receipt is known', async () => {
      return (await shares.dashboard(to)).holdings[0]!.onChain!.transactionHash === hash('d4')
    })
    await mirror(id, propertyId, { version: 4, receipt: receipt('e5') })
    await app.until('the older report is handled', async () => (await app.collection('inbox').countDocuments({})) > 0)
    expect((await shares.holding({ userId: to, propertyId }))!['issuedUnits']).toBe(5)
  })

  it('may report the transfer before the mint', async () => {
    const [from] = await shares.allotted()
    const { propertyId } = from
    const to = await app.investor()
    await shares.transfer(from, to)
    const [{ _id: id }] = (await shares.rowsOf(propertyId)) as [{ _id: string }]
    await mirror(id, propertyId)
    await app.until('it is issued', async () => (await shares.dashboard(to)).holdings[0]!.state === 'issued')
    expect((await shares.dashboard(from.userId)).holdings[0]).toMatchObject({
      units: 15,
      issuedUnits: 0,
      state: 'allotted',
    })
    await shares.mint(from)
    await shares.reaches(from, 'issued')
    expect((await shares.dashboard(from.userId)).holdings[0]).toMatchObject({
      units: 15,
      issuedUnits: 15,
      state: 'issued',
    })
  })

  it.each<[string, Partial<EventData<typeof TransferMirrored>>]>([
    ['other units', { units: units(6) }],
    ['another property', { propertyId: 'Prop_other' }],
    ['a transfer that does not exist', { transferId: 'nothing' }],
  ])('is not believed if it reports %s', async (_, change) => {
    const [from] = await shares.allotted()
    const to = await app.investor()
    await shares.transfer(from, to)
    const [{ _id: id }] = (await shares.rowsOf(from.propertyId)) as [{ _id: string }]
    await app.collection('inbox_failures').deleteMany({})
    await mirror(id, from.propertyId, change)
    await app.until('it was rejected', async () => {
      const failures = await app.collection('inbox_failures').find({}).toArray()
      return failures.some((failure) => failure._id.startsWith('investment-record-mirror-when-transfer-mirrored'))
    })
    expect((await shares.rowsOf(from.propertyId))[0]).not.toHaveProperty('mirrored')
  })
})
