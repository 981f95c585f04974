import type { Page } from 'playwright-core'
import { visit } from './waits.js'

/** The client money account of the sandbox bank. */
const IBAN = 'AE930260001015000000004'
const ID = 'STATEMENT-OF-THE-DAY'

/** A statement (`camt.053`) with one payment that the platform has not ordered, which booking lists as a difference. */
const XML =
  '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">' +
  `<BkToCstmrStmt><Stmt><Id>${ID}</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>` +
  '<Ntry><Amt Ccy="AED">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><AcctSvcrRef>FEE-1</AcctSvcrRef>' +
  '<NtryDtls><TxDtls><Refs><EndToEndId>BANK-FEE</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>' +
  '</Stmt></BkToCstmrStmt></Document>'

/** Uploads a bank statement as a member of the finance team, who can then only withdraw it. */
export async function uploadStatement(page: Page, baseUrl: string): Promise<void> {
  await visit(page, `${baseUrl}/staff/finance?tab=payouts`)
  const file = { name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(XML) }
  await page.locator('main input[type=file]').setInputFiles(file)
  await page.getByText(ID).waitFor()
  await page.getByRole('button', { name: 'Withdraw proposal' }).waitFor()
}

/** Approves the uploaded statement as another member of the team, and waits until it is booked. */
export async function approveStatement(page: Page, baseUrl: string): Promise<void> {
  await visit(page, `${baseUrl}/staff/finance?tab=payouts`)
  await page.getByRole('button', { name: 'Approve statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve statement' })
  await dialog.getByLabel('Reason').fill('Agrees with the bank’s own page.')
  await dialog.getByRole('button', { name: 'Approve statement' }).click()
  await page.getByText('The statement was booked').first().waitFor()
  await page.getByText('Booked: 0. Known before: 0. Differences: 1.').waitFor()
}
