import { XMLParser } from 'fast-xml-parser'
import type { Booking, Instruction, Payment } from './store.js'

export interface PaymentFile {
  messageId: string
  payments: Instruction[]
}

const LISTS = ['PmtInf', 'CdtTrfTxInf']

/** Returns what is at a path of element names; undefined if there is nothing. */
function at(node: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null ? (parent as Record<string, unknown>)[name] : undefined,
    node,
  )
}
const listAt = (node: unknown, name: string): unknown[] => {
  const found = at(node, name)
  return Array.isArray(found) ? found : []
}

/** Reads a payment initiation (`pain.001.001.03`). Throws Error for anything else. */
export function readPaymentFile(xml: string): PaymentFile {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('Document types are not accepted')
  const parser = new XMLParser({
    ...{ ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false, removeNSPrefix: true },
    ...{ processEntities: false, maxNestedTags: 30, isArray: (name: string) => LISTS.includes(name) },
  })
  const initiation = at(parser.parse(xml, true), 'Document', 'CstmrCdtTrfInitn')
  const messageId = at(initiation, 'GrpHdr', 'MsgId')
  const groups = listAt(initiation, 'PmtInf')
  if (typeof messageId !== 'string' || groups.length === 0) throw new Error('This is not a payment file')
  const payments = groups.flatMap((group) =>
    listAt(group, 'CdtTrfTxInf').map((transfer) => instructionOf(transfer, group)),
  )
  const declared = Number(at(initiation, 'GrpHdr', 'NbOfTxs'))
  if (declared !== payments.length) throw new Error(`The file declares ${declared} payments and has ${payments.length}`)
  return { messageId, payments }
}

function instructionOf(transfer: unknown, group: unknown): Instruction {
  const text = (node: unknown, ...path: string[]): string => {
    const found = at(node, ...path)
    if (typeof found !== 'string') throw new Error(`A payment has no ${path.join('/')}`)
    return found
  }
  return {
    endToEndId: text(transfer, 'PmtId', 'EndToEndId'),
    amount: text(transfer, 'Amt', 'InstdAmt', '#text'),
    currency: text(transfer, 'Amt', 'InstdAmt', '@_Ccy'),
    name: text(transfer, 'Cdtr', 'Nm'),
    iban: text(transfer, 'CdtrAcct', 'Id', 'IBAN'),
    payerIban: text(group, 'DbtrAcct', 'Id', 'IBAN'),
  }
}

/** Writes a statement (`camt.053.001.02`) of the payer's account. */
export function statementXml(
  number: number,
  payerIban: string,
  entries: readonly { booking: Booking; payment: Payment }[],
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>S${number}</MsgId></GrpHdr><Stmt><Id>S${number}</Id>`,
    `<Acct><Id><IBAN>${payerIban}</IBAN></Id></Acct>`,
    ...entries.map(entryXml),
    '</Stmt></BkToCstmrStmt></Document>',
    '',
  ].join('\n')
}

/** The reason of ISO 20022 for a closed account. */
const CLOSED = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'

const entryXml = ({ booking, payment }: { booking: Booking; payment: Payment }) =>
  `<Ntry><Amt Ccy="${payment.currency}">${payment.amount}</Amt>` +
  `<CdtDbtInd>${booking.kind === 'returned' ? 'CRDT' : 'DBIT'}</CdtDbtInd>` +
  `<Sts>${booking.kind === 'rejected' ? 'INFO' : 'BOOK'}</Sts>` +
  `<BookgDt><Dt>${new Date(booking.atMs).toISOString().slice(0, 10)}</Dt></BookgDt>` +
  `<AcctSvcrRef>HB${booking.seq}</AcctSvcrRef><NtryDtls><TxDtls>` +
  `<Refs><EndToEndId>${payment.endToEndId}</EndToEndId></Refs>${booking.kind === 'paid' ? '' : CLOSED}` +
  '</TxDtls></NtryDtls></Ntry>'
