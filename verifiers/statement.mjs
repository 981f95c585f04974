#!/usr/bin/env node
// Verifies a signed statement, or a signed answer about a digital card, offline, without any of the platform's code. `--help` explains how.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'

const HELP = `Usage: node statement.mjs <statement.json | statement.csv> --key=<public key>
       node statement.mjs --qr=<text of the QR code> --key=<public key>
       node statement.mjs <saved answer about a digital card> --key=<public key>

Verifies the signature of a statement, and recomputes every sum in it. It needs no network.

  --key=<key>     the platform's public key: 43 characters of base64url, or a saved response of /api/statements/keys.
                  Get it once and keep it: a key that comes with a statement proves nothing
  --qr=<text>     the text of the QR code on a printed statement. It proves the period, the two amounts and the hash
                  that it prints; --qr together with a JSON file also proves that they belong together

Exit code: 0 if it is genuine and adds up, 1 if not, 2 if it could not be verified.`

const MOST_BYTES = 16 * 1024 * 1024
const ACCOUNT = 'hissa.statement.account.v1'
const TAX = 'hissa.statement.tax.v1'
const CSV = 'hissa.statement.csv.v1'
const CARD = 'hissa.card.v1'
const DAY = /^\d{4}-\d{2}-\d{2}$/
const KEY = /^[A-Za-z0-9_-]{43}$/
const DUBAI_OFFSET_MS = 4 * 3_600_000

class NotVerified extends Error {}

const sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** RFC 8785: members in order of their names' UTF-16 code units, no spaces. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

function read(file) {
  try {
    if (statSync(file).size > MOST_BYTES) throw new NotVerified(`${file} is too large`)
    return readFileSync(file)
  } catch (error) {
    throw error instanceof NotVerified ? error : new NotVerified(`${file} cannot be read`)
  }
}

function parse(bytes, what) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new NotVerified(`${what} is not JSON`)
  }
}

/** Returns the keys that the reader trusts, by their ids. */
function keysOf(text) {
  const raw = KEY.test(text) ? [text] : parse(read(text), text).keys?.map(({ publicKey }) => publicKey)
  if (!Array.isArray(raw) || !raw.every((key) => typeof key === 'string' && KEY.test(key)))
    throw new NotVerified('--key is no public key')
  return new Map(raw.map((key) => [sha256(Buffer.from(key, 'base64url')).slice(0, 16), key]))
}

function checkSignature(content, { keyId, value }, keys, report) {
  const raw = keys.get(keyId)
  if (raw === undefined) return report(`it is signed with the key ${keyId}, which is not yours`)
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(raw, 'base64url')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isGenuine = verifySignature(null, Buffer.from(canonical(content)), key, Buffer.from(String(value), 'base64url'))
  // Base64url has unused bits at its end: only one text of a signature is accepted.
  if (!isGenuine || Buffer.from(String(value), 'base64url').toString('base64url') !== value)
    report('the signature is not genuine')
}

const isFils = (value) => Number.isSafeInteger(value)
const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0)
const dubaiDay = (at) => new Date(Date.parse(at) + DUBAI_OFFSET_MS).toISOString().slice(0, 10)

/** Reports every amount that differs from what is recomputed. */
const comparer = (report) => (what, stated, computed) => {
  if (!isFils(stated)) report(`${what} is no whole number of fils`)
  else if (stated !== computed) report(`${what} is stated as ${stated} fils, and its parts give ${computed}`)
}

function checkAccount({ cash, movements, totals, income, incomeFils, fees, from, to, ledger }, report) {
  const compare = comparer(report)
  let balance = cash.openingFils
  let seq = ledger.after
  for (const [at, movement] of movements.entries()) {
    balance += movement.amountFils
    compare(`the cash after movement ${at + 1}`, movement.balanceFils, balance)
    if (!(movement.seq > seq && movement.seq <= ledger.upTo)) report(`movement ${at + 1} is not in order`)
    const isInside = movement.day >= from && movement.day <= to && dubaiDay(movement.at) === movement.day
    if (!isInside) report(`movement ${at + 1} is outside the days of the statement`)
    seq = movement.seq
  }
  compare('the closing cash', cash.closingFils, balance)
  const amounts = movements.map(({ amountFils }) => amountFils)
  compare('the cash that came', cash.inFils, sum(amounts.filter((amount) => amount > 0)))
  compare('the cash that went', cash.outFils, sum(amounts.filter((amount) => amount < 0)))
  const ofKind = (kind) => sum(movements.filter((one) => one.kind === kind).map(({ amountFils }) => amountFils))
  for (const { kind, amountFils } of totals) compare(`the total of ${kind}`, amountFils, ofKind(kind))
  for (const kind of new Set(movements.map((one) => one.kind)))
    if (!totals.some((total) => total.kind === kind)) report(`the total of ${kind} is missing`)
  for (const { propertyId, amountFils } of income) {
    const own = movements.filter((one) => one.kind === 'income' && (one.propertyId ?? '') === propertyId)
    compare(`the income of ${propertyId}`, amountFils, sum(own.map((one) => one.amountFils)))
  }
  compare('the income', incomeFils, ofKind('income'))
  compare('the income by property', sum(income.map(({ amountFils }) => amountFils)), ofKind('income'))
  compare('the fees charged', fees.chargedFils, 0 - ofKind('fee'))
  compare('the fees returned', fees.returnedFils, ofKind('fee_returned'))
  compare('the fees', fees.netFils, fees.chargedFils - fees.returnedFils)
}

const PARTS = ['grossFils', 'costsFils', 'reserveFils', 'platformFeeFils', 'amountFils']

function checkTax({ income, byProperty, totals, holdings, heldAtIssueFils }, report) {
  const compare = comparer(report)
  const withheld = ({ costsFils, reserveFils, platformFeeFils }) => costsFils + reserveFils + platformFeeFils
  for (const row of [...income, ...byProperty, totals])
    compare(`the gross income of ${row.title ?? 'the year'}`, row.grossFils, row.amountFils + withheld(row))
  const total = (rows, part) => sum(rows.map((row) => row[part]))
  for (const part of PARTS) {
    compare(`the total ${part}`, totals[part], total(income, part))
    compare(`the sum of ${part} by property`, total(byProperty, part), totals[part])
    for (const row of byProperty) {
      const own = income.filter(({ propertyId }) => propertyId === row.propertyId)
      compare(`${part} of ${row.title}`, row[part], total(own, part))
    }
  }
  compare('the total withheld', totals.withheldFils, withheld(totals))
  compare('the shares at issue price', heldAtIssueFils, total(holdings, 'closingAtIssueFils'))
}

function checkHoldings(holdings, report) {
  const compare = comparer(report)
  for (const { title, closing, issuePriceFils, closingAtIssueFils } of holdings)
    compare(`the shares of ${title}`, closingAtIssueFils, (closing.paid + closing.registered) * issuePriceFils)
}

/** Returns the two amounts that a seal repeats from the figures. */
const amountsOf = (figures) =>
  figures.type === ACCOUNT
    ? [figures.cash.openingFils, figures.cash.closingFils]
    : [figures.totals.amountFils, figures.totals.withheldFils]

function checkJson(bytes, keys, report) {
  const document = parse(bytes, 'the statement')
  if (document?.card?.type === CARD) return checkCard(document, keys, report)
  const { figures, seal, signature } = document ?? {}
  if (![ACCOUNT, TAX].includes(figures?.type) || !seal || !signature)
    throw new NotVerified('this is no statement, or one of a later form')
  // Nothing outside figures, seal and signature, and no second spelling of them, is accepted.
  if (`${canonical({ figures, seal, signature })}\n` !== bytes.toString()) report('the file is not in its signed form')
  if (seal.hash !== sha256(canonical(figures))) report('the figures are not the signed ones')
  for (const field of ['type', 'from', 'to'])
    if (seal[field] !== figures[field]) report(`the seal states another ${field}`)
  const { keyId, value } = signature
  if (canonical(signature) !== canonical({ algorithm: 'Ed25519', keyId, value }))
    report('the signature has another form')
  checkSignature(seal, signature, keys, report)
  try {
    if (canonical(seal.amounts) !== canonical(amountsOf(figures))) report('the seal states other amounts')
    checkHoldings(figures.holdings, report)
    if (figures.type === ACCOUNT) checkAccount(figures, report)
    else checkTax(figures, report)
  } catch {
    report('the figures have an unknown form')
  }
  return { ...seal, keyId: signature.keyId }
}

/** What is said of a card applies to the moment at which it was checked only. */
function checkCard(document, keys, report) {
  const { card, signature } = document
  const { keyId, value } = signature ?? {}
  const signed = { card, signature: { algorithm: 'Ed25519', keyId, value } }
  if (canonical(document) !== canonical(signed)) report('the answer has another form')
  checkSignature(card, { keyId, value }, keys, report)
  return { ...card, keyId }
}

const filsOf = (decimal) => Math.round(Number(decimal) * 100)

/** Splits lines whose cells are all quoted. */
const cellsOf = (line) =>
  line
    .slice(1, -1)
    .split('","')
    .map((cell) => cell.replaceAll('""', '"'))

function checkCsv(bytes, keys, report) {
  const text = bytes.toString()
  const at = text.lastIndexOf('"signature",')
  if (at < 0 || !text.endsWith('\r\n')) throw new NotVerified('the file has no signature')
  const last = text.slice(at)
  const [, keyId, hash, signed = ''] = cellsOf(last.slice(0, -2))
  const value = signed.replace(/^ed25519:/, '')
  if (last !== `"signature","${keyId}","${hash}","ed25519:${value}"\r\n`) report('the last line has another form')
  const lines = bytes.subarray(0, Buffer.byteLength(text.slice(0, at)))
  if (sha256(lines) !== hash) report('the lines are not the signed ones')
  checkSignature({ hash, type: CSV }, { keyId, value }, keys, report)
  const rows = lines
    .toString()
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .slice(1, -1)
    .map(cellsOf)
  const [, from, to, type] = rows.find(([code]) => code === 'period') ?? []
  if (![ACCOUNT, TAX].includes(type)) throw new NotVerified('this is no statement, or one of a later form')
  const compare = comparer(report)
  const seal = rows.find(([code]) => code === 'seal') ?? []
  const amounts = String(seal[4]).split(' ').map(Number)
  if (type === ACCOUNT) {
    const [opening, closing] = ['opening', 'closing'].map((code) => filsOf(rows.find((row) => row[0] === code)?.[6]))
    let balance = opening
    for (const row of rows.filter(([code]) => code === 'movement')) {
      balance += filsOf(row[5])
      compare(`the cash after ${row[2]}`, filsOf(row[6]), balance)
    }
    compare('the closing cash', closing, balance)
    compare('the opening cash', opening, amounts[0])
    compare('the sealed closing cash', amounts[1], closing)
  } else {
    const total = (code) => sum(rows.filter((row) => row[0] === code).map((row) => filsOf(row[5])))
    for (const part of ['gross', 'costs', 'reserve', 'platform-fee', 'paid'])
      compare(`the total ${part}`, total(`total-${part}`), total(`income-${part}`))
    compare('the sealed income', amounts[0], total('total-paid'))
  }
  return { type, from, to, amounts, hash: seal[2], keyId }
}

function checkQr(text, keys, report) {
  const parts = text.slice(text.indexOf('#') + 1).split('~')
  const [type, from, to, first, second, hash, keyId, value] = parts
  const isForm = parts.length === 8 && [ACCOUNT, TAX].includes(type) && DAY.test(from) && DAY.test(to)
  const amounts = [Number(first), Number(second)]
  if (!isForm || !amounts.every(isFils) || `${amounts[0]}~${amounts[1]}` !== `${first}~${second}`)
    throw new NotVerified('the text is no QR code of a statement')
  checkSignature({ type, from, to, amounts, hash }, { keyId, value }, keys, report)
  return { type, from, to, amounts, hash, keyId }
}

const aed = (amount) => `AED ${(amount / 100).toFixed(2)}`

function describe(stated) {
  const { type, from, to, amounts, hash, keyId } = stated
  if (type === CARD) {
    const { number, state, holder, tier, memberSince, checkedAt } = stated
    const who = holder === undefined ? '' : `: ${holder}, ${tier}, member since ${memberSince}`
    return `card ${number} was ${state} at ${checkedAt}${who}\nkey ${keyId}`
  }
  const [first, second] = amounts.map(aed)
  const words =
    type === ACCOUNT
      ? `cash ${first} at the start and ${second} at the end`
      : `income ${first} paid, ${second} withheld`
  return `${type === ACCOUNT ? 'account' : 'tax'} statement from ${from} to ${to}: ${words}\nhash ${hash}, key ${keyId}`
}

function main(args) {
  const text = { type: 'string' }
  const options = { key: text, qr: text, help: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [file] = positionals
  if (values.help || positionals.length > 1 || (!file && !values.qr)) return void console.log(HELP)
  if (!values.key) throw new NotVerified('--key is missing')
  const keys = keysOf(values.key)
  let faults = 0
  const report = (fault) => {
    faults += 1
    console.log(`fault: ${fault}`)
  }
  const bytes = file && read(file)
  const isJson = bytes && bytes[0] === 0x7b
  const stated = bytes && (isJson ? checkJson(bytes, keys, report) : checkCsv(bytes, keys, report))
  const printed = values.qr && checkQr(values.qr, keys, report)
  if (stated && printed && stated.hash !== printed.hash) report('the QR code is of another statement')
  console.log(describe(stated ?? printed))
  console.log(faults === 0 ? 'verdict: genuine, and it adds up' : `verdict: NOT genuine, ${faults} faults`)
  process.exitCode = faults === 0 ? 0 : 1
}

try {
  main(process.argv.slice(2))
} catch (error) {
  console.error(`not verified: ${error.message}`)
  process.exitCode = 2
}
