import { describe, expect, it } from '@jest/globals'
import { afterFailure, type Due, dueFrom, LONGEST_BACKOFF_MS, MOST_REFUSALS } from './due.js'

const at = new Date('2026-11-21T08:00:00Z')
const wall = new Date('2026-11-21T09:00:00Z')
const waits = (result: ReturnType<typeof afterFailure>) =>
  'due' in result ? result.due.nextTryAt.getTime() - wall.getTime() : undefined

describe('failed work', () => {
  it('is retried after a wall-time backoff that doubles up to a limit, and stays due at the same business time', () => {
    let due: Due = dueFrom('refund', at)
    const seen: Array<number | undefined> = []
    for (let n = 0; n < 8; n += 1) {
      const next = afterFailure(due, {}, { at, wall })
      seen.push(waits(next))
      due = (next as { due: Due }).due
    }
    expect(seen).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      LONGEST_BACKOFF_MS,
      LONGEST_BACKOFF_MS,
      LONGEST_BACKOFF_MS,
    ])
    expect(due).toMatchObject({ kind: 'refund', dueAt: at, tries: 8, refusals: 0 })
  })

  it('is retried without end after outages, and rejected after MOST_REFUSALS refusals', () => {
    let due: Due = { ...dueFrom('refund', at), tries: 1_000 }
    for (let n = 1; n < MOST_REFUSALS; n += 1) {
      due = (afterFailure(due, { code: 'charge_disputed' }, { at, wall }) as { due: Due }).due
      due = (afterFailure(due, {}, { at, wall }) as { due: Due }).due
    }
    expect(afterFailure(due, { code: 'charge_disputed' }, { at, wall })).toEqual({
      rejected: { kind: 'refund', code: 'charge_disputed', tries: 1_000 + 2 * MOST_REFUSALS - 1, at },
    })
  })
})
