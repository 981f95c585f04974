import { describe, expect, it } from '@jest/globals'
import { FairQueue } from './fair-queue.js'

const filled = (limits = { maxWaiting: 10, maxWaitingPerUser: 5 }) => {
  const queue = new FairQueue<string>(limits)
  return { queue, push: (...items: string[]) => items.map((item) => queue.push(item[0]!, item)) }
}
const order = (queue: FairQueue<string>) => {
  const items: string[] = []
  for (let next = queue.take(); next; next = queue.take()) {
    items.push(next.item)
    queue.finish(next.user)
  }
  return items
}

describe('FairQueue', () => {
  it('takes from each user in turn, regardless of order and number of tasks', () => {
    const { queue, push } = filled()
    push('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1')
    expect(order(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('takes from a new user before the next item of a user who was just served', () => {
    const { queue, push } = filled()
    push('a1', 'a2', 'a3')
    expect(queue.take()?.item).toBe('a1')
    push('b1')
    queue.finish('a')
    expect(order(queue)).toEqual(['b1', 'a2', 'a3'])
  })

  it('prefers users who have nothing running', () => {
    const { queue, push } = filled()
    push('a1', 'a2', 'b1')
    expect([queue.take()?.item, queue.take()?.item]).toEqual(['a1', 'b1'])
    queue.finish('b')
    push('b2')
    expect(queue.take()?.item).toBe('b2')
  })

  it('rejects items beyond the limit of one user, or of all', () => {
    const { queue, push } = filled({ maxWaiting: 3, maxWaitingPerUser: 2 })
    expect(push('a1', 'a2', 'a3', 'b1', 'c1')).toEqual([true, true, false, true, false])
    expect(queue.waiting).toBe(3)
  })

  it('no longer counts removed items', () => {
    const { queue, push } = filled({ maxWaiting: 1, maxWaitingPerUser: 1 })
    push('a1')
    expect(queue.remove('a', 'a1')).toBe(true)
    expect(queue.remove('a', 'a1')).toBe(false)
    expect(push('b1')).toEqual([true])
    expect(order(queue)).toEqual(['b1'])
  })
})
