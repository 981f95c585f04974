import { describe, expect, it } from '@jest/globals'
import type { Doc, Value } from '../bson/values.js'
import { MAX_REPLY_BATCH_BYTES } from '../limits.js'
import { Cursors } from './cursors.js'

const part = (reply: Doc, name: string): Value => (reply.get('cursor') as Doc).get(name)

describe('a cursor', () => {
  const documents = (count: number, bytes: number) => Array.from({ length: count }, () => Buffer.alloc(bytes))

  it('limits one reply to the bytes that can be encoded without a pause', () => {
    const cursors = new Cursors()
    const reply = cursors.first('a.b', documents(5, MAX_REPLY_BATCH_BYTES / 2), Infinity)
    expect(part(reply, 'firstBatch')).toHaveLength(2)
    const id = part(reply, 'id') as bigint
    const batches = [cursors.next(id, 'a.b', Infinity), cursors.next(id, 'a.b', Infinity)]
    expect(batches.map((batch) => (part(batch, 'nextBatch') as Value[]).length)).toEqual([2, 1])
    expect(part(batches[1] as Doc, 'id')).toBe(0n)
  })

  it('returns a larger document in a batch of one', () => {
    const reply = new Cursors().first('a.b', documents(2, MAX_REPLY_BATCH_BYTES + 1), Infinity)
    expect(part(reply, 'firstBatch')).toHaveLength(1)
  })
})
