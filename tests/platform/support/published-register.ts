import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Fils, fils, type Units, units } from '@hissa/money'

const SCRIPT = new URL('../../../verifiers/books.mjs', import.meta.url).pathname
const CHAIN = 31_337
export const ANCHOR = `0x${'a'.repeat(40)}`
export const [TOKEN_1, TOKEN_2] = [`0x${'b'.repeat(40)}`, `0x${'c'.repeat(40)}`]
export const TOKENS = { Prop_1: TOKEN_1, Prop_2: TOKEN_2 }

interface Entry {
  index: number
  propertyId: string
  account: string | null
  holder: string
  units: Units
}

interface CashEntry {
  index: number
  holder: string
  amountFils: Fils
  /** What only its investor learns, and who that is. */
  secret: string
  userId: string
}

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const hex = (hash: Buffer) => `0x${hash.toString('hex')}`
const jsonLeaf = (value: object) => sha256(Buffer.of(0), Buffer.from(JSON.stringify(value)))
const leafOf = ({ account, holder, propertyId, units }: Entry) => jsonLeaf({ account, holder, propertyId, units })

/** The recursive definitions of RFC 6962 §2.1. */
function split(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length < 2) return leaves[0] ?? sha256()
  const at = split(leaves.length)
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, at)), rootOf(leaves.slice(at)))
}
function pathOf(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length < 2) return []
  const at = split(leaves.length)
  return index < at
    ? [...pathOf(leaves.slice(0, at), index), rootOf(leaves.slice(at))]
    : [...pathOf(leaves.slice(at), index - at), rootOf(leaves.slice(0, at))]
}

/** Returns entries of two properties, in order. Each holder has one account. */
export function entriesOf(first: number, second: number): Entry[] {
  const of = (propertyId: string, many: number) =>
    Array.from({ length: many }, (_, n) => {
      const holder = createHash('sha256').update(`${propertyId}${n}`).digest('hex')
      return { propertyId, account: `0x${String(n + 1).padStart(40, '0')}`, holder, units: units(20 + n) }
    }).sort((a, b) => (a.holder < b.holder ? -1 : 1))
  return [...of('Prop_1', first), ...of('Prop_2', second)].map((entry, index) => ({ index, ...entry }))
}

/** Returns the digits of the cash of investors, in order, after `first` holdings. */
function cashOf(balances: readonly Fils[], first: number): CashEntry[] {
  const entries = balances.flatMap((balance, n) =>
    [...String(balance)].reverse().flatMap((digit, power) => {
      const [userId, secret] = [`investor-${n}`, createHash('sha256').update(`${n}:${power}`).digest('hex')]
      const holder = createHash('sha256').update(`${secret}:${userId}`).digest('hex')
      return digit === '0' ? [] : [{ holder, amountFils: fils(Number(digit) * 10 ** power), secret, userId }]
    }),
  )
  return entries.sort((a, b) => (a.holder < b.holder ? -1 : 1)).map((entry, at) => ({ index: first + at, ...entry }))
}

/** The public API, and a node of the chain, as the script reads them. */
export class Published {
  private server: Server | undefined
  url = ''
  entries: Entry[] = entriesOf(3, 2)
  cash: CashEntry[] = []
  header: Record<string, unknown> = {}
  anchored = { root: '', treeSize: 0 }
  /** The series that the contract returns; the first contracts return none. */
  series: number | undefined
  balances = new Map<string, number>()
  chainId = CHAIN
  requests = 0
  /** Changes an answer before it is sent. */
  tamper: (body: any, where: 'api' | 'chain') => unknown = (body) => body

  /** Publishes holdings alone, as earlier releases did, or with the cash of investors. */
  publish(entries: Entry[], balances?: readonly Fils[]): void {
    this.entries = entries
    this.cash = cashOf(balances ?? [], entries.length)
    const asOf = '2026-11-22T20:00:00.000Z'
    const total = (balances ?? []).reduce((sum, balance) => sum + balance, 0)
    const books = {
      ...{ asOf, cashEntries: this.cash.length, format: 2, heldFils: total + 500, investorsFils: total },
      ...{ ledgerSeq: 90, missingFils: 20, otherFils: 520, sequence: 7, shareEntries: entries.length },
    }
    this.header = balances ? { books } : {}
    const leaves = this.leaves()
    const [root, treeSize] = [hex(rootOf(leaves)), leaves.length]
    const anchor = { chainId: CHAIN, contract: ANCHOR, transactionHash: `0x${'1'.repeat(64)}`, blockNumber: 3, at: '' }
    this.header = { sequence: 7, asOf, ledgerSeq: 90, root, treeSize, publishedAt: asOf, anchor, ...this.header }
    this.anchored = { root, treeSize }
    this.balances.clear()
    for (const { propertyId, account, units } of entries) {
      const token = TOKENS[propertyId as keyof typeof TOKENS]
      for (const key of [token, `${token} ${account}`]) this.balances.set(key, (this.balances.get(key) ?? 0) + units)
    }
  }

  /** Publishes the root of a changed header, unchecked. */
  rehash(): void {
    this.header = { ...this.header, root: hex(rootOf(this.leaves())) }
  }

  private leaves(): Buffer[] {
    const cash = this.cash.map(({ amountFils, holder }) => jsonLeaf({ amountFils, holder }))
    const books = this.header['books'] ? [jsonLeaf(this.header['books'])] : []
    return [...this.entries.map(leafOf), ...cash, ...books]
  }

  proofOf(index: number) {
    const leaves = this.leaves()
    const proven = { ...this.entries[index]!, leaf: hex(leaves[index]!), proof: pathOf(leaves, index).map(hex) }
    return { success: true, register: this.header, entries: [proven] }
  }

  /** Returns an investor's saved proof of cash. */
  proofOfCash(userId: string) {
    const leaves = this.leaves()
    const own = this.cash.filter((entry) => entry.userId === userId)
    const entries = own.map(({ userId: _, ...entry }) => {
      return { ...entry, leaf: hex(leaves[entry.index]!), proof: pathOf(leaves, entry.index).map(hex) }
    })
    const amountFils = own.reduce((sum, entry) => sum + entry.amountFils, 0)
    return { success: true, register: this.header, entries: [], cash: { userId, amountFils, entries } }
  }

  /** Returns the register as one file, without what only the investors learn. */
  file() {
    return { register: this.header, entries: this.entries, cash: this.publicCash() }
  }

  private publicCash() {
    return this.cash.map(({ index, holder, amountFils }) => ({ index, holder, amountFils }))
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      void this.answer(request).then((body) => response.end(typeof body === 'string' ? body : JSON.stringify(body)))
    })
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server!.closeAllConnections()
    this.server!.close()
  }

  private async answer(request: IncomingMessage): Promise<unknown> {
    this.requests += 1
    const { pathname, searchParams } = new URL(request.url!, 'http://x')
    if (pathname === '/rpc') {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      const calls = JSON.parse(text) as Array<{ id: number; method: string; params: any[] }>
      return this.tamper(
        calls.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: this.call(method, params) })),
        'chain',
      )
    }
    if (pathname === '/api/register') return this.tamper({ registers: [this.header], count: 1 }, 'api')
    const [from, limit] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit'))]
    const all = pathname.endsWith('/cash') ? this.publicCash() : this.entries
    const entries = all.slice(from, from + limit)
    const next = from + limit < all.length ? { cursor: String(from + limit) } : {}
    return this.tamper({ register: this.header, entries: structuredClone(entries), ...next }, 'api')
  }

  private call(method: string, [call]: any[]): string {
    if (method === 'eth_chainId') return `0x${this.chainId.toString(16)}`
    const word = (value: number) => value.toString(16).padStart(64, '0')
    const argument = `0x${(call.data as string).slice(34, 74)}`
    if (call.to === ANCHOR) {
      const isAsked = (call.data as string).endsWith(word(0) + word(7))
      const { root, treeSize } = isAsked ? this.anchored : { root: `0x${word(0)}`, treeSize: 0 }
      const series = this.series === undefined ? '' : word(this.series)
      return `${root}${word(treeSize)}${word(1_764_000_000)}${series}`
    }
    const key = (call.data as string).startsWith('0x18160ddd') ? call.to : `${call.to} ${argument}`
    return `0x${word(this.balances.get(key) ?? 0)}`
  }
}

/** Runs the script in a folder without the project. Returns its exit code and what it printed. */
export const runVerifier = (folder: string, ...args: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [SCRIPT, ...args],
      { cwd: folder, env: { PATH: process.env['PATH'] }, maxBuffer: 16 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    )
  })
