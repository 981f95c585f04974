import {
  AddBankAccount,
  ConfirmBankAccount,
  DecidePaymentFile,
  DecideBankStatement,
  GetBankAccountCode,
  GetCash,
  ListPayouts,
  ProposePaymentFile,
  ProposeBankStatement,
  RequestWithdrawal,
} from '@hissa/contracts/investment'
import { UserStatusChanged } from '@hissa/contracts/identity'
import { newId, SystemClock } from '@hissa/kernel'
import { Committer, MongoLedgerStore } from '@hissa/ledger'
import { isStoreDown } from '@hissa/persistence'
import { fils } from '@hissa/money'
import { accounts, chart } from '../src/accounts.js'
import { readsOf } from '../src/reads.js'
import { FINANCE } from './desk.js'
import { Investment } from './harness.js'

/** Valid IBANs of the United Arab Emirates, of accounts that don't exist. */
export const IBANS = [
  'AE070331234567890123456',
  'AE770260001015000000001',
  'AE500260001015000000002',
  'AE230260001015000000003',
] as const
/** The client money account. */
export const PAYER_IBAN = 'AE930260001015000000004'

interface Investor {
  userId: string
  bankAccountId: string
}

/** The service with a second writer to its ledger, which credits investors as distributions do. */
export class Cash {
  readonly maker = newId()
  readonly checker = newId()

  private constructor(
    readonly app: Investment,
    private readonly ledger: Committer,
  ) {}

  static async start(more: Record<string, string> = {}): Promise<Cash> {
    const app = await Investment.start({ more: { PAYOUT_IBAN: PAYER_IBAN, ...more } })
    const { connection } = app
    const parts = { client: connection.getClient(), db: connection.db!, isStoreDown, reads: readsOf(connection) }
    const store = new MongoLedgerStore(parts)
    await store.prepare()
    const clock = new SystemClock()
    const ledger = new Committer({ store, chart, now: () => clock.now(), timeoutMs: 30_000 })
    // In verification, every user has the same name.
    app.bus.nc.subscribe('rpc.kyc.compareHolderName', {
      callback: (_error, message) => {
        const { holderName } = message.json<{ data: { input: { holderName: string } } }>().data.input
        const output = { result: holderName === 'Layla Haddad' ? 'match' : 'mismatch' }
        message.respond(JSON.stringify({ response: { ok: true, output } }))
      },
    })
    await app.bus.nc.flush()
    return new Cash(app, ledger)
  }

  async stop(): Promise<void> {
    await this.ledger.drain()
    await this.app.stop()
  }

  /** Credits an investor's cash from the bank, as a distribution does. */
  async credit(userId: string, amount: number, propertyId?: string): Promise<void> {
    const key = `test-credit:${newId()}`
    const ref: Record<string, string> = propertyId ? { propertyId } : {}
    const [debit, credit] = [accounts.bank(), accounts.investorCash(userId)]
    const transfers = [{ kind: 'single' as const, code: 'distribution', debit, credit, amount: fils(amount), ref }]
    const outcome = await this.ledger.commit({ key, inputHash: key, transfers, saves: [], events: [] })
    if (!outcome.ok) throw new Error(outcome.reason)
  }

  /** Holds the money of a refund for its card, as a cancelled order does. */
  async holdRefund(userId: string, amount: number): Promise<void> {
    const key = `test-refund:${newId()}`
    const ref = { orderId: newId() }
    const [cash, clearing] = [accounts.investorCash(userId), accounts.cardClearing()]
    const outcome = await this.ledger.commit({
      ...{ key, inputHash: key, saves: [], events: [] },
      transfers: [
        { kind: 'single', code: 'order.cancel', debit: clearing, credit: cash, amount: fils(amount), ref },
        { kind: 'pending', code: 'card.refund', debit: cash, credit: clearing, amount: fils(amount), ref },
      ],
    })
    if (!outcome.ok) throw new Error(outcome.reason)
  }

  /** Returns an investor with cash, and a confirmed bank account that can be used. */
  async withMoney(amount: number): Promise<Investor> {
    const userId = await this.app.newcomer()
    const input = { iban: IBANS[0], holderName: 'Layla Haddad' }
    const { bankAccountId } = (await this.app.call(AddBankAccount, input, userId)).bankAccount
    await this.confirm(userId, bankAccountId)
    await this.app.advance(24 * 60)
    await this.credit(userId, amount)
    return { userId, bankAccountId }
  }

  /** Suspends an investor's account, as compliance does. */
  async suspend(userId: string): Promise<void> {
    await this.app.publish(UserStatusChanged, userId, { userId, status: 'suspended', version: 9 }, 9)
    await this.app.until('the suspension is known', () =>
      this.app.collection('investors').findOne({ _id: userId, status: 'suspended' }),
    )
  }

  async confirm(userId: string, bankAccountId: string, issue = 1): Promise<void> {
    const { code } = await this.app.call(GetBankAccountCode, { bankAccountId, issue })
    await this.app.call(ConfirmBankAccount, { bankAccountId, code }, userId)
  }

  of = (userId: string) => this.app.call(GetCash, { limit: 20 }, userId)

  withdraw = ({ userId, bankAccountId }: Investor, amount: number, idempotencyKey: string = newId()) =>
    this.app.call(RequestWithdrawal, { bankAccountId, amount, idempotencyKey }, userId)

  payouts = (view: 'open' | 'all' = 'all') => this.app.call(ListPayouts, { view, limit: 100 }, this.maker, FINANCE)
  propose = (by = this.maker) => this.app.call(ProposePaymentFile, { reason: 'Daily payments' }, by, FINANCE)
  decide = (approvalId: string, by = this.checker, verdict: 'approve' | 'reject' = 'approve') =>
    this.app.call(DecidePaymentFile, { approvalId, verdict, reason: 'Agrees with the list' }, by, FINANCE)

  /** Makes a payment file of every requested withdrawal. */
  async send() {
    return (await this.decide((await this.propose()).pending.approvalId)).file!
  }

  async proposeBankStatement(xml: string, by = this.maker) {
    const upload = await this.app.quarantine(Buffer.from(xml))
    return (await this.app.call(ProposeBankStatement, upload, by, FINANCE)).pending
  }

  decideBankStatement = (approvalId: string, by = this.checker, verdict: 'approve' | 'reject' = 'approve') =>
    this.app.call(DecideBankStatement, { approvalId, verdict, reason: 'Agrees with online banking' }, by, FINANCE)

  /** Proposes a statement, and books it with a second person's approval. */
  async importStatement(xml: string) {
    return (await this.decideBankStatement((await this.proposeBankStatement(xml)).approvalId)).statement!
  }
}

interface Entry {
  withdrawalId: string
  amount: string
  kind?: 'paid' | 'rejected' | 'returned'
  ref?: string
  currency?: string
}

/** Writes a bank statement. */
export function statementOf(
  entries: readonly Entry[],
  { iban = PAYER_IBAN, id = newId() }: { iban?: string; id?: string } = {},
): string {
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
    <GrpHdr><MsgId>m</MsgId></GrpHdr><Stmt><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
    ${entries.map(entryOf).join('')}</Stmt></BkToCstmrStmt></Document>`
}

function entryOf({ withdrawalId, amount, kind = 'paid', ref = newId(), currency = 'AED' }: Entry): string {
  const reason = kind === 'paid' ? '' : '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${kind === 'returned' ? 'CRDT' : 'DBIT'}</CdtDbtInd>
    <Sts>${kind === 'rejected' ? 'INFO' : 'BOOK'}</Sts><AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls>
    <Refs><EndToEndId>${withdrawalId.replaceAll('-', '')}</EndToEndId></Refs>${reason}</TxDtls></NtryDtls></Ntry>`
}
