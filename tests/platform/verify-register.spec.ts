import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ANCHOR, entriesOf, Published, runVerifier, TOKEN_1, TOKEN_2, TOKENS } from './support/published-register.js'

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

const run = (...options: string[]) => runVerifier(folder, published.url, ...options)
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
