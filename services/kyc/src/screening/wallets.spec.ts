import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertOfacWallets } from './convert-ofac-wallets.js'
import { loadSanctionsLists } from './snapshot.js'
import { WalletScreener } from './wallet-list.js'
import { formatWalletSnapshot, loadWalletLists, parseWalletSnapshot } from './wallet-snapshot.js'

const SHIPPED = fileURLToPath(new URL('../../sanctions/', import.meta.url))
const LISTED = '0x4736dCf1b7A3d580672CcE6E7c65cd5cc9cFBa9D'
const OTHER = '0x6acdfba02d390b97ac2b2d42a63e85293bcc160e'

/** A row of `sdn.csv`: number, name, nine empty columns, remarks. */
const sdnRow = (dataId: number, name: string, remarks: string) =>
  `${dataId},"${name}",-0- ,"CYBER2",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"`
const convert = (sdn: string[], comments: string[]) =>
  convertOfacWallets({
    ...{ sdn: [...sdn, '\u001a'].join('\r\n'), comments: [...comments, '\u001a'].join('\r\n') },
    date: '2026-01-02',
  })

describe('the bundled list of wallets', () => {
  it('has every address of OFAC’s list as of 2023-12-22', async () => {
    const lists = await loadWalletLists(SHIPPED)
    expect(lists.map(({ list, date, wallets }) => [list, date, wallets.length])).toEqual([
      ['OFAC SDN', '2023-12-22', 84],
    ])
  })

  it('is no list of names, and the lists of names are none of wallets', async () => {
    expect((await loadSanctionsLists(SHIPPED)).map(({ list, date }) => `${list} ${date}`)).toEqual([
      'OFAC SDN 2019-01-15',
      'UN 2026-02-27',
    ])
  })

  const folder = process.env['HISSA_TEST_DATA'] && join(process.env['HISSA_TEST_DATA'], 'sanctions-watchman')
  const withData = folder && existsSync(folder) ? it : it.skip
  withData('is what the published files convert to, without a wrong address (HISSA_TEST_DATA)', async () => {
    const read = (name: string) => readFileSync(join(folder!, name), 'latin1')
    const { list, faults } = convertOfacWallets({
      ...{ sdn: read('sdn.csv'), comments: read('sdn_comments.csv'), date: '2023-12-22' },
    })
    expect(list).toEqual((await loadWalletLists(SHIPPED))[0])
    expect(faults.filter((fault) => fault.includes('0x'))).toEqual([])
  })
})

describe('WalletScreener', () => {
  const [one, other] = ['2026-01-02', '2025-01-02'].map((date, index) => ({
    ...{ list: `L${index}`, date, wallets: [{ address: LISTED, dataId: `${index}`, name: 'A B' }] },
  }))

  it('finds an address in any letter case, with each party of each list', () => {
    const screener = new WalletScreener([one!, other!])
    const hits = [
      { list: 'L0', dataId: '0', listedName: 'A B' },
      { list: 'L1', dataId: '1', listedName: 'A B' },
    ]
    for (const address of [LISTED, LISTED.toLowerCase(), `0x${LISTED.slice(2).toUpperCase()}`])
      expect(screener.screen(address)).toEqual(hits)
    expect(screener.screen(OTHER)).toEqual([])
  })

  it('has the date of its oldest list, and none without a list', () => {
    expect(new WalletScreener([one!, other!]).listDate).toBe('2025-01-02')
    expect(new WalletScreener([]).listDate).toBeNull()
  })
})

describe('a conversion of OFAC’s files', () => {
  it('takes 0x addresses of every currency, joining remarks that were cut within an address', () => {
    const { list, faults } = convert(
      [
        sdnRow(
          1,
          'DOE, John',
          `DOB 1 Jan 1980; Digital Currency Address - USDT ${OTHER}; Digital Currency Address - ETH 0x4736dCf1`,
        ),
        sdnRow(2, 'NOBODY, Jane', 'Digital Currency Address - XBT 1AjZPMsnmpdK2Rv9KQNfMurTXinscVro9V'),
      ],
      [
        `1,"b7A3d580672CcE6E7c65cd5cc9cFBa9D; alt. Digital Currency Address - ARB ${LISTED}; alt. Digital Currency Address - BSC ${OTHER}."`,
      ],
    )
    expect(faults).toEqual([])
    expect(list).toEqual({
      list: 'OFAC SDN',
      date: '2026-01-02',
      wallets: [OTHER, LISTED].map((address) => ({ address, dataId: '1', name: 'DOE, John' })),
    })
  })

  it('keeps and reports an address with a wrong checksum, and leaves out and reports what is no address', () => {
    const misspelt = LISTED.replace('dC', 'Dc')
    const remarks = `Digital Currency Address - ETH ${misspelt}; Digital Currency Address - ETH 0x12ab; Digital Currency Address - SUI 0x${'1'.repeat(64)}`
    const { list, faults } = convert([sdnRow(1, 'A', remarks)], [])
    expect(list.wallets.map(({ address }) => address)).toEqual([misspelt])
    expect(faults).toEqual([
      `1: ${misspelt} (ETH) has a wrong checksum; kept`,
      '1: 0x12ab (ETH) is not the address of an EVM chain; left out',
      `1: 0x${'1'.repeat(64)} (SUI) is not the address of an EVM chain; left out`,
    ])
  })

  it('reports a party whose row is missing, and lists its addresses by its number', () => {
    const { list, faults } = convert([], [`7,"ddress - ETH ${LISTED}; Organization Established Date 2019."`])
    expect(list.wallets).toEqual([{ address: LISTED, dataId: '7', name: 'SDN 7' }])
    expect(faults).toEqual(['7 is not in sdn.csv: its name is missing, and addresses in the first remarks'])
  })
})

describe('a snapshot of wallets', () => {
  const HEAD = '#wallets\tX\n#date\t2026-01-02\naddress\tdataid\tname\n'
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hissa-wallets-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is parsed as it was formatted', () => {
    const list = { list: 'X', date: '2026-01-02', wallets: [{ address: LISTED, dataId: '1', name: 'A, B' }] }
    expect(parseWalletSnapshot(formatWalletSnapshot(list))).toEqual(list)
  })

  it.each([
    ['line 1', '#list\tX\n'],
    ['line 2', '#wallets\tX\n#date\t2026-02-30\n'],
    ['line 3', '#wallets\tX\n#date\t2026-01-02\naddress\n'],
    ['line 4', HEAD],
    ['line 4', `${HEAD}${LISTED.slice(0, -1)}\t1\tA\n`],
    ['line 5', `${HEAD}${LISTED}\t1\tA\n${OTHER}\t\tB\n`],
    ['line 5', `${HEAD}${LISTED}\t1\tA\n${OTHER}\t2\n`],
    ['line 6', `${HEAD}${LISTED}\t1\tA\n\n${OTHER}\t2\tB\tC\n`],
  ])('is rejected with %s, which is invalid', (line, text) => {
    expect(() => parseWalletSnapshot(text)).toThrow(new RegExp(`^${line}: `))
  })

  it('is optional, and a ConfigError names an invalid file', async () => {
    expect(await loadWalletLists(folder)).toEqual([])
    writeFileSync(join(folder, 'x.wallets'), `${HEAD}nonsense`)
    await expect(loadWalletLists(folder)).rejects.toThrow(/SANCTIONS_DIR must contain valid lists; x\.wallets: line 4/)
  })
})
