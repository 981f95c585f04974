import { parse } from 'csv-parse/sync'
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { isAddress } from 'viem'
import * as z from 'zod/mini'
import type { ListedWallet, WalletList } from './wallet-list.js'
import { formatWalletSnapshot } from './wallet-snapshot.js'

/** The files as the Office of Foreign Assets Control publishes them, without a header. */
export interface OfacFiles {
  /** `sdn.csv`: number, name and ten more columns, of which the last has the remarks. */
  sdn: string
  /** `sdn_comments.csv`: number, and the remarks that are too long for `sdn.csv`. */
  comments: string
  /** ISO date of the files, which doesn't occur in them. */
  date: string
}

const REMARKS = 11
/** Where a file ends, in the format of DOS. */
const END = '\u001a'
/** The currency and address in `Digital Currency Address - ETH 0x…;`. */
const WALLET = / - ([A-Z0-9]{2,10}) (0x[^\s;.,]*)/g

/**
 * Converts the addresses of EVM chains on OFAC's list of specially designated nationals, whatever currency they are
 * listed for. `faults` are for the operator: an address that isn't one is left out, one with a wrong checksum (EIP-55)
 * is kept, because its letter case is the likely mistake.
 */
export function convertOfacWallets({ sdn, comments, date }: OfacFiles): { list: WalletList; faults: string[] } {
  const parties = new Map(rowsOf(sdn).map((row) => [row[0]!, { name: row[1] ?? '', remarks: row[REMARKS] ?? '' }]))
  const faults: string[] = []
  for (const [dataId = '', continuation = ''] of rowsOf(comments)) {
    const party = parties.get(dataId)
    if (!party) faults.push(`${dataId} is not in sdn.csv: its name is missing, and addresses in the first remarks`)
    // The text is cut anywhere, also within an address.
    parties.set(dataId, { name: `SDN ${dataId}`, ...party, remarks: (party?.remarks ?? '') + continuation })
  }
  const wallets = [...parties].flatMap(([dataId, { name, remarks }]): ListedWallet[] => {
    const listed = [...remarks.matchAll(WALLET)].map(([, currency, address]) => ({
      currency: currency!,
      address: address!,
    }))
    for (const wallet of listed) faults.push(...faultsOf(wallet, dataId))
    const valid = listed.filter(({ address }) => isWallet(address)).map(({ address }) => address)
    return [...new Set(valid)].map((address) => ({ address, dataId, name }))
  })
  return { list: { list: 'OFAC SDN', date, wallets }, faults }
}

const rowsOf = (text: string): string[][] =>
  parse(text.replaceAll(END, ''), { relax_column_count: true, skip_empty_lines: true, trim: true })

const isWallet = (address: string): boolean => isAddress(address, { strict: false })

function faultsOf({ currency, address }: { currency: string; address: string }, dataId: string): string[] {
  if (!isWallet(address)) return [`${dataId}: ${address} (${currency}) is not the address of an EVM chain; left out`]
  return isAddress(address) ? [] : [`${dataId}: ${address} (${currency}) has a wrong checksum; kept`]
}

/** Updates the bundled list: `node convert-ofac-wallets.js sdn.csv sdn_comments.csv YYYY-MM-DD ofac-YYYY-MM-DD.wallets`. */
async function main(): Promise<void> {
  const [sdn, comments, date, target] = process.argv.slice(2)
  if (!sdn || !comments || !date || !target || !z.iso.date().safeParse(date).success)
    throw new Error('usage: convert-ofac-wallets <sdn.csv> <sdn_comments.csv> <YYYY-MM-DD> <snapshot.wallets>')
  const [main, continuation] = await Promise.all([readFile(sdn, 'latin1'), readFile(comments, 'latin1')])
  const { list, faults } = convertOfacWallets({ sdn: main, comments: continuation, date })
  await writeFile(target, formatWalletSnapshot(list))
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.stdout.write(`Wrote ${list.wallets.length} addresses of ${date}\n`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
