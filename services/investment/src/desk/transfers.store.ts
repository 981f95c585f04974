import type { Transfer } from '@hissa/ledger'
import type { Connection } from '@hissa/persistence'
import type { Collection } from 'mongodb'

/** The largest number of transfers that are shown of one order. */
const MOST = 500

/** Reads transfers of the ledger by the keys of the changes that wrote them. */
export class TransferStore {
  private readonly transfers: Collection<Transfer>

  constructor(connection: Connection) {
    this.transfers = connection.collection('ledger_transfers') as unknown as Collection<Transfer>
  }

  /** Returns an order's transfers among the changes whose keys begin with `prefixes`, in the order of writing. */
  async ofOrder(orderId: string, prefixes: readonly string[]): Promise<Transfer[]> {
    // Ranges of ids, because the ledger has no index by order.
    const found = await Promise.all(
      prefixes.map((from) =>
        this.transfers
          .find({ _id: { $gte: from, $lt: `${from}\uffff` }, 'ref.orderId': orderId })
          .limit(MOST)
          .toArray(),
      ),
    )
    const bySeq = new Map(found.flat().map((transfer) => [transfer.seq, transfer]))
    return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  }
}
