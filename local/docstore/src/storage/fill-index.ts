import { keysOf } from '../index/keys.js'
import { scan } from '../index/scan.js'
import { STEP_ITEMS, type Steps } from '../steps.js'
import type { CollectionInfo, IndexInfo } from './catalog.js'
import { addKeys, checkKeys } from './rows.js'
import type { ReadUnit } from './unit.js'

/** Fills a new index from the documents of its collection. @throws DocstoreError 11000, 171. */
export function* fillIndex(unit: ReadUnit, info: CollectionInfo, index: IndexInfo): Steps<void> {
  let done = 0
  for (const row of scan(unit, info, { kind: 'collection', reverse: false }, { keys: 0, documents: 0 })) {
    const keys = keysOf(index, row.document)
    checkKeys(unit.connection, info, index, row, keys.keys)
    addKeys(unit.connection, index, row.rid, keys)
    done += Math.max(1, keys.keys.length)
    if (done < STEP_ITEMS) continue
    done = 0
    yield
  }
}
