import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transfer } from '@hissa/ledger'
import type { Connection } from '@hissa/persistence'
import { KeyRing } from '@hissa/storage'
import { MongoSubjectKeys } from '@hissa/storage/mongo'
import { BANK_ACCOUNTS, fieldOf, type BankAccount, type SealedAccount } from '../cash/bank-account.js'
import type { CashEntry, RegisterEntry } from '../register/entry.js'
import { registerView } from '../register/register.js'
import { RegisterStore } from '../register/register.store.js'

/** What was written. */
interface Exported {
  transfers: number
  bankAccounts: number
  /** The number of the register; absent before the first one. */
  sequence?: number
}

/**
 * Writes into a new folder what register and final payout can be rebuilt from without the platform: every transfer of
 * the ledger, the investors' accounts on the chain, their confirmed bank accounts in plain text, and the newest
 * published register. Of a bank account that still waits at `at` it writes only until when, because its holder may yet
 * stop a stranger who has added it. Only the user of the process may read the files. Errors: EEXIST if the folder exists.
 */
export async function exportBooks(
  connection: Connection,
  masterKey: Buffer,
  folder: string,
  at: Date,
): Promise<Exported> {
  await mkdir(folder, { mode: 0o700 })
  // Chosen before the ledger is read, which then has every transfer that the register states.
  const register = await newestRegister(connection)
  const transfers = await writeRows(folder, 'ledger.jsonl', ledgerOf(connection))
  await writeRows(folder, 'accounts.jsonl', accountsOf(connection))
  const keys = new KeyRing(masterKey, new MongoSubjectKeys(connection))
  const bankAccounts = await writeRows(folder, 'bank-accounts.jsonl', bankAccountsOf(connection, keys, at))
  if (!register) return { transfers, bankAccounts }
  const file = await create(folder, 'register.json')
  await file.writeFile(`${JSON.stringify(register)}\n`)
  await file.close()
  return { transfers, bankAccounts, sequence: register.register.sequence }
}

const create = (folder: string, name: string): Promise<FileHandle> => open(join(folder, name), 'wx', 0o600)

async function writeRows(folder: string, name: string, rows: AsyncIterable<object>): Promise<number> {
  const file = await create(folder, name)
  let count = 0
  try {
    for await (const row of rows) {
      await file.write(`${JSON.stringify(row)}\n`)
      count += 1
    }
  } finally {
    await file.close()
  }
  return count
}

/** Transfers never change and are numbered without gaps, so the rows up to the last one read are one state. */
async function* ledgerOf(connection: Connection) {
  const rows = connection.collection<Transfer>('ledger_transfers').find().sort({ seq: 1 })
  for await (const { _id: id, seq, at, kind, code, debit, credit, amount, pendingId, ref } of rows)
    yield { seq, id, at, kind, code, debit, credit, amount, pendingId, ref }
}

async function* accountsOf(connection: Connection) {
  const rows = connection.collection<{ _id: string; chainId: number; address: string }>('register_accounts').find()
  for await (const { _id: userId, chainId, address } of rows.sort({ _id: 1 })) yield { userId, chainId, address }
}

async function* bankAccountsOf(connection: Connection, keys: KeyRing, at: Date) {
  const confirmed = { confirmedAt: { $exists: true }, removedAt: { $exists: false } }
  const rows = connection.collection<BankAccount>(BANK_ACCOUNTS).find(confirmed).sort({ _id: 1 })
  for await (const { _id, userId, sealed, availableAt } of rows)
    if (availableAt <= at)
      yield {
        userId,
        ...(await keys.openField<SealedAccount>(userId, fieldOf(_id), Buffer.from(sealed, 'base64'))),
      }
    else yield { userId, waitsUntil: availableAt.toISOString() }
}

async function newestRegister(connection: Connection) {
  const registers = new RegisterStore(connection)
  const [newest] = await registers.list(1)
  if (!newest) return undefined
  const { sequence, treeSize } = newest
  const entries: Array<RegisterEntry & { index: number }> = []
  const cash: Array<CashEntry & { index: number }> = []
  for (let from = 0; from < treeSize; from += PAGE)
    for (const leaf of await registers.page(sequence, from, PAGE)) {
      const { index } = leaf
      if ('units' in leaf) {
        const { propertyId, account, holder, units } = leaf
        entries.push({ index, propertyId, account, holder, units })
      } else if ('amountFils' in leaf) cash.push({ index, holder: leaf.holder, amountFils: leaf.amountFils })
    }
  return { register: registerView(newest), entries, cash }
}

const PAGE = 1_000
