#!/usr/bin/env node
// Verifies a published register of shares and cash without any of the platform's code. `--help` explains how.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const HELP = `Usage: node books.mjs <address or file> [options]

Reads a register from <address> (such as https://hissa.example), or from a <file> with its published "register",
"entries" and "cash", recomputes every leaf, the sums and the root, and prints every difference.

  --sequence=<n>    the register's number; default: the latest
  --proof=<file>    a saved response of /api/register/<n>/proof, its first page: its proofs are verified
  --user=<id>       whose proof it must be
  --rpc=<address>   a JSON-RPC endpoint of the chain: the anchored root is compared
  --anchor=<0x…>    the anchor contract; without it, the contract that the register names is used
  --tokens=<file>   JSON with the token contract of each property, {"Prop_1": "0x…"}: balances and supply are compared
  --block=<n>       the block at which balances are read; default: latest

Exit code: 0 without differences, 1 with differences, 2 if it could not be verified.`

const PAGE = 1_000
const LIST = 100
const BATCH = 500
const TIMEOUT_MS = 20_000
const MOST_BYTES = 16 * 1024 * 1024
const MOST_ENTRIES = 1_000_000

const HASH = /^0x[0-9a-f]{64}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const HOLDER = /^[0-9a-f]{64}$/
const ID = /^[A-Za-z0-9_.-]{1,128}$/

class NotVerified extends Error {}

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const leafHash = (data) => sha256(Uint8Array.of(0), data)
const nodeHash = (left, right) => sha256(Uint8Array.of(1), left, right)
const bytesOf = (hash) => Buffer.from(hash.slice(2), 'hex')
const isCount = (value) => Number.isSafeInteger(value) && value >= 0
const isAmount = (value) => Number.isSafeInteger(value)

/** The bytes that the leaf of a holding, of a digit of cash and of the totals hashes: JSON with its keys in order. */
const canonical = ({ account, holder, propertyId, units }) =>
  Buffer.from(JSON.stringify({ account, holder, propertyId, units }))
const canonicalCash = ({ amountFils, holder }) => Buffer.from(JSON.stringify({ amountFils, holder }))
const canonicalBooks = (books) => Buffer.from(JSON.stringify(books, Object.keys(books).sort()))

/** RFC 6962 §2.1: the left subtree of n leaves has the largest power of two below n. */
function rootOf(leaves) {
  if (leaves.length === 0) return sha256()
  let level = leaves
  while (level.length > 1) {
    const parents = []
    for (let at = 0; at < level.length; at += 2)
      parents.push(at + 1 < level.length ? nodeHash(level[at], level[at + 1]) : level[at])
    level = parents
  }
  return level[0]
}

/** RFC 9162 §2.1.3.2. */
function isIncluded({ leaf, index, treeSize, path, root }) {
  if (!(isCount(index) && isCount(treeSize) && index < treeSize)) return false
  let [node, last, hash] = [index, treeSize - 1, leaf]
  const half = () => ([node, last] = [Math.floor(node / 2), Math.floor(last / 2)])
  for (const sibling of path) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash)
      while (node % 2 === 0 && node !== 0) half()
    } else hash = nodeHash(hash, sibling)
    half()
  }
  return last === 0 && hash.equals(root)
}

/** Reads JSON within limits of time and size. */
async function readJson(url, init = {}) {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new NotVerified(`${new URL(url).pathname} was answered with ${response.status}`)
  const chunks = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new NotVerified('a response is too large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new NotVerified(`${new URL(url).pathname} was not answered with JSON`)
  }
}

const COUNTS = ['shareEntries', 'cashEntries']
const AMOUNTS = ['investorsFils', 'otherFils', 'heldFils', 'missingFils']

/** Returns the register's header. Throws for one that has another form. */
function headerOf(register) {
  const { sequence, asOf, ledgerSeq, root, treeSize, anchor, books } = register ?? {}
  const isHeader = isCount(sequence) && isCount(ledgerSeq) && isCount(treeSize) && HASH.test(root)
  if (!isHeader || Number.isNaN(Date.parse(asOf))) throw new NotVerified('the register has an unknown form')
  if (treeSize > MOST_ENTRIES) throw new NotVerified(`the register states more than ${MOST_ENTRIES} entries`)
  if (books !== undefined) {
    const isBooks = COUNTS.every((name) => isCount(books?.[name])) && AMOUNTS.every((name) => isAmount(books[name]))
    if (!isBooks || books.format !== 2) throw new NotVerified('the totals have an unknown form')
  }
  return { sequence, asOf: new Date(asOf).toISOString(), ledgerSeq, root, treeSize, anchor, books }
}

/** Reads all pages of a list. Returns the header of the first one, and no more entries than one too many. */
async function readPages(address) {
  const entries = []
  let [header, cursor] = [undefined, undefined]
  do {
    const next = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const page = await readJson(`${address}?limit=${PAGE}${next}`)
    header ??= headerOf(page.register)
    if (!Array.isArray(page.entries)) throw new NotVerified('the register has an unknown form')
    for (const entry of page.entries) entries.push(entry)
    if (entries.length > header.treeSize || (page.cursor && page.entries.length === 0)) break
    cursor = page.cursor
  } while (cursor)
  return { header, entries }
}

async function readRegister({ base, file }, wanted) {
  if (file !== undefined) return registerOf(readFile(file), wanted)
  const sequence = wanted ?? (await readJson(`${base}/api/register?limit=1`)).registers?.[0]?.sequence
  if (!isCount(sequence)) throw new NotVerified('no register is published')
  const { header, entries } = await readPages(`${base}/api/register/${sequence}`)
  if (header.sequence !== sequence) throw new NotVerified(`register ${sequence} was asked for`)
  if (!header.books) return { header, entries, cash: [], earlier: await earlierBooks(base, sequence) }
  const { entries: cash } = await readPages(`${base}/api/register/${sequence}/cash`)
  return { header, entries, cash }
}

/** Returns the number of the newest register before `sequence` that states books; undefined if none does. */
async function earlierBooks(base, sequence) {
  for (let cursor, pages = 0; pages < MOST_ENTRIES / LIST; pages += 1) {
    const next = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const list = await readJson(`${base}/api/register?limit=${LIST}${next}`)
    const found = list.registers?.find((register) => register?.books && register.sequence < sequence)
    if (found) return Number(found.sequence)
    if (!list.cursor) return undefined
    cursor = list.cursor
  }
  throw new NotVerified('the list of registers has no end')
}

function registerOf({ register, entries, cash = [] }, wanted) {
  const header = headerOf(register)
  if (!Array.isArray(entries) || !Array.isArray(cash)) throw new NotVerified('the file has an unknown form')
  if (wanted !== undefined && header.sequence !== wanted) throw new NotVerified(`register ${wanted} was asked for`)
  return { header, entries, cash }
}

/** Reports entries of a wrong form, number or order. */
function checkEntries({ header, entries }, report) {
  const stated = header.books?.shareEntries ?? header.treeSize
  if (entries.length !== stated) report(`the register states ${stated} entries and has ${entries.length}`)
  for (const [at, entry] of entries.entries()) {
    const { index, account, holder, propertyId, units } = entry ?? {}
    const isEntry =
      ID.test(propertyId) && HOLDER.test(holder) && isCount(units) && (account === null || ADDRESS.test(account))
    if (!isEntry) throw new NotVerified(`entry ${at} has an unknown form`)
    if (index !== at) report(`entry ${at} states the position ${Number(index)}`)
    if (units === 0) report(`entry ${at} has no units`)
    const before = entries[at - 1]
    const isLater =
      !before || before.propertyId < propertyId || (before.propertyId === propertyId && before.holder < holder)
    if (!isLater) report(`entry ${at} is not in order, or repeats a holder`)
  }
}

/** Reports cash entries of a wrong form, number, order or sum, and totals that contradict each other. */
function checkCash({ header, entries, cash, earlier }, report) {
  const { books } = header
  if (!books) {
    if (cash.length > 0) report(`the register states no totals and has ${cash.length} cash entries`)
    if (earlier !== undefined) report(`the register states no cash, register ${earlier} before it did`)
    return
  }
  for (const name of AMOUNTS) if (books[name] < 0) report(`${name} is negative: ${books[name]}`)
  if (cash.length !== books.cashEntries)
    report(`the register states ${books.cashEntries} cash entries and has ${cash.length}`)
  let total = 0n
  for (const [at, entry] of cash.entries()) {
    const { index, holder, amountFils } = entry ?? {}
    if (!HOLDER.test(holder) || !isCount(amountFils)) throw new NotVerified(`cash entry ${at} has an unknown form`)
    if (index !== entries.length + at) report(`cash entry ${at} states the position ${Number(index)}`)
    if (!/^[1-9]0*$/.test(amountFils)) report(`cash entry ${at} is not one digit: ${amountFils} fils`)
    if (at > 0 && cash[at - 1].holder >= holder) report(`cash entry ${at} is not in order, or repeats a holder`)
    total += BigInt(amountFils)
  }
  const { investorsFils, otherFils, heldFils, missingFils } = books
  if (total !== BigInt(investorsFils))
    report(`the cash entries sum to ${total} fils, the register states ${investorsFils}`)
  const [assets, owed] = [BigInt(heldFils) + BigInt(missingFils), BigInt(investorsFils) + BigInt(otherFils)]
  if (assets !== owed) report(`client money: ${assets} fils are held or missing, ${owed} are owed`)
  const isSame =
    books.sequence === header.sequence && books.asOf === header.asOf && books.ledgerSeq === header.ledgerSeq
  if (!isSame) report('the totals are of another register')
  if (header.treeSize !== books.shareEntries + books.cashEntries + 1)
    report(`the register states ${header.treeSize} leaves, its totals another number`)
}

function checkRoot({ header, entries, cash }, report) {
  const leaves = [...entries.map(canonical), ...cash.map(canonicalCash)]
  if (header.books) leaves.push(canonicalBooks(header.books))
  const root = `0x${rootOf(leaves.map(leafHash)).toString('hex')}`
  if (root !== header.root) report(`the root of the entries is ${root}, the register states ${header.root}`)
}

/** Verifies the proofs of a file against the register that was read, and prints whose they are and how much they prove. */
function checkProofs({ proof: file, user }, { header, entries, cash }, report) {
  const { register, entries: proven, cash: own } = readFile(file)
  if (register?.sequence !== header.sequence) return report(`the proof is of another register`)
  if (register.root !== header.root) report('the proof states another root')
  const isCash = own === undefined || (Array.isArray(own?.entries) && ID.test(own.userId))
  if (!Array.isArray(proven) || !isCash) throw new NotVerified('the proof has an unknown form')
  checkOrder(proven, report)
  for (const entry of proven) checkProof(entry, { header, known: entries[entry.index], bytesOfLeaf: canonical }, report)
  if (own === undefined && header.books) report('the proof has no cash: save the first page of the proof, which has it')
  if (user !== undefined && own?.userId !== user)
    report(`the proof is not of ${user}, but of ${own?.userId ?? 'no one'}`)
  const holdings = `${proven.length} holdings`
  if (own === undefined) return console.log(`proof: ${holdings}`)
  const total = checkOwnCash(own, { header, entries, cash }, report)
  console.log(`proof: ${own.userId} has ${total} fils of cash and ${holdings}`)
}

/** Returns what the proven cash entries sum to: each is of the investor, and counts once. */
function checkOwnCash(own, { header, entries, cash }, report) {
  checkOrder(own.entries, report)
  let total = 0n
  const powers = new Set()
  for (const entry of own.entries) {
    const known = cash[entry.index - entries.length]
    checkProof(entry, { header, known, bytesOfLeaf: canonicalCash }, report)
    if (sha256(`${entry.secret}:${own.userId}`).toString('hex') !== entry.holder)
      report(`cash entry ${Number(entry.index)} is not of ${own.userId}`)
    const power = String(entry.amountFils).length
    if (powers.has(power)) report(`the proof has two digits of cash for one power of ten: ${Number(entry.amountFils)}`)
    powers.add(power)
    total += BigInt(isCount(entry.amountFils) ? entry.amountFils : 0)
  }
  if (!isCount(own.amountFils) || total !== BigInt(own.amountFils))
    report(`the proof states other cash than its entries, which sum to ${total} fils`)
  return total
}

/** Reports proven entries whose positions don't ascend, so that none is counted twice. */
function checkOrder(proven, report) {
  for (const [at, entry] of proven.entries())
    if (at > 0 && !(proven[at - 1].index < entry.index))
      report(`the proof repeats an entry, or is not in order, at ${at}`)
}

function checkProof({ proof, leaf, ...entry }, { header, known, bytesOfLeaf }, report) {
  const at = Number(entry.index)
  const isForm = Array.isArray(proof) && proof.length <= 64 && proof.every((hash) => HASH.test(hash))
  if (!isForm) throw new NotVerified('the proof has an unknown form')
  const hash = leafHash(bytesOfLeaf(entry))
  if (leaf !== `0x${hash.toString('hex')}`) report(`the proof of entry ${at} states another leaf`)
  const { treeSize, root } = header
  const inclusion = { leaf: hash, index: entry.index, treeSize, path: proof.map(bytesOf), root: bytesOf(root) }
  if (!isIncluded(inclusion)) report(`the proof of entry ${at} does not lead to the root`)
  if (!known || !bytesOfLeaf(known).equals(bytesOfLeaf(entry))) report(`entry ${at} differs from its proof`)
}

function readFile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new NotVerified(`${file} cannot be read as JSON`)
  }
}

/** Sends calls in batches. Returns their results in order. */
async function rpcAll(rpc, calls) {
  const results = []
  for (let from = 0; from < calls.length; from += BATCH) {
    const batch = calls
      .slice(from, from + BATCH)
      .map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(batch) }
    const answers = await readJson(rpc, init)
    if (!Array.isArray(answers)) throw new NotVerified('the chain did not answer a batch')
    const byId = new Map(answers.map((answer) => [answer?.id, answer?.result]))
    for (const { id } of batch) {
      const result = byId.get(id)
      if (typeof result !== 'string' || !/^0x[0-9a-fA-F]*$/.test(result))
        throw new NotVerified(`the chain did not answer ${batch[id].method}`)
      results.push(result)
    }
  }
  return results
}

/** Returns a 32-byte word of a result. Throws if the contract returned less. */
function wordOf(result, at) {
  const word = result.slice(2 + 64 * at, 66 + 64 * at)
  if (word.length !== 64) throw new NotVerified('a contract does not answer as expected')
  return word
}

const pad = (hex) => hex.toLowerCase().replace(/^0x/, '').padStart(64, '0')
const SELECTORS = { balanceOf: '0x70a08231', totalSupply: '0x18160ddd', entry: '0x91449388' }

/** The call that reads an anchored root, and what it answers: `entry(address register, uint64 sequence)`. */
const anchorCall = {
  // The zero address stands for the register of all properties.
  data: (sequence) => `${SELECTORS.entry}${pad('0')}${pad(sequence.toString(16))}`,
  read: (result) => ({
    root: `0x${wordOf(result, 0).toLowerCase()}`,
    treeSize: BigInt(`0x${wordOf(result, 1)}`),
    // The first contracts had one series only, and don't return its number.
    series: result.length > 2 + 64 * 3 ? BigInt(`0x${wordOf(result, 3)}`) : 0n,
  }),
}

async function checkAnchor(rpc, { header }, named, report) {
  const { anchor, sequence, root, treeSize } = header
  if (anchor && named && String(anchor.contract).toLowerCase() !== named.toLowerCase())
    report('the register names another anchor contract')
  const contract = named ?? anchor?.contract
  if (contract === undefined) return report('the register is not anchored')
  if (!ADDRESS.test(contract)) throw new NotVerified('the anchor contract has no address')
  const to = { to: contract, data: anchorCall.data(sequence) }
  const [chainId, result] = await rpcAll(rpc, [
    ['eth_chainId', []],
    ['eth_call', [to, 'latest']],
  ])
  if (anchor && Number(chainId) !== anchor.chainId)
    return report(`the register is anchored on chain ${Number(anchor.chainId)}, this is chain ${Number(chainId)}`)
  const stored = anchorCall.read(result)
  if (stored.root !== root) report(`the anchored root is ${stored.root}, the register states ${root}`)
  if (stored.treeSize !== BigInt(treeSize))
    report(`the anchored size is ${stored.treeSize}, the register's ${treeSize}`)
  if (stored.series > 0n)
    console.log(
      `note: anchored in series ${stored.series}; the contract's event SeriesBegun states what its owner set aside`,
    )
}

/** Compares every balance and each supply with the register. */
async function checkTokens(rpc, { entries }, { file, block }, report) {
  const tokens = readFile(file)
  for (const [propertyId, token] of Object.entries(tokens)) {
    if (!ID.test(propertyId) || !ADDRESS.test(token)) throw new NotVerified(`${file} has an unknown form`)
    const units = new Map()
    let total = 0n
    for (const { account, units: held } of entries.filter((entry) => entry.propertyId === propertyId)) {
      total += BigInt(held)
      if (account === null) report(`${propertyId}: ${held} units have no account on the chain`)
      else units.set(account.toLowerCase(), (units.get(account.toLowerCase()) ?? 0n) + BigInt(held))
    }
    const call = (data) => ['eth_call', [{ to: token, data }, block]]
    const calls = [...units.keys()].map((account) => call(`${SELECTORS.balanceOf}${pad(account)}`))
    const [supply, ...balances] = await rpcAll(rpc, [call(SELECTORS.totalSupply), ...calls])
    const onChain = BigInt(`0x${wordOf(supply, 0)}`)
    if (onChain !== total) report(`${propertyId}: the token's supply is ${onChain}, the register states ${total} units`)
    for (const [at, [account, held]] of [...units].entries()) {
      const balance = BigInt(`0x${wordOf(balances[at], 0)}`)
      if (balance !== held) report(`${propertyId}: ${account} holds ${balance}, the register states ${held}`)
    }
  }
  for (const propertyId of new Set(entries.map((entry) => entry.propertyId)))
    if (!Object.hasOwn(tokens, propertyId)) report(`${propertyId}: ${file} names no token`)
}

function optionsOf(args) {
  const text = { type: 'string' }
  const options = { sequence: text, proof: text, user: text, rpc: text, anchor: text, tokens: text, block: text }
  const parsed = parseArgs({ args, allowPositionals: true, options: { ...options, help: { type: 'boolean' } } })
  const { values, positionals } = parsed
  if (values.help || positionals.length !== 1) return undefined
  const { sequence, tokens, rpc, block, anchor, proof, user } = values
  if (sequence !== undefined && !/^[1-9]\d{0,8}$/.test(sequence)) throw new NotVerified('--sequence must be a number')
  if (block !== undefined && !/^\d{1,15}$/.test(block)) throw new NotVerified('--block must be a number')
  if (anchor !== undefined && !ADDRESS.test(anchor)) throw new NotVerified('--anchor must be an address')
  if ((tokens || anchor || block) && !rpc) throw new NotVerified('--tokens, --anchor and --block need --rpc')
  if (user !== undefined && !proof) throw new NotVerified('--user needs --proof')
  const [from] = positionals
  return { ...values, ...(/^https?:/.test(from) ? { base: new URL(from).origin } : { file: from }) }
}

async function verify({ base, file, sequence, proof, user, rpc, anchor, tokens, block }, report) {
  const register = await readRegister({ base, file }, sequence === undefined ? undefined : Number(sequence))
  checkEntries(register, report)
  checkCash(register, report)
  checkRoot(register, report)
  if (proof) checkProofs({ proof, user }, register, report)
  if (rpc) await checkAnchor(rpc, register, anchor, report)
  const at = block === undefined ? 'latest' : `0x${Number(block).toString(16)}`
  if (tokens) await checkTokens(rpc, register, { file: tokens, block: at }, report)
  return register
}

async function main(args) {
  const options = optionsOf(args)
  if (!options) return void console.log(HELP)
  let differences = 0
  const report = (text) => {
    differences += 1
    console.log(`difference: ${text}`)
  }
  const { header, entries, cash } = await verify(options, report)
  const { sequence, asOf, root, books } = header
  const counts = `${entries.length} entries${books ? ` and ${cash.length} of cash` : ''}`
  console.log(`register ${sequence} as of ${asOf}: ${counts}, root ${root}, ${differences} differences`)
  if (books)
    console.log(
      `client money in fils: ${books.investorsFils} of investors and ${books.otherFils} other owed; ` +
        `${books.heldFils} held and ${books.missingFils} missing`,
    )
  else console.log('no cash is stated in this register')
  process.exitCode = differences > 0 ? 1 : 0
}

await main(process.argv.slice(2)).catch((error) => {
  const why =
    error instanceof NotVerified ? error.message : `${error.message}${error.cause ? `: ${error.cause.message}` : ''}`
  console.error(`not verified: ${why}`)
  process.exitCode = 2
})
