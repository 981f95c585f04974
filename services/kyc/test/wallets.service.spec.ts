import { ScreenWallet } from '@hissa/contracts/kyc'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boot } from '../src/boot.js'
import { harness, reboot, startHarness, stopHarness } from './harness.js'

const LISTED = '0x4736dCf1b7A3d580672CcE6E7c65cd5cc9cFBa9D'
let folder: string

beforeAll(async () => {
  await startHarness()
  folder = await mkdtemp(join(tmpdir(), 'hissa-wallets-'))
})
afterAll(async () => {
  await stopHarness()
  await rm(folder, { recursive: true })
})

const screen = (address: string) => harness.rpc.call(ScreenWallet, { address })

describe('ScreenWallet', () => {
  it('finds an address on the bundled list in any letter case', async () => {
    const found = { listDate: '2023-12-22', hits: [{ list: 'OFAC SDN', dataId: '39796', listedName: 'SDN 39796' }] }
    for (const address of [LISTED, LISTED.toLowerCase(), `0x${LISTED.slice(2).toUpperCase()}`])
      expect(await screen(address)).toEqual(found)
  })

  it('has no hit for an address that is not listed', async () => {
    expect(await screen(`0x${'1'.repeat(40)}`)).toEqual({ listDate: '2023-12-22', hits: [] })
  })

  it('rejects what is not an address', async () => {
    await expect(screen('0x12')).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
  })

  it('states that no list is loaded', async () => {
    await reboot({ ...harness.env, SANCTIONS_DIR: folder })
    expect(await screen(LISTED)).toEqual({ listDate: null, hits: [] })
  })

  it('does not start with an invalid list', async () => {
    await writeFile(join(folder, 'x.wallets'), '#wallets\tX\n#date\t2026-01-02\naddress\tdataid\tname\n0x12\t1\tA\n')
    await expect(boot({ ...harness.env, SANCTIONS_DIR: folder })).rejects.toThrow(/SANCTIONS_DIR.*x\.wallets: line 4/)
  })
})
