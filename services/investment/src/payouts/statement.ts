import { createHash } from 'node:crypto'
import { refuse, type ErrorOf, ok, type Result } from '@hissa/contracts'
import { STATEMENT_INVALID, type StatementFault } from '@hissa/contracts/investment'
import { readAed } from '@hissa/money'
import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod/mini'

/** The largest statement that is read. */
export const STATEMENT_LIMIT_BYTES = 5_000_000
const MOST_ENTRIES = 20_000
const MOST_NESTED = 30

/** What an entry says about a payment of ours. */
export type EntryKind = 'paid' | 'rejected' | 'returned' | 'other'

/** One entry of a bank statement. */
export interface StatementEntry {
  /** The same for the same entry of any statement of the account. */
  entryId: string
  kind: EntryKind
  direction: 'in' | 'out'
  /** In the smallest unit of its currency. */
  amountMinor: number
  currency: string
  /** The id that the payer gave the payment. */
  endToEndId?: string
  /** The bank's code of a rejection or a return. */
  bankReason?: string
}

export interface Statement {
  statementId: string
  entries: StatementEntry[]
}

type Unreadable = ErrorOf<typeof STATEMENT_INVALID>

/** Elements that may occur several times, so that one of them is read as a list too. */
const LISTS = ['Stmt', 'Ntry', 'NtryDtls', 'TxDtls']

const text = z.optional(z.string())
const Amount = z.object({ '#text': z.string(), '@_Ccy': z.string() })
const Transaction = z.object({
  Refs: z.optional(z.object({ EndToEndId: text })),
  Amt: z.optional(Amount),
  RtrInf: z.optional(z.object({ Rsn: z.optional(z.object({ Cd: text })) })),
})
const Entry = z.object({
  NtryRef: text,
  AcctSvcrRef: text,
  Amt: Amount,
  CdtDbtInd: z.enum(['CRDT', 'DBIT']),
  RvslInd: text,
  Sts: z.union([z.string(), z.object({ Cd: z.string() })]),
  BookgDt: z.optional(z.object({ Dt: text, DtTm: text })),
  NtryDtls: z.optional(z.array(z.object({ TxDtls: z.optional(z.array(Transaction)) }))),
})
const Document = z.object({
  Document: z.object({
    BkToCstmrStmt: z.object({
      Stmt: z.array(
        z.object({
          Id: z.string().check(z.minLength(1), z.maxLength(100)),
          Acct: z.object({ Id: z.object({ IBAN: z.string() }) }),
          Ntry: z.optional(z.array(Entry)),
        }),
      ),
    }),
  }),
})
type Entry = z.infer<typeof Entry>
type Transaction = z.infer<typeof Transaction>

/**
 * Reads a bank statement, `camt.053` of ISO 20022, of the account `iban`. Documents with a type, and so with entities,
 * are refused; size, depth and number of entries are limited. Pure.
 */
export function readStatement(bytes: Buffer, iban: string): Result<Statement, Unreadable> {
  if (bytes.length > STATEMENT_LIMIT_BYTES) return invalid('size')
  const content = parsed(bytes)
  if (content === undefined) return invalid('xml')
  const { success, data } = z.safeParse(Document, content)
  const statements = data?.Document.BkToCstmrStmt.Stmt ?? []
  if (!success || statements.length === 0) return invalid('format')
  if (statements.some(({ Acct }) => Acct.Id.IBAN !== iban)) return invalid('account')
  const rows = statements.flatMap(({ Ntry = [] }) => Ntry.flatMap(transactionsOf))
  if (rows.length > MOST_ENTRIES) return invalid('size')
  const seen = new Map<string, number>()
  const entries: StatementEntry[] = []
  for (const row of rows) {
    const entry = entryOf(row, iban, seen)
    if (entry === undefined) return invalid('format')
    if (entry !== 'pending') entries.push(entry)
  }
  return ok({ statementId: statements.map(({ Id }) => Id).join(' '), entries })
}

function parsed(bytes: Buffer): unknown {
  const source = bytes.toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(source)) return undefined
  const parser = new XMLParser({
    ...{ ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false, removeNSPrefix: true },
    ...{ processEntities: false, alwaysCreateTextNode: false, maxNestedTags: MOST_NESTED },
    isArray: (name) => LISTS.includes(name),
  })
  try {
    return parser.parse(source, true)
  } catch {
    return undefined
  }
}

interface Row {
  entry: Entry
  transaction: Transaction | undefined
  index: number
}

/** An entry can book several payments at once, each with details. */
function transactionsOf(entry: Entry): Row[] {
  const details = (entry.NtryDtls ?? []).flatMap(({ TxDtls = [] }) => TxDtls)
  if (details.length === 0) return [{ entry, transaction: undefined, index: 0 }]
  return details.map((transaction, index) => ({ entry, transaction, index }))
}

/** Returns an entry, `pending` for one that is not booked yet, or undefined if its amount can't be read. */
function entryOf({ entry, transaction, index }: Row, iban: string, seen: Map<string, number>) {
  const status = typeof entry.Sts === 'string' ? entry.Sts : entry.Sts.Cd
  if (status === 'PDNG') return 'pending' as const
  const { '#text': amount, '@_Ccy': currency } = transaction?.Amt ?? entry.Amt
  // The fils of other currencies are compared with nothing, so their places don't matter.
  const read = /^\d{1,15}(\.\d{1,5})?$/.test(amount) ? readAed(amount.replace(/(\.\d\d)0+$/, '$1')) : undefined
  if (!read?.ok) return undefined
  const endToEndId = transaction?.Refs?.EndToEndId
  const bankReason = transaction?.RtrInf?.Rsn?.Cd
  const identity = [
    ...[iban, entry.AcctSvcrRef ?? entry.NtryRef ?? '', index, endToEndId ?? '', amount, currency],
    ...[entry.CdtDbtInd, status, entry.BookgDt?.Dt ?? entry.BookgDt?.DtTm ?? ''],
  ]
  const twin = createHash('sha256').update(JSON.stringify(identity)).digest('base64url')
  // Without the bank's reference, equal entries of one statement are told apart by their order.
  const nth = seen.get(twin) ?? 0
  seen.set(twin, nth + 1)
  const kind = kindOf({ entry, transaction, status })
  return {
    ...{ entryId: nth === 0 ? twin : `${twin}.${nth}`, kind, amountMinor: read.fils, currency },
    direction: entry.CdtDbtInd === 'CRDT' ? ('in' as const) : ('out' as const),
    ...(endToEndId ? { endToEndId: endToEndId.slice(0, 100) } : {}),
    ...(bankReason ? { bankReason: bankReason.slice(0, 20) } : {}),
  }
}

/**
 * A booked debit is a payment. A debit that is only information, with the reason of a return, was never booked: the
 * bank has rejected the payment. A booked credit that reverses or returns a payment brings its money back.
 */
function kindOf({ entry, transaction, status }: Pick<Row, 'entry' | 'transaction'> & { status: string }): EntryKind {
  const isDebit = entry.CdtDbtInd === 'DBIT'
  const hasReturn = transaction?.RtrInf !== undefined || entry.RvslInd === 'true'
  if (status === 'BOOK') return isDebit ? (hasReturn ? 'other' : 'paid') : hasReturn ? 'returned' : 'other'
  return isDebit && hasReturn ? 'rejected' : 'other'
}

const WORDS: Readonly<Record<StatementFault, string>> = {
  size: 'The file is larger than 5 MB, or has too many entries.',
  xml: 'The file is not a plain XML document.',
  format: 'The file is not a camt.053 statement.',
  account: 'This is the statement of another account.',
}

const invalid = (why: StatementFault) => refuse(STATEMENT_INVALID, WORDS[why], { why })
