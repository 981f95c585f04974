import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bank, startBank } from './index.js'

let bank: Bank
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hissa-bank-'))
  bank = await startBank({ port: 0, dataDir, nowMs: () => Date.UTC(2026, 10, 24) })
})
afterEach(async () => {
  await bank.close()
  await rm(dataDir, { recursive: true, force: true })
})

const file = (messageId: string, endToEndId = 'e1') =>
  `<Document><CstmrCdtTrfInitn><GrpHdr><MsgId>${messageId}</MsgId><NbOfTxs>1</NbOfTxs></GrpHdr><PmtInf>
   <DbtrAcct><Id><IBAN>AE93</IBAN></Id></DbtrAcct><CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId>
   <Amt><InstdAmt Ccy="AED">10.50</InstdAmt></Amt><Cdtr><Nm>Layla</Nm></Cdtr>
   <CdtrAcct><Id><IBAN>AE07</IBAN></Id></CdtrAcct></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`
const headers = { 'content-type': 'application/xml' }
const send = (body: string) => fetch(`${bank.url}/files`, { method: 'POST', headers, body })
const press = (path: string) => fetch(`${bank.url}${path}`, { method: 'POST', redirect: 'manual' })
const statements = async () =>
  ((await (await fetch(`${bank.url}/statements`)).json()) as { statements: unknown[] }).statements.length
const statement = async (number: number) => (await fetch(`${bank.url}/statements/${number}`)).text()

describe('the bank sandbox', () => {
  it('pays a file once, however often it is sent', async () => {
    expect(await (await send(file('m1'))).json()).toEqual({ payments: 1 })
    expect(await (await send(file('m1'))).json()).toEqual({ payments: 0 })
    expect(await statements()).toBe(1)
    const xml = await statement(1)
    for (const part of ['<IBAN>AE93</IBAN>', '<Amt Ccy="AED">10.50</Amt>', '<Sts>BOOK</Sts>', '<EndToEndId>e1<'])
      expect(xml).toContain(part)
  })

  it('rejects, and returns in the next statement, what the switch says', async () => {
    await press('/mode/reject')
    await send(file('m1'))
    expect(await statement(1)).toContain('<Sts>INFO</Sts>')
    await press('/mode/return')
    await send(file('m2'))
    expect([await statement(2), await statement(3)].map((xml) => /DBIT|CRDT/.exec(xml)?.[0])).toEqual(['DBIT', 'CRDT'])
  })

  it('holds payments for their buttons, and keeps them over a restart', async () => {
    await press('/mode/hold')
    await send(file('m1'))
    expect(await statements()).toBe(0)
    await bank.close()
    bank = await startBank({ port: 0, dataDir })
    await press('/payments/1/paid')
    await press('/payments/1/rejected')
    await press('/payments/1/returned')
    expect(await statements()).toBe(2)
    expect(await (await fetch(bank.url)).text()).toContain('returned')
  })

  it('refuses what is not a payment file, and forms of other pages', async () => {
    for (const body of ['<a/>', 'none', `<!DOCTYPE a>${file('m1')}`, file('m1').replace('<NbOfTxs>1', '<NbOfTxs>2')])
      expect((await send(body)).status).toBe(400)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await fetch(`${bank.url}/mode/reject`, { method: 'POST', headers: foreign })).status).toBe(403)
    expect(await (await fetch(bank.url)).text()).toContain('Payments appear here')
  })
})
