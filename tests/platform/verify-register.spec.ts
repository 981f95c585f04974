import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Units, units } from '@hissa/money'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'

const SCRIPT = new URL('../../verifiers/register.mjs', import.meta.url).pathname
const CHAIN = 31_337
const ANCHOR = `0x${'a'.repeat(40)}`
const [TOKEN_1, TOKEN_2] = [`0x${'b'.repeat(40)}`, `0x${'c'.repeat(40)}`]
const TOKENS = { Prop_1: TOKEN_1, Prop_2: TOKEN_2 }

interface Entry {
  index: number
  propertyId: string
  account: string | null
  holder: string
  units: Units
}

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const hex = (hash: Buffer) => `0x${hash.toString('hex')}`
const leafOf = ({ account, holder, propertyId, units }: Entry) =>
  sha256(Buffer.of(0), Buffer.from(JSON.stringify({ account, holder, propertyId, units })))

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
function entriesOf(first: number, second: number): Entry[] {
  const of = (propertyId: string, many: number) =>
    Array.from({ length: many }, (_, n) => {
      const holder = createHash('sha256').update(`${propertyId}${n}`).digest('hex')
      return { propertyId, account: `0x${String(n + 1).padStart(40, '0')}`, holder, units: units(20 + n) }
    }).sort((a, b) => (a.holder < b.holder ? -1 : 1))
  return [...of('Prop_1', first), ...of('Prop_2', second)].map((entry, index) => ({ index, ...entry }))
}

/** The public API, and a node of the chain, as the script reads them. */
class Published {
  private server: Server | undefined
  url = ''
  entries: Entry[] = entriesOf(3, 2)
  header: Record<string, unknown> = {}
  anchored = { root: '', treeSize: 0 }
  /** The series that the contract returns; the first contracts return none. */
  series: number | undefined
  balances = new Map<string, number>()
  chainId = CHAIN
  requests = 0
  /** Changes an answer before it is sent. */
  tamper: (body: any, where: 'api' | 'chain') => unknown = (body) => body

  publish(entries: Entry[]): void {
    this.entries = entries
    const root = hex(rootOf(entries.map(leafOf)))
    const anchor = { chainId: CHAIN, contract: ANCHOR, transactionHash: `0x${'1'.repeat(64)}`, blockNumber: 3, at: '' }
    const asOf = '2026-11-22T20:00:00.000Z'
    this.header = { sequence: 7, asOf, ledgerSeq: 90, root, treeSize: entries.length, publishedAt: asOf, anchor }
    this.anchored = { root, treeSize: entries.length }
    this.balances.clear()
    for (const { propertyId, account, units } of entries) {
      const token = TOKENS[propertyId as keyof typeof TOKENS]
      for (const key of [token, `${token} ${account}`]) this.balances.set(key, (this.balances.get(key) ?? 0) + units)
    }
  }

  proofOf(index: number) {
    const leaves = this.entries.map(leafOf)
    const proven = { ...this.entries[index]!, leaf: hex(leaves[index]!), proof: pathOf(leaves, index).map(hex) }
    return { success: true, register: this.header, entries: [proven] }
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
    const entries = this.entries.slice(from, from + limit)
    const next = from + limit < this.entries.length ? { cursor: String(from + limit) } : {}
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

let published: Published
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hissa-register-'))
  await writeFile(path.join(folder, 'tokens.json'), JSON.stringify(TOKENS))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  published = new Published()
  published.publish(entriesOf(3, 2))
  await published.start()
})
afterEach(() => published.stop())

/** Runs the script in a folder without the project. Returns its exit code and what it printed. */
const run = (...options: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [SCRIPT, published.url, ...options],
      { cwd: folder, env: { PATH: process.env['PATH'] } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    )
  })
const onChain = () => run(`--rpc=${published.url}/rpc`, '--tokens=tokens.json', `--anchor=${ANCHOR}`)

describe('the verifier of a register', () => {
  it('needs no package and none of the project’s files', async () => {
    const { code, text } = await run()
    expect([code, text]).toEqual([0, expect.stringContaining('register 7 as of 2026-11-22T20:00:00.000Z: 5 entries')])
  })

  it('finds no difference between a register, its anchor, the balances and a proof of each entry', async () => {
    expect(await onChain()).toMatchObject({ code: 0 })
    for (const { index } of published.entries) {
      await writeFile(path.join(folder, 'proof.json'), JSON.stringify(published.proofOf(index)))
      expect(await run('--proof=proof.json', '--sequence=7')).toMatchObject({ code: 0 })
    }
  })

  it('states the series of an anchor if its owner has begun another one', async () => {
    for (const series of [undefined, 0]) {
      published.series = series
      expect((await onChain()).text).not.toContain('series')
    }
    published.series = 2
    const { code, text } = await onChain()
    expect(code).toBe(0)
    expect(text).toContain('note: anchored in series 2')
  })

  it('finds one unit more or less in any entry', async () => {
    for (const { index } of published.entries)
      for (const off of [1, -1]) {
        published.tamper = (body, where) => {
          if (where === 'api' && body.entries) body.entries[index].units += off
          return body
        }
        const { code, text } = await run()
        expect([index, off, code]).toEqual([index, off, 1])
        expect(text).toContain('the root of the entries is')
      }
  })

  it('finds one unit more or less in any balance and any supply', async () => {
    for (const [key, balance] of published.balances)
      for (const off of [1, -1]) {
        published.balances.set(key, balance + off)
        const { code, text } = await onChain()
        published.balances.set(key, balance)
        expect([key, off, code]).toEqual([key, off, 1])
        expect(text).toContain(key.includes(' ') ? `holds ${balance + off}` : `supply is ${balance + off}`)
      }
  })

  it.each<[string, (entries: any[]) => unknown]>([
    ['is missing', (entries) => entries.splice(2, 1)],
    ['is repeated', (entries) => entries.splice(2, 1, { ...entries[1], index: 2 })],
    ['has changed places with another', (entries) => ([entries[0], entries[1]] = [entries[1], entries[0]])],
    ['has another account', (entries) => (entries[0].account = `0x${'9'.repeat(40)}`)],
    ['has another holder', (entries) => (entries[4].holder = 'f'.repeat(64))],
    ['has no account', (entries) => (entries[3].account = null)],
  ])('finds an entry that %s', async (_, change) => {
    published.tamper = (body, where) => {
      if (where === 'api' && body.entries) change(body.entries)
      return body
    }
    expect(await run()).toMatchObject({ code: 1 })
  })

  it.each<[string, (some: Published) => unknown, string]>([
    ['another root on the chain', (some) => (some.anchored.root = `0x${'0'.repeat(64)}`), 'the anchored root'],
    ['another size on the chain', (some) => (some.anchored.treeSize = 4), 'the anchored size'],
    ['another chain', (some) => (some.chainId = 1), 'this is chain 1'],
    ['another contract', (some) => ((some.header['anchor'] as any).contract = TOKEN_1), 'another anchor contract'],
    ['shares that are not minted', (some) => some.balances.set(TOKEN_2, 0), 'the register states 41 units'],
  ])('finds %s', async (_, change, text) => {
    change(published)
    const found = await onChain()
    expect([found.code, found.text]).toEqual([1, expect.stringContaining(text)])
  })

  it('finds that a register is not anchored, and that a property has no token', async () => {
    delete published.header['anchor']
    await writeFile(path.join(folder, 'one.json'), JSON.stringify({ Prop_1: TOKEN_1 }))
    const { code, text } = await run(`--rpc=${published.url}/rpc`, '--tokens=one.json')
    expect(code).toBe(1)
    expect(text).toContain('the register is not anchored')
    expect(text).toContain('Prop_2: one.json names no token')
  })

  it.each<[string, (proof: any) => unknown]>([
    ['other units', (proof) => (proof.entries[0].units += 1)],
    ['another position', (proof) => (proof.entries[0].index = 0)],
    ['another hash', (proof) => (proof.entries[0].proof[1] = `0x${'0'.repeat(64)}`)],
    ['a hash less', (proof) => proof.entries[0].proof.pop()],
    ['another register', (proof) => (proof.register = { ...proof.register, sequence: 6 })],
  ])('rejects a proof with %s', async (_, change) => {
    const proof = structuredClone(published.proofOf(2))
    change(proof)
    await writeFile(path.join(folder, 'proof.json'), JSON.stringify(proof))
    expect(await run('--proof=proof.json')).toMatchObject({ code: 1 })
  })

  it.each<[string, (some: Published) => unknown]>([
    ['an answer that is not JSON', (some) => (some.tamper = () => '<html>')],
    ['an entry of another form', (some) => (some.tamper = (body) => ({ ...body, entries: [{ units: '20' }] }))],
    ['a node without the contracts', (some) => (some.tamper = lying('0x'))],
    ['a node that answers with errors', (some) => (some.tamper = lying(undefined))],
    ['a page too large to read', (some) => (some.tamper = () => ' '.repeat(17 * 1024 * 1024))],
  ])('cannot verify with %s', async (_, change) => {
    change(published)
    const { code, text } = await onChain()
    expect([code, text]).toEqual([2, expect.stringContaining('not verified')])
  })

  it('verifies a register of 10,000 holders and their balances with fewer than 40 requests', async () => {
    published.publish(entriesOf(6_000, 4_000))
    published.requests = 0
    expect(await onChain()).toMatchObject({ code: 0 })
    expect(published.requests).toBeLessThan(40)
    expect(published.requests).toBeGreaterThan(2)
    published.balances.set(TOKEN_2, published.balances.get(TOKEN_2)! + 1)
    expect(await onChain()).toMatchObject({ code: 1 })
  })
})

/** Returns a change of the chain's answers. */
const lying = (result: string | undefined) => (body: any, where: 'api' | 'chain') =>
  where === 'chain' ? body.map(({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result })) : body
