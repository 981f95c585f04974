import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doc, int } from '../bson/values.js'
import { rowOf, Store } from '../storage/store.js'
import { documentHold } from './holds.js'
import { Transaction } from './transaction.js'

const NAMESPACE = 'shop.lots'
const RID = 1

describe('Transaction › beside a batch that pauses between its steps', () => {
  let folder: string
  let store: Store
  const lot = (value: number) => rowOf(RID, doc({ _id: 'lot', value: int(value) }))
  const infoOf = () => store.catalog.get(NAMESPACE)!
  const write = (work: () => void) =>
    store.write(function* () {
      yield
      work()
    })

  /** Writes all the documents and then pauses until `release`; `written` resolves at the pause. */
  function pausedWrite(value: number) {
    let isReleased = false
    let paused: () => void
    const written = new Promise<void>((resolve) => (paused = resolve))
    const done = store.write(function* () {
      store.swapRow(infoOf(), lot(0), lot(value))
      paused()
      while (!isReleased) yield
    })
    return { written, done, release: () => (isReleased = true) }
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docstore-transaction-'))
    store = new Store(folder)
    await write(() => store.putRow(store.ensureCollection(NAMESPACE), lot(0)))
  })
  afterEach(async () => {
    store.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    [
      'update',
      (transaction: Transaction) => transaction.replace(infoOf(), lot(0), doc({ _id: 'lot', value: int(100) })),
    ],
    ['delete', (transaction: Transaction) => transaction.remove(infoOf(), lot(0))],
  ])('rejects the %s of a document that the batch has written and not committed', async (_, change) => {
    const batch = pausedWrite(1)
    await batch.written
    const transaction = new Transaction(store)
    try {
      expect(() => change(transaction)).toThrow(expect.objectContaining({ code: 112 }))
    } finally {
      batch.release()
      await batch.done
      transaction.abort()
    }
  })

  it('changes a document that the batch has not written', async () => {
    const other = rowOf(RID + 1, doc({ _id: 'other', value: int(0) }))
    await write(() => store.putRow(infoOf(), other))
    const batch = pausedWrite(1)
    await batch.written
    const transaction = new Transaction(store)
    transaction.replace(infoOf(), other, doc({ _id: 'other', value: int(100) }))
    batch.release()
    await batch.done
    await transaction.commit(() => undefined)
    expect(store.isBeingWritten(documentHold(infoOf().id, other.rid))).toBe(false)
  })
})
