#!/usr/bin/env node
// Rebuilds register and final payout from an export, without any of the platform's code. `--help` explains how.
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const HELP = `Usage: node rebuild.mjs <folder>

Reads the export in <folder> and writes into it:

  holders.csv  who holds how many registered shares of each property
  payout.csv   what each investor is owed: cash, and payments of orders that are not allotted
  owed.csv     every account of client money with its balance

It prints every contradiction. Exit code: 0 without contradictions, 1 with some, 2 if the export could not be read.
books.mjs verifies register.json, which it compares with the ledger. An investor without an IBAN has a note why: there is
no bank account, or it waits because the investor may yet stop a stranger who has added it.`

const HELD = /^client-aed:(bank|card-clearing|suspense-out)$/
const INVESTOR = 'client-aed:investor:'
const MISSING = 'client-aed:suspense-out'
const OF_ORDERS = /^client-aed:(escrow|pending-fees):/

async function* rowsOf(folder, name) {
  for await (const line of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity }))
    if (line !== '') yield JSON.parse(line)
}

const add = (sums, key, amount) => sums.set(key, (sums.get(key) ?? 0n) + amount)
const total = (sums) => [...sums.values()].reduce((sum, amount) => sum + amount, 0n)
const dirhams = (fils) => {
  const digits = String(fils < 0n ? -fils : fils).padStart(3, '0')
  return `${fils < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** A spreadsheet runs a text that begins with one of these characters. Negative amounts are no texts. */
const safe = (text) => (/^-[\d.]+$/.test(text) ? text : text.replace(/^(?=[=+\-@\t\r])/, "'"))
const cell = (value) => `"${safe(String(value)).replaceAll('"', '""')}"`
const csv = (rows) => `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

/** Posts every transfer. Returns the balances, what is reserved, each order's money, and the balances at `moment`. */
async function readLedger(folder, moment, report) {
  const state = { balances: new Map(), reserved: new Map(), orders: new Map(), payers: new Map(), then: new Map() }
  const pending = new Map()
  let last = 0
  for await (const { seq, id, kind, debit, credit, amount, pendingId, ref } of rowsOf(folder, 'ledger.jsonl')) {
    if (seq !== last + 1) report(`transfer ${seq} follows ${last}`)
    if (!Number.isSafeInteger(amount) || amount < 0) report(`transfer ${seq} has no amount`)
    last = seq
    const value = BigInt(amount)
    if (kind === 'pending') pending.set(id, { debit, value })
    const held = pendingId === undefined ? undefined : pending.get(pendingId)
    if (kind === 'pending') add(state.reserved, debit, value)
    else if (held) add(state.reserved, held.debit, -held.value)
    if (kind === 'single' || kind === 'post') {
      add(state.balances, debit, -value)
      add(state.balances, credit, value)
      countOrder(state, { debit, credit, value, orderId: ref?.orderId })
    }
    if (seq === moment) state.then = new Map(state.balances)
  }
  if (moment > last) report(`the register states transfer ${moment}, the ledger ends with ${last}`)
  return state
}

/** Counts what an order has in the accounts of orders, and whose it is. */
function countOrder({ orders, payers }, { debit, credit, value, orderId }) {
  if (OF_ORDERS.test(credit)) add(orders, orderId, value)
  if (OF_ORDERS.test(debit)) add(orders, orderId, -value)
  if (OF_ORDERS.test(credit) && debit.startsWith(INVESTOR)) payers.set(orderId, debit.slice(INVESTOR.length))
}

/** Returns registered shares as rows of property, investor and units, in order. */
function holdersOf(balances) {
  const rows = [...balances].flatMap(([id, held]) => {
    const [, propertyId, userId] = /^units-(.+):holder:(.+)$/.exec(id) ?? []
    return userId === undefined || held === 0n ? [] : [{ propertyId, userId, units: held }]
  })
  return rows.sort((a, b) => (`${a.propertyId} ${a.userId}` < `${b.propertyId} ${b.userId}` ? -1 : 1))
}

const cashOf = (balances) => new Map([...balances].filter(([id, owed]) => id.startsWith(INVESTOR) && owed !== 0n))

/** Compares the published register with the ledger at its moment: names are hidden there, amounts are not. */
function compare({ entries, cash, register }, then, report) {
  const isSame = (a, b) => JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())
  const rebuilt = holdersOf(then).map(({ propertyId, units }) => `${propertyId} ${units}`)
  const published = entries.map(({ propertyId, units }) => `${propertyId} ${units}`)
  if (!isSame(rebuilt, published)) report(`register ${register.sequence} states other holdings than the ledger`)
  if (!register.books) return
  const digits = [...cashOf(then).values()].flatMap((owed) =>
    [...String(owed)].flatMap((digit, at, all) => (digit === '0' ? [] : [digit.padEnd(all.length - at, '0')])),
  )
  const stated = cash.map(({ amountFils }) => String(amountFils))
  if (!isSame(digits, stated)) report(`register ${register.sequence} states other cash than the ledger`)
  const sums = { ...totalsOf(then), shareEntries: BigInt(rebuilt.length), cashEntries: BigInt(digits.length) }
  for (const [name, sum] of Object.entries(sums))
    if (String(register.books[name]) !== String(sum))
      report(`register ${register.sequence} states ${name} ${register.books[name]}, the ledger ${sum}`)
}

/** Returns the totals of client money in fils: what is owed to investors and others, held, and missing. */
function totalsOf(balances) {
  const totals = { investorsFils: 0n, otherFils: 0n, heldFils: 0n, missingFils: 0n }
  for (const [id, owed] of balances)
    if (id === MISSING) totals.missingFils -= owed
    else if (HELD.test(id)) totals.heldFils -= owed
    else if (id.startsWith(INVESTOR)) totals.investorsFils += owed
    else if (id.startsWith('client-aed:')) totals.otherFils += owed
  return totals
}

/** Returns what each investor is owed, and reports money of orders that is nobody's. */
function payoutOf({ balances, reserved, orders, payers }, report) {
  const cash = new Map([...cashOf(balances)].map(([id, owed]) => [id.slice(INVESTOR.length), owed]))
  const unallotted = new Map()
  for (const [orderId, owed] of orders) if (owed !== 0n) add(unallotted, payers.get(orderId), owed)
  if (unallotted.has(undefined)) report(`${unallotted.get(undefined)} fils of orders are of no investor`)
  const inOrders = [...balances].reduce((sum, [id, owed]) => (OF_ORDERS.test(id) ? sum + owed : sum), 0n)
  if (total(unallotted) !== inOrders) report(`orders have ${total(unallotted)} fils, their accounts ${inOrders}`)
  const userIds = [...new Set([...cash.keys(), ...unallotted.keys()])].filter((userId) => userId !== undefined).sort()
  return userIds.map((userId) => {
    const reservedFils = reserved.get(`${INVESTOR}${userId}`) ?? 0n
    return { userId, cash: cash.get(userId) ?? 0n, orders: unallotted.get(userId) ?? 0n, reserved: reservedFils }
  })
}

async function rebuild(folder, report) {
  const file = join(folder, 'register.json')
  const published = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const state = await readLedger(folder, published?.register.ledgerSeq ?? 0, report)
  if (published) compare(published, state.then, report)
  const accounts = new Map()
  for await (const { userId, address } of rowsOf(folder, 'accounts.jsonl')) accounts.set(userId, address)
  const banks = new Map()
  for await (const { userId, ...bank } of rowsOf(folder, 'bank-accounts.jsonl'))
    if (!banks.get(userId)?.iban && (bank.iban || !banks.has(userId))) banks.set(userId, bank)
  const holders = holdersOf(state.balances)
  const payout = payoutOf(state, report)
  const money = [...state.balances].filter(([id, owed]) => id.startsWith('client-aed:') && owed !== 0n).sort()
  const sum = money.reduce((all, [, owed]) => all + owed, 0n)
  if (sum !== 0n) report(`client money: held and owed differ by ${sum} fils`)
  for (const [id, owed] of money) if (owed < 0n && !HELD.test(id)) report(`${id} is overdrawn by ${-owed} fils`)

  const write = (name, rows) => writeFileSync(join(folder, name), csv(rows), { mode: 0o600 })
  const holderRows = holders.map(({ propertyId, userId, units }) => [
    propertyId,
    userId,
    accounts.get(userId) ?? '',
    units,
  ])
  write('holders.csv', [['property', 'investor', 'account', 'units'], ...holderRows])
  const payoutRows = payout.map(({ userId, cash, orders, reserved }) => {
    const { holderName = '', iban = '', waitsUntil } = banks.get(userId) ?? {}
    const waits = waitsUntil ? `the bank account waits until ${waitsUntil}` : 'no bank account'
    const amounts = [cash + orders, cash, orders, reserved].map(dirhams)
    return [userId, holderName, iban, ...amounts, iban ? '' : waits]
  })
  const columns = ['investor', 'name', 'iban', 'owed', 'of it cash', 'of it orders', 'of it on its way', 'note']
  write('payout.csv', [columns, ...payoutRows])
  write('owed.csv', [['account', 'aed'], ...money.map(([id, owed]) => [id, dirhams(owed)])])
  const due = payout.reduce((all, { cash, orders }) => all + cash + orders, 0n)
  return { holdings: holders.length, investors: payout.length, due }
}

async function main([folder, ...more]) {
  if (!folder || folder === '--help' || more.length > 0) return void console.log(HELP)
  let contradictions = 0
  const report = (text) => {
    contradictions += 1
    console.log(`contradiction: ${text}`)
  }
  const { holdings, investors, due } = await rebuild(folder, report)
  console.log(`${holdings} holdings, ${investors} investors owed AED ${dirhams(due)}, ${contradictions} contradictions`)
  process.exitCode = contradictions > 0 ? 1 : 0
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(`not rebuilt: ${error.message}`)
  process.exitCode = 2
})
