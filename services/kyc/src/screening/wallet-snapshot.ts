import * as z from 'zod/mini'
import { loadLists } from './load-lists.js'
import type { ListedWallet, WalletList } from './wallet-list.js'

const HEADER = 'address\tdataid\tname'
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const isDate = (text: string) => z.iso.date().safeParse(text).success

/** Formats a list as text: `#wallets` with its name, `#date`, a header, then one line per address and party. */
export function formatWalletSnapshot({ list, date, wallets }: WalletList): string {
  const lines = wallets.map(({ address, dataId, name }) => [address, dataId, name.replace(/\s+/g, ' ')].join('\t'))
  return [`#wallets\t${list}`, `#date\t${date}`, HEADER, ...lines, ''].join('\n')
}

/** Parses a snapshot. Throws an Error with the number of the invalid line. */
export function parseWalletSnapshot(text: string): WalletList {
  const [listLine = '', dateLine = '', header, ...lines] = text.split('\n')
  const list = /^#wallets\t(.+)$/.exec(listLine)?.[1]
  if (!list) throw new Error('line 1: this is not a list of wallets')
  const date = /^#date\t(.+)$/.exec(dateLine)?.[1]
  if (!date || !isDate(date)) throw new Error('line 2: a list needs its date, such as 2026-02-27')
  if (header !== HEADER) throw new Error('line 3: this is not the header of a list of wallets')
  const wallets = lines.flatMap((line, index) => (line === '' ? [] : [parseWallet(line, index + 4)]))
  if (wallets.length === 0) throw new Error('line 4: a list needs at least one address')
  return { list, date, wallets }
}

function parseWallet(line: string, at: number): ListedWallet {
  const [address = '', dataId, name, ...more] = line.split('\t')
  if (!ADDRESS.test(address)) throw new Error(`line ${at}: an address is 0x and 40 hexadecimal digits`)
  if (!dataId || !name || more.length > 0) throw new Error(`line ${at}: an address needs every column of the header`)
  return { address, dataId, name }
}

/** Loads every `*.wallets` of a folder. Without one nothing is known about an address. Errors: those of `loadLists`. */
export const loadWalletLists = (folder: string): Promise<WalletList[]> =>
  loadLists(folder, '.wallets', parseWalletSnapshot)
