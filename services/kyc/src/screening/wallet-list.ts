/** A wallet's address on a list, with the party that it is listed for. */
export interface ListedWallet {
  /** In the spelling of the list. */
  address: string
  /** The list's number of the party. */
  dataId: string
  name: string
}

/** A dated copy of the addresses of one list. */
export interface WalletList {
  list: string
  /** ISO date of the copy. */
  date: string
  wallets: ListedWallet[]
}

export interface WalletHit {
  list: string
  dataId: string
  listedName: string
}

/** Compares addresses with all loaded lists, regardless of their letter case. */
export class WalletScreener {
  private readonly hits = new Map<string, WalletHit[]>()
  /** Date of the oldest list; null if none is loaded. */
  readonly listDate: string | null

  constructor(lists: readonly WalletList[]) {
    this.listDate = lists.map(({ date }) => date).sort()[0] ?? null
    for (const { list, wallets } of lists) {
      for (const { address, dataId, name } of wallets) {
        const key = address.toLowerCase()
        this.hits.set(key, [...(this.hits.get(key) ?? []), { list, dataId, listedName: name }])
      }
    }
  }

  /** Returns an entry for each listed party with this address. */
  screen(address: string): readonly WalletHit[] {
    return this.hits.get(address.toLowerCase()) ?? []
  }
}
