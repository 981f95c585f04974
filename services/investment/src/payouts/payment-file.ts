import type { PaymentFileView } from '@hissa/contracts/investment'
import { type Fils, toDecimal } from '@hissa/money'
import { dubaiDay } from '../rules/rules.api.js'

export const PAYMENT_FILES = 'payment_files'
/** The most payments of one file. */
export const MOST_PAYMENTS = 500
/** Who pays, as the receivers' banks show it. */
const PAYER = 'Hissa Client Money'

/** A file of payments that two members of staff have approved. */
export interface PaymentFile {
  _id: string
  state: PaymentFileView['state']
  payments: number
  totalFils: Fils
  sha256: string
  sizeBytes: number
  /** The encrypted file. */
  objectRef: string
  maker: string
  checker: string
  approvedAt: Date
  releasedAt?: Date
  deliveredAt?: Date
  recalledAt?: Date
  version: number
}

export interface Payment {
  endToEndId: string
  reference: string
  amountFils: Fils
  iban: string
  holderName: string
}

/**
 * Writes a payment initiation, `pain.001.001.03` of ISO 20022: one group of transfers in dirhams. The message id is the
 * file's, by which a bank recognises a file that it gets twice. Pure, so the same payments give the same bytes.
 */
export function paymentXml(
  file: { fileId: string; at: Date; payerIban: string; totalFils: Fils },
  payments: readonly Payment[],
): string {
  const { at, payerIban } = file
  const messageId = file.fileId.replaceAll('-', '')
  const totals = `<NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${toDecimal(file.totalFils)}</CtrlSum>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${at.toISOString().slice(0, 19)}</CreDtTm>${totals}`,
    `<InitgPty><Nm>${PAYER}</Nm></InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${messageId}</PmtInfId><PmtMtd>TRF</PmtMtd>${totals}`,
    `<ReqdExctnDt>${dubaiDay(at)}</ReqdExctnDt><Dbtr><Nm>${PAYER}</Nm></Dbtr>`,
    `<DbtrAcct><Id><IBAN>${payerIban}</IBAN></Id><Ccy>AED</Ccy></DbtrAcct>`,
    '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>',
    ...payments.map(transferXml),
    '</PmtInf></CstmrCdtTrfInitn></Document>',
    '',
  ].join('\n')
}

const transferXml = ({ endToEndId, reference, amountFils, iban, holderName }: Payment) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId>` +
  `<Amt><InstdAmt Ccy="AED">${toDecimal(amountFils)}</InstdAmt></Amt>` +
  `<Cdtr><Nm>${escaped(bankName(holderName))}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>` +
  `<RmtInf><Ustrd>${escaped(reference)}</Ustrd></RmtInf></CdtTrfTxInf>`

/** Letters that Unicode doesn't decompose. */
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th' },
  ...{ ł: 'l', Ł: 'L', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N', ə: 'a', Ə: 'A', '’': "'", '‘': "'" },
}
const NAME_LENGTH = 140

/**
 * Returns a name in the characters that every bank takes (SWIFT's set x). A bank refuses a whole file for one character
 * that it doesn't know, so a name with such a one would stop everybody's payments.
 */
export const bankName = (name: string): string =>
  [...name.normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/[^A-Za-z0-9/?:().,'+-]+/g, ' ')
    .trim()
    .slice(0, NAME_LENGTH)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text, without the control characters that XML does not allow. */
const escaped = (text: string) => text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)

/** Returns a file as finance staff see it. */
export function paymentFileView(file: PaymentFile): PaymentFileView {
  const { _id: fileId, state, payments, totalFils, sha256, maker, checker, approvedAt, deliveredAt } = file
  return {
    ...{ fileId, state, payments, totalFils, sha256, maker, checker, approvedAt: approvedAt.toISOString() },
    ...(deliveredAt ? { deliveredAt: deliveredAt.toISOString() } : {}),
  }
}
