import { Binary } from 'bson'
import { int, isDoc, toNumber, truthy, type Doc } from '../bson/values.js'
import { Code, DocstoreError, fail } from '../errors.js'
import { SESSION_MINUTES, TRANSACTION_LIFETIME_MS } from '../limits.js'
import type { Store } from '../storage/store.js'
import { Transaction } from './transaction.js'
import { storedReply } from './replies.js'

/** A client's session: the number of its latest transaction or retryable write, and its outcome. */
export interface Session {
  id: Buffer
  number: bigint
  state: 'none' | 'open' | 'committed' | 'aborted'
  transaction?: Transaction
  /** The connection that sent the last statement of the transaction. */
  connection: number
  timer?: NodeJS.Timeout
  usedAtMs: number
}

/** After the connection of an open transaction has closed, a live client sends another command within this time. */
const ORPHAN_GRACE_MS = 2000

/** All sessions. The client numbers its transactions; a higher number ends the transaction of a lower one. */
export class Sessions {
  private readonly sessions = new Map<string, Session>()

  constructor(private readonly store: Store) {}

  /** Returns the session that a command names; creates it if it is new. */
  find(lsid: Doc): Session {
    const id = lsid.get('id')
    if (!(id instanceof Binary)) fail(Code.TypeMismatch, "BSON field 'lsid.id' is missing or not a UUID")
    const bytes = Buffer.from(id.buffer.subarray(0, id.position))
    const key = bytes.toString('hex')
    const session = this.sessions.get(key) ?? { id: bytes, number: -1n, state: 'none', connection: 0, usedAtMs: 0 }
    session.usedAtMs = Date.now()
    this.sessions.set(key, session)
    return session
  }

  /**
   * Returns the open transaction of a statement; begins one for `startTransaction`.
   * @throws DocstoreError 251 when there is none, 225 for an older number, 256 when it has been committed.
   */
  transactionFor(session: Session, command: Doc, connection: number): Transaction {
    const number = numberOf(command)
    if (truthy(command.get('startTransaction'))) this.begin(session, number)
    if (number < session.number)
      fail(Code.TransactionTooOld, `Cannot start transaction ${number} because a newer one has started`)
    if (number === session.number && session.state === 'committed')
      fail(Code.TransactionCommitted, `Transaction ${number} has been committed.`)
    if (number !== session.number || !session.transaction?.isOpen) throw noSuchTransaction(number)
    session.connection = connection
    return session.transaction
  }

  private begin(session: Session, number: bigint): void {
    if (number < session.number)
      fail(Code.TransactionTooOld, `Cannot start transaction ${number}: ${session.number} has started`)
    if (number === session.number) fail(50911, `Transaction ${number} has already been started on this session`)
    this.abort(session)
    session.number = number
    session.state = 'open'
    session.transaction = new Transaction(this.store)
    session.timer = setTimeout(() => this.abort(session), TRANSACTION_LIFETIME_MS).unref()
  }

  /** Records a retryable write, which ends an open transaction with a lower number. @throws DocstoreError 225. */
  retryable(session: Session, number: bigint): void {
    if (number < session.number)
      fail(Code.TransactionTooOld, `Retryable write ${number} is older than ${session.number}`)
    if (number === session.number) return
    this.abort(session)
    session.number = number
    session.state = 'none'
  }

  /** Commits a transaction, or repeats the reply if it has been committed, even before a restart. */
  async commit(session: Session, number: bigint, record: () => void): Promise<void> {
    if (number === session.number && session.state === 'committed') return
    const { transaction } = session
    if (number !== session.number || !transaction?.isOpen) {
      const { store } = this
      // In the writer's queue, so that a queued commit is not mistaken for a lost one.
      const stored = await store.write(function* () {
        yield
        return storedReply(store.connection, session.id)
      })
      if (stored?.number === number && !stored.reply) return
      throw noSuchTransaction(number)
    }
    this.detach(session)
    session.state = 'aborted'
    if (transaction.dirty) await transaction.commit(record)
    else transaction.abort()
    session.state = 'committed'
  }

  /** @throws DocstoreError 251 when the session has no such open transaction, 256 when it has been committed. */
  abortNumbered(session: Session, number: bigint): void {
    if (number === session.number && session.state === 'committed')
      fail(Code.TransactionCommitted, `Transaction ${number} has been committed.`)
    if (number !== session.number || session.state !== 'open') throw noSuchTransaction(number)
    this.abort(session)
  }

  /** Aborts the session's open transaction, if any. */
  abort(session: Session): void {
    const { transaction } = session
    if (!transaction) return
    this.detach(session)
    session.state = 'aborted'
    transaction.abort()
  }

  private detach(session: Session): void {
    clearTimeout(session.timer)
    delete session.timer
    delete session.transaction
  }

  /** Removes sessions and aborts their open transactions. */
  end(lsids: readonly Doc[]): void {
    for (const lsid of lsids) {
      const session = this.find(lsid)
      this.abort(session)
      this.sessions.delete(session.id.toString('hex'))
    }
  }

  /** Aborts transactions whose connection has closed and whose client has sent nothing since: it has crashed. */
  disconnected(connection: number): void {
    for (const session of this.sessions.values()) {
      const { transaction } = session
      if (!transaction || session.connection !== connection) continue
      setTimeout(() => {
        if (session.transaction === transaction && session.connection === connection) this.abort(session)
      }, ORPHAN_GRACE_MS).unref()
    }
  }

  /** Removes sessions that have been idle beyond the session lifetime. */
  sweep(nowMs: number): void {
    for (const [key, session] of this.sessions) {
      if (!session.transaction && nowMs - session.usedAtMs > SESSION_MINUTES * 60_000) this.sessions.delete(key)
    }
  }

  close(): void {
    for (const session of this.sessions.values()) this.abort(session)
  }
}

/** Returns the `txnNumber` of a command. @throws DocstoreError 14 when it is not a number. */
export function numberOf(command: Doc): bigint {
  const value = command.get('txnNumber')
  if (typeof value === 'bigint') return value
  return BigInt(
    toNumber(value ?? int(-1)) ??
      fail(Code.TypeMismatch, "BSON field 'txnNumber' is the wrong type, expected type 'long'"),
  )
}

/** Returns the session document of a command. */
export const lsidOf = (command: Doc): Doc | undefined => {
  const lsid = command.get('lsid')
  return isDoc(lsid) ? lsid : undefined
}

function noSuchTransaction(number: bigint): DocstoreError {
  const error = new DocstoreError(
    Code.NoSuchTransaction,
    `Given transaction number ${number} does not match any in-progress transactions.`,
  )
  error.labels.push('TransientTransactionError')
  return error
}
