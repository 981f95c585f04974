import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doc, int } from '../bson/values.js'
import { STEP_ITEMS } from '../steps.js'
import { Store } from '../storage/store.js'
import { View } from '../storage/view.js'
import { select } from './select.js'

describe('select', () => {
  let dir: string
  let store: Store
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'select-'))
    store = new Store(dir)
  })
  afterEach(() => {
    store.close()
    rmSync(dir, { recursive: true })
  })

  /** The number of documents that a full scan reads in its longest step. */
  async function longestStep(count: number, bytes: number): Promise<number> {
    await store.write(function* () {
      const info = store.ensureCollection('a.items')
      for (let i = 0; i < count; i++) store.insert(info, doc({ _id: int(i), text: 'x'.repeat(bytes) }))
      yield
    })
    const view = new View(store)
    const counts = { keys: 0, documents: 0 }
    const steps = select(view, view.catalog.get('a.items'), { filter: new Map() }, counts)
    let longest = 0
    for (let before = 0, done = false; !done; before = counts.documents) {
      done = steps.next().done ?? false
      longest = Math.max(longest, counts.documents - before)
    }
    view.release()
    expect(counts.documents).toBe(count)
    return longest
  }

  // A step ends after the document that exceeds its limit.
  it('reads a bounded number of documents in each step', async () => {
    expect(await longestStep(2000, 10)).toBe(STEP_ITEMS + 1)
  })

  it('reads few large documents in each step', async () => {
    expect(await longestStep(20, 400_000)).toBe(2)
  })
})
